import type { IExecuteFunctions } from 'n8n-workflow';
import fc from 'fast-check';

import {
	forgetKeys,
	isNoted,
	noteKeys,
	withoutDuplicates,
} from '../../nodes/ProjectWorkspace/webhook/duplicates';
import { batchIn, findEvent } from '../../nodes/ProjectWorkspace/webhook/events';
import { eventsWithKeys, type DeliveryKey } from '../../nodes/ProjectWorkspace/webhook/keys';
import type { TriggerSettings } from '../../nodes/ProjectWorkspace/webhook/triggerSettings';
import type { Signature } from '../../nodes/ProjectWorkspace/webhook/delivery';
import { sha256 } from '../../nodes/ProjectWorkspace/records/value';
import type { Headers } from './delivery';
import { ProcessedRow } from './processedRow';

const SETTINGS: TriggerSettings = {
	events: [],
	duplicates: 'automatic',
	duplicateField: '',
	eventField: '',
	includeDetails: false,
	otherEvents: true,
};

interface More {
	signature?: Signature;
	trigger?: string;
	options?: Partial<TriggerSettings>;
}

/** A delivery: its body, its headers, and what else is known of it. */
type Sent = readonly [body: unknown, headers?: Headers, more?: More];

function keyed([body, headers = {}, { signature = {}, trigger = 't', options } = {}]: Sent) {
	const known = new Map(Object.entries(headers));
	const payloads = batchIn(body, '') ?? [body];
	const events = payloads.map((payload) => ({
		payload,
		name: findEvent(payload, '', known),
	}));
	const bodyHash = sha256(JSON.stringify(body));
	const delivery = { trigger, bodyHash, headers: known, signature, payload: body };
	return eventsWithKeys(delivery, events, { ...SETTINGS, ...options });
}

/** Whether a delivery runs if it comes after another one, at once or more than ten minutes later. */
function isDuplicate(first: Sent, later: Sent, isMuchLater = false): boolean {
	const noted = keyed(first).flatMap(({ notes }) => notes);
	const counting = noted.filter(({ isLasting }) => isLasting || !isMuchLater);
	const known = new Set(counting.map(({ key }) => key));
	return keyed(later).some(({ meets }) => meets.some(({ key }) => known.has(key)));
}

const bare = { event: 'task.updated', task_id: 5 };
const id = (text: string) => ({ 'x-delivery-id': text });
const at = (time: number, signedId?: string) => ({ signature: { time, id: signedId } });

test.each<[string, Sent, boolean]>([
	['nothing', [bare], false],
	...['x-webhook-id', 'x-svix-id', 'webhook-id-old', 'x-request-id', 'redelivery'].map(
		(name): [string, Sent, boolean] => [`no ID in ${name}`, [bare, { [name]: '1' }], false],
	),
	...['x-github-delivery', 'x-delivery-id', 'event-id', 'x-message-id', 'idempotency-key']
		.concat('webhook-id', 'svix-id')
		.map((name): [string, Sent, boolean] => [`an ID in ${name}`, [bare, { [name]: '1' }], true]),
	...[
		'event_id',
		'deliveryId',
		'message_id',
		'notification_id',
		'webhookEventId',
		'idempotency_key',
	].map((name): [string, Sent, boolean] => [
		`an ID in ${name}`,
		[{ ...bare, [name]: 7 }, id('1')],
		true,
	]),
	['an ID of its batch', [{ event_id: 7, events: [bare] }], true],
	['the ID of the event object', [{ event: { id: 'e', name: 'a.b' } }], true],
	['an ID next to its record', [{ event: 'workflow.run.a', id: 7, workflowRun: {} }], true],
	['an ID next to its run', [{ event: 'workflow.run.a', id: 7, run: {} }], true],
	['an ID next to data', [{ event: 'a.b', id: 7, data: {} }], true],
	['an ID next to a text', [{ event: 'a.b', id: 7, data: 'x' }], false],
	['the ID of the record itself', [{ event: 'task.updated', id: 7, project: {} }], false],
	['a time in the body', [{ ...bare, timestamp: 1_795_310_523 }], false],
	['two headers with one ID', [bare, { 'webhook-id': '1', 'svix-id': '1' }], true],
	['two IDs', [bare, { 'x-event-id': '1', 'x-delivery-id': '2' }], true],
	['an empty ID', [bare, id('')], false],
	['the ID of the record next to it', [{ id: 7, event: 'a.b', data: { id: 7 } }], false],
	['it as a text', [{ id: '7', event: 'task.updated', task: { task_id: 7 } }], false],
	['the ID of a record inside', [{ id: 't', event: 'a.b', data: { object: { id: 't' } } }], false],
	['another ID than its record', [{ id: 7, event: 'a.b', data: { id: 8, of: 7 } }], true],
	['a signed time', [bare, {}, at(5)], true],
	['a signed time and an ID', [bare, { 'webhook-id': '1' }, at(5)], true],
	['a signed ID', [bare, {}, { signature: { id: '1' } }], true],
])(
	'the same delivery with %s is a duplicate, after more than ten minutes: %j',
	(_, sent, isLater) => {
		expect(isDuplicate(sent, sent)).toBe(true);
		expect(isDuplicate(sent, sent, true)).toBe(isLater);
	},
);

