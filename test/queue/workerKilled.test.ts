import { startCollector } from './collector';
import { report } from './place';
import { event, receiver, type Kind } from './receiver';
import { allWorkers, CONCURRENCY, killOneWorker, WORKERS } from './workers';

const EVENTS = 60;
const BEFORE = 10;

interface Outcome {
	/** Executions that ended without success. */
	lost: number;
	/** Events that were received more than once. */
	twice: string[];
	/** Events that were never received. */
	never: number;
}

/** Kills one of two workers in the middle of a burst, and then sends everything again. */
async function killDuringBurst(kind: Kind, isFullyBusy: boolean): Promise<Outcome> {
	await allWorkers();
	const collector = await startCollector();
	try {
		const { deliver, untilIdle, lost, deactivate } = await receiver(kind, collector.url);
		const events = Array.from({ length: EVENTS }, (_, n) => event(`${n}`));
		const sent = Promise.all(events.map(deliver));
		await collector.until(BEFORE);
		if (isFullyBusy) {
			collector.hold();
			await collector.untilHeld(WORKERS * CONCURRENCY);
		}
		await killOneWorker();
		collector.release();
		await sent;
		await untilIdle();
		const outcome = { lost: await lost(), never: EVENTS - collector.counts().size };
		// n8n's Webhook node does not recognize repetitions.
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

const bothKinds = async (isFullyBusy: boolean) => ({
	ours: await killDuringBurst('Project Workspace Trigger', isFullyBusy),
	theirs: await killDuringBurst('Webhook', isFullyBusy),
});

const figures = (when: string, { ours, theirs }: Awaited<ReturnType<typeof bothKinds>>) =>
	report(
		`Worker killed ${when}, of ${EVENTS} deliveries: ${ours.lost} executions lost, ${ours.never} events not received; Webhook node: ${theirs.lost} and ${theirs.never}`,
	);

describe('a worker that is killed in the middle of a burst', () => {
	afterAll(async () => void (await allWorkers()));

	it('loses no more executions than the Webhook node and runs none twice, if it is fully busy', async () => {
		const both = await bothKinds(true);
		figures('when fully busy', both);
		expect(both.ours.twice).toEqual([]);
		expect(both.ours.lost).toBeLessThanOrEqual(both.theirs.lost);
	});

	it('loses no more executions than it had and runs none twice, at any moment', async () => {
		const both = await bothKinds(false);
		figures('at any moment', both);
		expect(both.ours.twice).toEqual([]);
		expect(both.ours.lost).toBeLessThanOrEqual(CONCURRENCY);
	});
});
