import { startSandbox, systemClock } from '../../sandbox';
import type { Clock, Sandbox } from '../../sandbox';
import { api } from './support/client.ts';
import { createManualClock } from './support/manualClock.ts';
import type { ManualClock } from './support/manualClock.ts';
import { startReceiver } from './support/receiver.ts';
import type { Receiver } from './support/receiver.ts';

describe('the delay of the next attempt', () => {
	let clock: ManualClock;
	let receiver: Receiver;
	let sandbox: Sandbox;

	beforeEach(async () => {
		clock = createManualClock();
		receiver = await startReceiver();
		sandbox = await startSandbox({ clock });
		sandbox.webhooks.add({ url: receiver.url });
	});
	afterEach(async () => {
		await sandbox.close();
		await receiver.close();
	});

	test('doubles after each attempt, up to the maximum', async () => {
		sandbox.settings.change({
			delivery: { attempts: 5, baseDelayMs: 1_000, maximumDelayMs: 3_000 },
		});
		receiver.statuses.push(500, 500, 500, 500, 500);
		sandbox.emit('task.created', { id: 1 });
		const attempts = [];
		for (const wait of [1_000, 2_000, 3_000, 3_000]) {
			await sandbox.deliveries.idle();
			clock.advance(wait - 1);
			await sandbox.deliveries.idle();
			attempts.push(receiver.received.length);
			clock.advance(1);
		}
		await sandbox.deliveries.settled();
		expect([...attempts, receiver.received.length]).toEqual([1, 2, 3, 4, 5]);
		expect(sandbox.deliveries.list()[0]?.state).toBe('failed');
	});

	test('can end while the queue looks for deliveries to send', async () => {
		// Time passes with each look at this clock, so an attempt falls due between any two of them.
		let time = 0;
		const ticking: Clock = { now: () => time++, after: systemClock.after };
		const hurried = await startSandbox({
			clock: ticking,
			settings: { delivery: { baseDelayMs: 1, attempts: 12 } },
		});
		receiver.statuses.push(...Array.from({ length: 11 }, () => 500));
		hurried.webhooks.add({ url: receiver.url });
		hurried.settings.change({ delivery: { maximumDelayMs: 3 } });
		hurried.emit('task.created', { id: 1 });
		await hurried.deliveries.settled();
		expect(receiver.received).toHaveLength(12);
		await hurried.close();
	});

	test('also applies to the run of a workflow, which then completes', async () => {
		sandbox.settings.change({ runs: { delayMs: 5_000 } });
		await api(sandbox, 'POST', '/v1/workflows/workflow_report/trigger', { body: { a: 1 } });
		clock.advance(4_999);
		expect(sandbox.deliveries.list()).toEqual([]);
		clock.advance(1);
		await sandbox.deliveries.settled();
		expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
			event: 'workflow.run.completed',
			data: { workflow_id: 'workflow_report', status: 'completed', input: { a: 1 } },
		});
	});
});