test('three IDs in headers count', () => {
	const headers = Array.from({ length: 900 }, (_, n) => [`${n}-delivery`, `${n}`]);
	expect(keyed([bare, Object.fromEntries(headers)])[0]?.meets).toHaveLength(3 + 1);
});

describe('if only the body is signed, an ID in a header can be added, taken out and changed', () => {
	const withId = { id: 'evt_1', event: 'task.created', data: { id: 'task_1' } };
	const ofRecord = { id: 'task_1', event: 'task.updated', data: { id: 'task_1' } };
	const added = { 'idempotency-key': 'x' };
	test.each<[string, Sent, Sent, boolean]>([
		['added to bytes with an ID of their own', [withId], [withId, added], true],
		['added to others', [bare], [bare, added], true],
		['added to those of a record', [ofRecord], [ofRecord, added], true],
		['taken out', [withId, id('1')], [withId], true],
		['taken out of others', [bare, id('1')], [bare], true],
		['changed, which only a signature of the ID prevents', [bare, id('1')], [bare, id('2')], false],
		['changed, next to one in the body', [withId, id('1')], [withId, id('2')], false],
		['in another header', [bare, id('1')], [bare, { 'svix-id': '1' }], true],
	])('%s', (_, first, later, expected) => expect(isDuplicate(first, later)).toBe(expected));
});

describe('the same delivery', () => {
	const withId = { id: 'evt_1', event: 'task.updated', data: {} };
	const ofDelivery = { delivery_id: 7, event: 'task.updated' };
	const named = (name: string) => ({ 'x-event': name });
	const attempt = (n: string) => ({ 'x-event-id': 'e', ...id(n) });
	const byField = { options: { duplicateField: 'meta.no' } };
	const numbered = { ...bare, meta: { no: 5 } };
	test.each<[string, Sent, Sent]>([
		['the same body and nothing else', [bare], [bare]],
		['captured, under another name', [{}, named('a.b'), at(1)], [{}, named('c'), at(1)]],
		['captured, with its ID taken out', [bare, id('1'), at(1)], [bare, {}, at(1)]],
		['captured, with another ID', [bare, id('1'), at(1)], [bare, id('2'), at(1)]],
		['captured, with an ID in the payload', [ofDelivery], [ofDelivery, id('2')]],
		['signed anew, with the same ID', [bare, id('1'), at(1)], [bare, id('1'), at(2)]],
		['signed anew, with the signed ID', [bare, {}, at(1, 'm')], [bare, {}, at(2, 'm')]],
		['signed anew, with an ID in the body', [withId, {}, at(1)], [withId, {}, at(2)]],
		['the ID in another header', [bare, { 'svix-id': '1' }, at(1)], [bare, id('1'), at(2)]],
		['another attempt', [bare, attempt('1'), at(1)], [bare, attempt('2'), at(2)]],
		['the same field', [numbered, {}, byField], [{ ...numbered, attempt: 2 }, id('2'), byField]],
	])('%s', (_, one, other) => expect(isDuplicate(one, other)).toBe(true));
});

