import { randomUUID } from 'node:crypto';
import type { Delivery, Layout, Sent } from '../e2e/deliveries';
import { startCollector, type Collector } from './collector';
import { delivery, receiver } from './receiver';
import { allWorkers } from './workers';

const EVENTS = 12;
const COPIES = 3;

interface Kind {
	/** What distinguishes two events. */
	name: string;
	layout?: Layout;
	/** One of several copies of the event with the number `n` and this ID. */
	copy: (n: string, id: string, attempt: number) => Sent;
}

/** Different in each copy, and not signed. */
const headers = (attempt: number) => ({ 'x-request-id': `request-${attempt}` });

const KINDS: Kind[] = [
	{
		name: 'a signed ID, with another time in each copy',
		layout: 'id',
		copy: (n, signedId, attempt) => ({
			body: { event: 'task.updated', n },
			signedId,
			ago: COPIES - attempt,
		}),
	},
	{
		name: 'an ID in the payload, with the number of the attempt',
		copy: (n, id, attempt) => ({
			body: { event: 'task.created', event_id: id, attempt, n },
			headers: headers(attempt),
		}),
	},
	{
		name: 'the time of the event, without an ID',
		copy: (n, _id, attempt) => ({
			body: { event: 'task.updated', updated_at: '2026-03-01T10:00:00Z', n },
			headers: headers(attempt),
		}),
	},
	{
		name: 'the body, without ID and time',
		copy: (n) => ({ body: { event: 'task.updated', n } }),
	},
];

const names = KINDS.map(({ name }) => name);
const numbersOf = (name: string) =>
	Array.from({ length: EVENTS }, (_, at) => `${names.indexOf(name)}-${at}`);

describe('a burst of events, each in several copies at nearly the same time', () => {
	let collector: Collector;
	/** How often each event ran: after the burst, and when all of them had been sent once more. */
	const burst = new Map<string, number | undefined>();
	const later = new Map<string, number | undefined>();

	async function send({ name, layout, copy }: Kind): Promise<void> {
		const trigger = await receiver('Project Workspace Trigger', collector.url);
		const deliveries = numbersOf(name).map((n): Delivery[] => {
			const id = randomUUID();
			return Array.from({ length: COPIES }, (_, attempt) => delivery(copy(n, id, attempt), layout));
		});
		const count = (into: typeof burst) => {
			for (const n of numbersOf(name)) into.set(n, collector.counts().get(n));
		};
		await Promise.all(deliveries.flat().map(async (each) => await trigger.deliver(each)));
		await trigger.untilIdle();
		count(burst);
		// By now no execution is running that could recognize them.
		await Promise.all(deliveries.map(async ([first]) => await (first && trigger.deliver(first))));
		await trigger.untilIdle();
		count(later);
		await trigger.deactivate();
	}

	beforeAll(async () => {
		await allWorkers();
		collector = await startCollector();
		await Promise.all(KINDS.map(send));
	});
	afterAll(async () => await collector.stop());

	const expectOnce = (name: string, counts: Map<string, number | undefined>) => {
		const numbers = numbersOf(name);
		expect(numbers.map((n) => [n, counts.get(n)])).toEqual(numbers.map((n) => [n, 1]));
	};

	it.each(names)('runs each event exactly once, distinguished by %s', (name) => {
		expectOnce(name, burst);
	});

	it.each(names)('runs no event again if it is sent later, distinguished by %s', (name) => {
		expectOnce(name, later);
	});
});
