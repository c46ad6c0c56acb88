import { n8n } from '../e2e/n8n';
import { startCollector } from './collector';
import { report } from './place';
import { event, receiver, type Kind } from './receiver';
import { allWorkers, CONCURRENCY, killOneWorker, WORKERS } from './workers';

const EVENTS = 60;
const BEFORE = 10;

interface Outcome {
	/** Accepted, and over without success. */
	lost: number;
	/** Events that were seen more than once. */
	twice: string[];
	/** Events that were never seen. */
	never: number;
}

/** Kills one of two workers in the middle of a burst, and sends everything again afterwards. */
async function killAmid(kind: Kind, isEachHandFull: boolean): Promise<Outcome> {
	await allWorkers();
	const collector = await startCollector();
	try {
		const { deliver, untilIdle, lost, deactivate } = await receiver(kind, collector.url);
		const events = Array.from({ length: EVENTS }, (_, n) => event(`${n}`));
		const sent = Promise.all(events.map(deliver));
		await collector.until(BEFORE);
		if (isEachHandFull) {
			collector.hold();
			await collector.untilHeld(WORKERS * CONCURRENCY);
		}
		await killOneWorker();
		collector.release();
		await sent;
		await untilIdle();
		const outcome = { lost: await lost(), never: EVENTS - collector.counts().size };
		// n8n's own node knows no repetitions.
		if (kind !== 'Webhook') {
			await Promise.all(events.map(deliver));
			await untilIdle();
		}
		await deactivate();
		const twice = [...collector.counts()].filter(([, count]) => count > 1).map(([n]) => n);
		return { ...outcome, twice };
	} finally {
		await collector.stop();
	}
}

const bothKinds = async (isEachHandFull: boolean) => ({
	ours: await killAmid('Project Workspace Trigger', isEachHandFull),
	theirs: await killAmid('Webhook', isEachHandFull),
});

const figures = (when: string, { ours, theirs }: Awaited<ReturnType<typeof bothKinds>>) =>
	report(
		`Worker killed ${when}, of ${EVENTS} deliveries: ${ours.lost} executions lost, ${ours.never} events not seen; Webhook node: ${theirs.lost} and ${theirs.never}`,
	);

describe('a worker that is killed in the middle of a burst', () => {
	beforeAll(() => n8n.login());
	afterAll(async () => void (await allWorkers()));

	it('loses no more than with the Webhook node, and nothing runs twice, when its hands are full', async () => {
		const both = await bothKinds(true);
		figures('with its hands full', both);
		expect(both.ours.twice).toEqual([]);
		expect(both.ours.lost).toBeLessThanOrEqual(both.theirs.lost);
	});

	it('loses no more than it had in hand, and nothing runs twice, while it records deliveries', async () => {
		const both = await bothKinds(false);
		figures('at any moment', both);
		expect(both.ours.twice).toEqual([]);
		expect(both.ours.lost).toBeLessThanOrEqual(CONCURRENCY);
	});
});