describe('two events', () => {
	const record = { id: 't1', event: 'task.updated', project: {} };
	const ofHook = { id: 'sub_1', event: 'task.updated', data: {} };
	const toggled = { ...bare, timestamp: '2026-11-22T01:02:03Z' };
	const byField = { options: { duplicateField: 'no' } };
	test.each<[string, Sent, Sent]>([
		['one body at two times', [toggled, id('1'), at(1)], [toggled, id('2'), at(2)]],
		['a record with its ID at two times', [record, {}, at(1)], [record, {}, at(2)]],
		['one body with two delivery IDs', [bare, id('1')], [bare, id('2')]],
		['one body with two signed IDs', [bare, {}, at(1, '1')], [bare, {}, at(1, '2')]],
		['the ID of a subscription', [ofHook, id('1')], [ofHook, id('2')]],
		['the ID of a subscription, signed', [ofHook, {}, at(1, '1')], [ofHook, {}, at(1, '2')]],
		['two names in headers', [{}, { 'x-event': 'a.b' }], [{}, { 'x-event': 'c.d' }]],
		[
			'an ID used again with other data',
			[{ event_id: 'test', n: 1 }],
			[{ event_id: 'test', n: 2 }],
		],
		['another field', [{ ...bare, no: 5 }, {}, byField], [{ ...bare, no: 6 }, {}, byField]],
		[
			'one field under two names',
			[{ event: 'task.updated', no: 5 }, {}, byField],
			[{ event: 'task.completed', no: 5 }, {}, byField],
		],
	])('%s', (_, one, other) => expect(isDuplicate(one, other)).toBe(false));

	test('are never the same with another body', () => {
		const body = fc.jsonValue().map((value) => ({ event: 'task.updated', value }));
		const headers = fc.dictionary(
			fc.constantFrom('x-delivery-id', 'x-event', 'webhook-id'),
			fc.constantFrom('task.created', 'a'),
		);
		fc.assert(
			fc.property(body, body, headers, headers, (one, other, before, after) => {
				const isSame = JSON.stringify(one) === JSON.stringify(other);
				if (isSame) expect(isDuplicate([one], [other])).toBe(true);
				else expect(isDuplicate([one, before, at(1)], [other, after, at(1)])).toBe(false);
			}),
		);
	});
});

describe('options', () => {
	const options = { duplicateField: 'no' };

	test('Duplicate Field: each entry of a batch on its own, the rules for those without it', () => {
		const entries = [1, undefined, 2, 1, undefined].map((no, at) => ({ event: 'a.b', no, at }));
		const [one, two, three, , five] = entries;
		const parts = keyed([entries, {}, { options }]);
		expect(parts).toMatchObject([
			{ id: '1', payload: one },
			{ id: undefined, payload: two },
			{ id: '2', payload: three },
			{ id: undefined, payload: five },
		]);
		expect(isDuplicate([entries, {}, { options }], [[entries[2]], {}, { options }])).toBe(true);
		const named = ['a.b', 'c.d'].map((event) => ({ event, no: 1 }));
		expect(keyed([named, {}, { options }])).toHaveLength(2);
	});

	test('Let Through: only Duplicate Field counts', () => {
		const through = { options: { ...options, duplicates: 'letThrough' as const } };
		const more = { ...through, ...at(1) };
		expect(keyed([bare, id('1'), more])).toMatchObject([{ meets: [], notes: [] }]);
		const numbered: Sent = [{ ...bare, no: 7 }, id('1'), more];
		expect(isDuplicate(numbered, numbered)).toBe(true);
	});
});

test('the ID for the output is that of the payload, the signature or a header', () => {
	const idOf = (...sent: Sent) => keyed(sent)[0]?.id;
	expect(idOf({ ...bare, event_id: 7, delivery_id: 8 }, id('1'))).toBe('7');
	expect(idOf({ ...bare, id: 9, data: {} })).toBe('9');
	expect(idOf(bare, id('1'), { signature: { id: '2' } })).toBe('2');
	expect(idOf(bare, id('1'))).toBe('1');
	expect(idOf(bare)).toBeUndefined();
	const batch = [1, 2].map((n) => ({ ...bare, event_id: n }));
	expect(keyed([batch]).map(({ id: own }) => own)).toEqual(['1', '2']);
});

