/**
 * Lets at most `places` run at once, in the order in which they came. Items and the pages of their
 * lists both run side by side; this keeps their product within what the person has set.
 */
export function createGate(places: number): <T>(run: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let free = places;
	return async (run) => {
		if (free > 0) free--;
		// The place is handed over, never freed in between.
		else await new Promise<void>((resolve) => waiting.push(resolve));
		try {
			return await run();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}
