/** Milliseconds after which a turn of the event loop ends: without an end, no request is sent and no other workflow runs. */
const TURN_MS = 1;

/** Runs something when one of the slots is free. */
export type InSlot = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Lets only a few start in one turn of the event loop, in the order of the calls. Otherwise, if a hundred responses arrive
 * together, all would be read, and all next requests prepared, before the first is sent.
 * @returns a function that resolves when its caller may start
 */
export function turns(): () => Promise<void> {
	let lastStart = Promise.resolve();
	let turnBegan = -Infinity;

	const endTurn = async () => {
		// A turn of its own for each start would cost more than most of what is started.
		if (performance.now() - turnBegan < TURN_MS) return;
		await nextTurn();
		turnBegan = performance.now();
	};

	return async () => {
		const start = lastStart;
		lastStart = start.then(endTurn);
		await start;
	};
}

/** To ask after each of thousands of records would take as long as to look at them. */
const BETWEEN_TURNS = 50;

/** Goes through many values without holding up n8n. */
export async function* inTurns<Value>(
	values: Iterable<Value>,
	mayGoOn = turns(),
): AsyncGenerator<Value> {
	let count = 0;
	for (const value of values) {
		if (count % BETWEEN_TURNS === 0) await mayGoOn();
		count++;
		yield value;
	}
}

/** Runs at most `max` at once, in the order of the calls, and starts only a few in one turn of the event loop. */
export function limitConcurrency(max: number): InSlot {
	const waiting: Array<() => void> = [];
	let free = max;
	const mayStart = turns();

	return async (run) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));

		await mayStart();
		try {
			return await run();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else free++;
		}
	};
}

/**
 * Ends the turn of the event loop: a posted message takes about 20 µs, a timer at least a millisecond. Each call has its
 * own channel, because messages of one may share a turn.
 */
async function nextTurn(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.once('message', resolve);
		port2.postMessage(undefined);
	});
	port1.close();
}