const keys = (...names: string[]): DeliveryKey[] => names.map((key) => ({ key, isLasting: true }));

describe('what this process remembers', () => {
	afterEach(() => jest.restoreAllMocks());

	test('is forgotten if the delivery was not accepted', () => {
		noteKeys(keys('a', 'b'));
		expect([isNoted(keys('b', 'c')), isNoted(keys('c'))]).toEqual([true, false]);
		forgetKeys(keys('a', 'b'));
		expect(isNoted(keys('a', 'b'))).toBe(false);
	});

	test('has no ID in a header of a duplicate, which anyone can add: many would push out the rest', () => {
		const notedAgain = (...sent: Sent) => keyed(sent)[0]?.notesAgain.length;
		expect(notedAgain(bare, id('1'))).toBe(0);
		expect(notedAgain({ event: 'a.b', id: 7, data: {} }, id('1'))).toBe(0);
		expect(notedAgain(bare, id('1'), at(1))).toBe(1);
	});

	test('is kept for each trigger', () => {
		const [one, other] = ['t1', 't2'].map((trigger) => keyed([bare, id('1'), { trigger }]));
		noteKeys(one?.[0]?.notes ?? []);
		const areNoted = [one, other].map((events) => isNoted(events?.[0]?.meets ?? []));
		expect(areNoted).toEqual([true, false]);
	});

	test('counts for ten minutes without an ID and a time, and else until 100,000 others came', () => {
		const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
		const limited = [{ key: 'x', isLasting: false }];
		noteKeys([...limited, ...keys('first')]);
		clock.mockReturnValue(599_999);
		expect(isNoted(limited)).toBe(true);
		clock.mockReturnValue(600_000);
		expect([isNoted(limited), isNoted(keys('first'))]).toEqual([false, true]);

		const others = Array.from({ length: 99_999 }, (_, n) => `other ${n}`);
		noteKeys(keys(...others));
		expect(isNoted(keys('first'))).toBe(true);
		noteKeys(keys('last'));
		expect([isNoted(keys('first')), isNoted(keys('other 0'))]).toEqual([false, true]);
	});
});

