import { report } from './place';
import { event, receiver, type Kind } from './receiver';
import { allWorkers } from './workers';

const EVENTS = 60;
const ROUNDS = 5;
const KINDS: readonly Kind[] = ['Project Workspace Trigger', 'Webhook'];

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

beforeAll(async () => {
	await allWorkers();
});

/** Deliveries of a burst that become ended executions, per second. */
async function rate(kind: Kind): Promise<{ rate: number; lost: number }> {
	const { deliver, untilIdle, lastEnd, lost, deactivate } = await receiver(kind);
	const events = Array.from({ length: EVENTS }, (_, n) => event(`${n}`));
	const from = Date.now();
	await Promise.all(events.map(deliver));
	await untilIdle();
	const result = { rate: EVENTS / (((await lastEnd()) - from) / 1000), lost: await lost() };
	await deactivate();
	return result;
}

it('every delivery of a burst becomes an execution; the rate is reported', async () => {
	const rates = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
	for (let round = 0; round < ROUNDS; round++) {
		for (const kind of KINDS) {
			const { rate: measured, lost } = await rate(kind);
			expect(lost).toBe(0);
			rates.get(kind)?.push(measured);
		}
	}
	const [ours = NaN, theirs = NaN] = KINDS.map((kind) => median(rates.get(kind) ?? []));
	report(
		`Deliveries a second, in bursts of ${EVENTS}: ${ours.toFixed(1)}; Webhook node: ${theirs.toFixed(1)}; ratio ${(ours / theirs).toFixed(2)}`,
	);
});
