/**
 * Requests of one run that may be in flight. With fewer, a service that takes half a second to respond costs time; more
 * would be a burden for n8n and the service.
 */
export const MAX_IN_FLIGHT = 144;

/**
 * Runs at most `max` at once, in the order of the calls, and starts one in each turn of the event loop. Otherwise, if a
 * hundred responses arrive together, all would be read, and all next requests prepared, before the first is sent.
 */
export function limitConcurrency(max: number): <T>(run: () => Promise<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let free = max;
	let lastTurn = Promise.resolve();
	return async (run) => {
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		const turn = lastTurn;
		lastTurn = turn.then(nextTurn);
		await turn;
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
export async function nextTurn(): Promise<void> {
	const { port1, port2 } = new MessageChannel();
	await new Promise<void>((resolve) => {
		port1.once('message', resolve);
		port2.postMessage(undefined);
	});
	port1.close();
}
