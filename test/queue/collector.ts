import type { ServerResponse } from 'node:http';
import { httpServer } from '../servers/httpServer';
import { until } from '../until';

const WITHIN_MS = 90_000;

/** A server that workflows call with the number of their event, so that lost and repeated events can be counted. */
export async function startCollector() {
	const received: string[] = [];
	let held: ServerResponse[] = [];
	let isHolding = false;
	const { origin, close } = await httpServer((request, response) => {
		request.resume();
		const event = (request.url ?? '').slice(1);
		if (event !== 'warm-up') received.push(event);
		if (isHolding) held.push(response);
		else response.end('{}');
	});

	return {
		url: origin,
		/** How often each event was received. */
		counts(): Map<string, number> {
			const counts = new Map<string, number>();
			for (const event of received) counts.set(event, (counts.get(event) ?? 0) + 1);
			return counts;
		},
		until: async (count: number) =>
			await until(() => received.length >= count, `${count} events`, WITHIN_MS),
		/** From now on no request gets a response, so executions do not end. */
		hold: () => void (isHolding = true),
		untilHeld: async (count: number) =>
			await until(() => held.length >= count, `${count} to be held`, WITHIN_MS),
		release(): void {
			isHolding = false;
			for (const response of held) response.end('{}');
			held = [];
		},
		stop: close,
	};
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