describe("n8n's store", () => {
	let workflows = 0;

	/** A trigger whose deliveries another process has received, and executions of it on one or several workers. */
	function trigger() {
		const workflow = `w${++workflows}`;
		const row = Object.assign(new ProcessedRow(), { entries: [] as string[] });
		const execution = (executionId: string, check = row.checkAndRecord.bind(row)) =>
			({
				getWorkflow: () => ({ id: workflow }),
				getNode: () => ({ name: 'T' }),
				getExecutionId: () => executionId,
				logger: { warn: () => {} },
				helpers: {
					checkProcessedAndRecord: async (texts: string[], _: string, options: object) => {
						const { added, processed } = await check(texts, options);
						return { new: added, processed };
					},
					removeProcessed: async (texts: string[]) => await row.remove(texts),
				},
			}) as unknown as IExecuteFunctions; // what is used of it
		const run = async (
			executionId: string,
			keysOfEvents: DeliveryKey[][],
			receivedAt = 0,
			context = execution(executionId),
		) => {
			const events = keysOfEvents.map((each) => {
				const notesAgain = each.filter(({ isLasting }) => isLasting);
				return { meets: each, notes: each, notesAgain };
			});
			const kept = await withoutDuplicates(context, events, receivedAt);
			return kept.map((event) => events.indexOf(event));
		};
		return { run, row, execution };
	}

	test('knows a delivery by any of its keys, and each event of it', async () => {
		const { run } = trigger();
		expect(await run('e1', [keys('a', 'b'), keys('c')])).toEqual([0, 1]);
		expect(await run('e2', [keys('x', 'b'), keys('d')])).toEqual([1]);
		expect(await run('e3', [keys('x')])).toEqual([]);
		expect(await run('e4', [[]])).toEqual([0]);
	});

	test('lets an execution run that starts over, as its worker died', async () => {
		const { run } = trigger();
		expect(await run('e1', [keys('a')])).toEqual([0]);
		expect(await run('e1', [keys('a')])).toEqual([0]);
		expect(await run('e2', [keys('a')])).toEqual([]);
		expect(await run('e2', [keys('a')])).toEqual([0]);
	});

	test('counts ten minutes for a delivery without an ID and a time', async () => {
		const { run } = trigger();
		const limited = [[{ key: 'x', isLasting: false }]];
		expect(await run('e1', limited, 60_000)).toEqual([0]);
		expect(await run('e2', limited, 540_000)).toEqual([]);
		expect(await run('e3', limited, 660_000)).toEqual([0]);
	});

	/** Whether deliveries to one trigger start the workflow, and what the store has after each. */
	async function startsOf(...sent: Sent[]) {
		const { execution, row } = trigger();
		const starts: boolean[] = [];
		const entries: number[] = [];
		for (const [at, each] of sent.entries()) {
			const kept = await withoutDuplicates(execution(`e${at}`), keyed(each), 0);
			starts.push(kept.length > 0);
			entries.push(row.entries.filter((entry) => !entry.includes('execution')).length);
		}
		return { starts, entries };
	}

	test('knows which bytes came without an ID in a header, and a copy without one is not such', async () => {
		const withId = { id: 'evt_1', event: 'task.created', data: { id: 'task_1' } };
		const { starts } = await startsOf([withId], [withId, id('1')]);
		expect(starts).toEqual([true, false]);
		const sent: Sent[] = [[withId, id('1')], [withId, id('2')], [withId], [withId, id('3')]];
		expect((await startsOf(...sent)).starts).toEqual([true, true, false, true]);
	});

	test('knows a duplicate that was signed anew by what is signed, whatever IDs a copy of it has', async () => {
		const byTime = await startsOf(
			[bare, id('1'), at(1)],
			[bare, id('1'), at(2)],
			[bare, id('2'), at(2)],
		);
		expect(byTime.starts).toEqual([true, false, false]);
		const signedId = (text: string) => ({ signature: { id: text } });
		const byId = await startsOf(
			[bare, id('1'), signedId('a')],
			[bare, id('1'), signedId('b')],
			[bare, id('2'), signedId('b')],
		);
		expect(byId.starts).toEqual([true, false, false]);
	});

	test('gets no entries for the IDs in headers of duplicates, which would push out others', async () => {
		const ids = ['1', '2', '3'].map(id);
		const lasting = { id: 'sub_1', event: 'task.updated', data: {} };
		const { starts, entries } = await startsOf(
			[lasting],
			...ids.map((each): Sent => [lasting, each]),
		);
		expect(starts).toEqual([true, false, false, false]);
		expect(new Set(entries)).toEqual(new Set([2]));
		const signed = await startsOf(...ids.map((each): Sent => [bare, each, at(1)]));
		expect(signed.starts).toEqual([true, false, false]);
		expect(new Set(signed.entries)).toEqual(new Set([2]));
	});

	test('is written one after the other, so that no two at once run', async () => {
		const { run } = trigger();
		const all = await Promise.all(
			['e1', 'e2', 'e3'].map(async (id) => await run(id, [keys('a', id)])),
		);
		expect(all).toEqual([[0], [], []]);
		for (const id of ['e1', 'e2', 'e3']) expect(await run(`after ${id}`, [keys(id)])).toEqual([]);
	});

	test('has no entry for an execution of a delivery that this process has received', async () => {
		const { run, row } = trigger();
		noteKeys(keys('received here'));
		await run('e1', [keys('received here')]);
		expect(row.entries).toEqual(['received here']);
	});

	test('has 5,000 entries at most, and lets all run while it is away', async () => {
		const { run, row, execution } = trigger();
		const many = Array.from({ length: 5_000 }, (_, n) => `k${n}`);
		await run('e1', [keys('a')]);
		await run('e2', [keys(...many)]);
		expect(row.entries).toHaveLength(5_000);
		const away = execution('e3', async () => {
			throw new Error('The database is away');
		});
		expect(await run('e3', [keys('k4999')], 0, away)).toEqual([0]);
		expect(await run('e4', [keys('k4999')])).toEqual([]);
	});
});
