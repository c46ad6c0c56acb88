/** What is written or read, while others wait. */
export interface Waitable {
	/** What they wait for, if they have to. Never rejects. */
	busyUntil?: Promise<void>;
}

/** Runs something for which others wait. They go on in the order in which they came. */
export async function whileBusy<T>(waitable: Waitable, run: () => Promise<T>): Promise<T> {
	let end = () => {};
	waitable.busyUntil = new Promise((resolve) => {
		end = resolve;
	});

	try {
		return await run();
	} finally {
		waitable.busyUntil = undefined;
		end();
	}
}

/** Many share it, or one has it alone. */
export class Lock implements Waitable {
	/** While one has it alone, or waits until nobody shares it. */
	busyUntil?: Promise<void>;
	private readonly shares = new Set<Promise<unknown>>();

	/** To be called while it is not busy. */
	async share<T>(run: () => Promise<T>): Promise<T> {
		const result = run();
		this.shares.add(result);
		try {
			return await result;
		} finally {
			this.shares.delete(result);
		}
	}

	/** To be called while it is not busy. */
	async takeAlone<T>(run: () => Promise<T>): Promise<T> {
		return await whileBusy(this, async () => {
			await Promise.allSettled(this.shares);
			return await run();
		});
	}
}
