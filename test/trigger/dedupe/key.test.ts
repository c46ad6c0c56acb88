import { createHash } from 'node:crypto';

import * as fc from 'fast-check';

import { identify } from '../../../nodes/ProjectWorkspace/old/trigger/dedupe/key';
import {
	readTriggerOptions,
	type TriggerOptions,
} from '../../../nodes/ProjectWorkspace/old/trigger/options';
import { Payload } from '../../../nodes/ProjectWorkspace/old/trigger/names';
import { findEvent } from '../../../nodes/ProjectWorkspace/old/trigger/whichEvent';

const DAYS_MS = 2 * 86_400_000;
const TEN_MINUTES_MS = 600_000;
const UUID = 'a3f1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b';

type More = Partial<Omit<Parameters<typeof identify>[0], 'options'>> & { options?: object };

/** An event of a delivery, with its names. */
function eventOf(payload: unknown, headers: Record<string, string> = {}) {
	const read = new Payload(payload);
	const name = findEvent(read, headers, '')?.name;
	return { payload: read, name, nameInPayload: findEvent(read, {}, '')?.name };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

function optionsOf(set: object): TriggerOptions {
	const options = readTriggerOptions(set);
	if (!options.ok) throw new Error(options.problem.message);
	return options.value;
}

/** A delivery: its body, its headers, and what else is known of it. */
type Sent = readonly [body: unknown, headers?: Record<string, string>, more?: More];

const identifyBy = ([body, headers = {}, { options = {}, ...more } = {}]: Sent) =>
	identify({
		trigger: 'Trigger',
		bodyHash: sha256(JSON.stringify(body)),
		events: [eventOf(body, headers)],
		headers,
		signature: {},
		options: optionsOf(options),
		...more,
	});

const keysOf = (sent: Sent) =>
	identifyBy(sent)
		.parts.flat()
		.map(({ key }) => key);

/** How long each key counts, in the order of the table. */
const times = (...sent: Sent) =>
	identifyBy(sent)
		.parts.flat()
		.map(({ countsForMs }) => countsForMs);

const repeats = (one: Sent, other: Sent) => keysOf(other).some((key) => keysOf(one).includes(key));

const bare = { event: 'task.updated', task_id: 5 };
const id = (text: string) => ({ 'x-delivery-id': text });
const at = (timestamp: number) => ({ signature: { timestamp } });

test.each<[string, Sent, Array<number | undefined>]>([
	['nothing', [bare], [TEN_MINUTES_MS]],
	...['x-webhook-id', 'x-svix-id', 'webhook-id-old', 'x-request-id', 'redelivery'].map(
		(name): [string, Sent, number[]] => [name, [bare, { [name]: '1' }], [TEN_MINUTES_MS]],
	),
	...['delivery', 'x-delivery', 'x-delivery-id', 'event-id', 'x-message-id', 'idempotency-key']
		.concat('webhook-id', 'svix-id')
		.map((name): [string, Sent, number[]] => [name, [bare, { [name]: '1' }], [DAYS_MS]]),
	...['data', 'payload', 'body', 'object', 'record', 'resource', 'entity', 'item', 'run'].map(
		(name): [string, Sent, number[]] => [
			`an ID next to ${name}`,
			[{ event: 'my.workflow.run.completed', id: 7, [name]: {} }],
			[DAYS_MS],
		],
	),
	['an ID next to its record', [{ event: 'workflow.run.a', id: 7, workflowRun: {} }], [DAYS_MS]],
	['an ID next to a text', [{ event: 'a.b', id: 7, data: 'x' }], [TEN_MINUTES_MS]],
	['a time in the body', [{ ...bare, timestamp: 1_795_310_523 }], [TEN_MINUTES_MS]],
	['two headers with one ID', [bare, { 'webhook-id': '1', 'svix-id': '1' }], [DAYS_MS]],
	['two IDs', [bare, { 'x-event-id': '1', 'x-delivery-id': '2' }], [DAYS_MS, DAYS_MS]],
	['an ID in the payload', [{ ...bare, delivery_id: 'd' }, id('2')], [DAYS_MS]],
	['an empty ID', [bare, id('')], [TEN_MINUTES_MS]],
	['a signed time', [bare, {}, at(5)], [undefined]],
	['a signed time and an ID', [bare, { 'webhook-id': '1' }, at(5)], [undefined, DAYS_MS]],
	['a unique ID', [{ ...bare, event_id: UUID }], [undefined]],
	['a unique ID and a time', [{ ...bare, event_id: UUID }, {}, at(5)], [undefined]],
	['a plain ID and one in a header', [{ ...bare, id: 7, data: {} }, id('1')], [DAYS_MS]],
	[
		'IDs in 900 headers',
		[bare, Object.fromEntries(Array.from({ length: 900 }, (__, n) => [`${n}-delivery`, `${n}`]))],
		[DAYS_MS, DAYS_MS, DAYS_MS, DAYS_MS],
	],
])('the keys of a delivery with %s', (_, sent, expected) => {
	expect(times(...sent)).toEqual(expected);
});

describe('a repetition', () => {
	const withId = { id: 'evt_1', event: 'task.updated', data: {} };
	const ofDelivery = { delivery_id: 7, event: 'task.updated' };
	const named = (name: string) => ({ 'x-event': name });
	const unnamed = { event_id: UUID, a: 1 };
	const byId = { options: { duplicateField: 'event_id' } };
	const byBody = { options: { duplicates: 'body' } };
	const signedId = (timestamp: number) => ({ ...at(timestamp), signedIdHeader: 's' });
	const nextToTask = { id: 7, event: 'task.updated', task: {} };
	const unique = { ...bare, event_id: UUID };
	const ULID = { ...bare, eventId: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X' };
	const UUID_8 = { ...bare, event_id: UUID.replace('-4f', '-8f').replaceAll('-', '') };
	const KSUID = { ...bare, event_id: 'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W' };
	const inEvent = { event: { event_id: UUID, name: 'a.b' } };
	const attempt = (n: string) => ({ 'x-event-id': 'e', ...id(n) });
	test.each<[string, Sent, Sent]>([
		['the same body and nothing else', [bare], [bare]],
		[
			'captured, under another name',
			[{ a: 1 }, named('a.b'), at(1)],
			[{ a: 1 }, named('c'), at(1)],
		],
		['a unique ID under another name', [unnamed, named('a.b')], [{ ...unnamed, n: 1 }, named('c')]],
		['a field under another name', [unnamed, named('a.b'), byId], [unnamed, named('c'), byId]],
		[
			'by body under another name',
			[{ a: 1 }, named('a.b'), byBody],
			[{ a: 1 }, named('c'), byBody],
		],
		[
			'an ID that a person has named',
			[bare, { s: '1' }, signedId(1)],
			[bare, { s: '1' }, signedId(2)],
		],
		[
			'that, beside another ID',
			[bare, { s: '1', ...id('1') }, signedId(1)],
			[bare, { s: '1' }, signedId(2)],
		],
		['signed anew, with the same ID', [bare, id('1'), at(1)], [bare, id('1'), at(2)]],
		['the ID in another header', [bare, { 'svix-id': '1' }, at(1)], [bare, id('1'), at(2)]],
		['another attempt', [bare, attempt('1'), at(1)], [bare, attempt('2'), at(2)]],
		['signed anew, with an ID in the body', [withId, {}, at(1)], [withId, {}, at(2)]],
		['with an ID next to its record', [nextToTask, {}, at(1)], [nextToTask, {}, at(2)]],
		['captured, with its ID taken out', [bare, id('1'), at(1)], [bare, {}, at(1)]],
		['captured, with another ID', [bare, id('1'), at(1)], [bare, id('2'), at(1)]],
		['captured, with an ID in the payload', [ofDelivery], [ofDelivery, id('2')]],
		['another attempt with a unique ID', [unique], [{ ...unique, attempt: 2 }, {}, at(2)]],
		['the same ULID', [ULID], [{ ...ULID, n: 2 }]],
		['the same UUID of version 8', [UUID_8], [{ ...UUID_8, n: 2 }]],
		['the same KSUID after a prefix', [KSUID], [{ ...KSUID, n: 2 }]],
		['a unique ID in an event object', [inEvent], [{ ...inEvent, n: 2 }]],
	])('%s', (_, one, other) => expect(repeats(one, other)).toBe(true));
});

describe('two events', () => {
	const eachOf = (body: object, name = 'x-delivery-id', constant?: string): [Sent, Sent] => [
		[body, { [name]: constant ?? '1' }, at(1)],
		[body, { [name]: constant ?? '2' }, at(2)],
	];
	const differ = (more: object): [Sent, Sent] => [
		[{ ...bare, ...more, n: 1 }],
		[{ ...bare, ...more, n: 2 }],
	];
	const record = { id: 't1', event: 'task.updated', project: {} };
	const ofHook = { id: 'sub_1', event: 'task.updated', data: {} };
	const signed = (own: string) => ({ signature: { id: own, timestamp: 1 } });
	const unique = { event_id: UUID };
	test.each<[string, Sent, Sent]>([
		['a constant time in the body', ...eachOf({ ...bare, timestamp: '2026-11-22T01:02:03Z' })],
		['a record that was sent as it is, with its ID', [record, {}, at(1)], [record, {}, at(2)]],
		['the ID of a company in a header', ...eachOf(bare, 'x-service-company-id', 'c')],
		['the ID of a subscription in a header', ...eachOf(bare, 'x-service-webhook-id', 'c')],
		['one body with two delivery IDs', [bare, id('1')], [bare, id('2')]],
		['the ID of a subscription in the payload', [ofHook, id('1')], [ofHook, id('2')]],
		['a signed ID next to it', [ofHook, {}, signed('1')], [ofHook, {}, signed('2')]],
		['two names in headers', [{}, { 'x-event': 'a.b' }], [{}, { 'x-event': 'c.d' }]],
		['two triggers', [bare, {}, { trigger: 'one' }], [bare, {}, { trigger: 'other' }]],
		['an ID used again with other data', ...differ({ id: 'evt_test_1', data: {} })],
		['the same UUID as id', ...differ({ id: UUID, data: {} })],
		['the same UUID as delivery_id', ...differ({ delivery_id: UUID })],
		...[
			...[7, '000000000000000000000000017', 'task_updated_event_version_2'],
			...['2026-11-22T01:02:03.000Z', '00000000-0000-0000-0000-000000000000'],
			...[UUID.replace('-8a', '-ca'), UUID.replace('-4f', '-9f'), UUID.replaceAll('-', '_')],
			...['71J8ZQ4Y7M3K5N9P2R6T8V0W1X', '01J8ZQ4Y7M3K5N9P2R6T8V0W1U', '01234567890123456789012345'],
			...[
				'2KWPBGLLAFXDPX2AI54PPJ85F4W',
				'2kwpbgllafxdpx2ai54ppj85f4w',
				'aKWPBgLlAfxdpxaAIaapPJaafaW',
			],
		].map((text): [string, Sent, Sent] => [`${text} as event_id`, ...differ({ event_id: text })]),
		['a unique ID under two names', [{ ...unique, event: 'a' }], [{ ...unique, event: 'c' }]],
		['a unique ID in the record', ...differ({ data: { event_id: UUID } })],
	])('%s', (_, one, other) => expect(repeats(one, other)).toBe(false));
});

describe('a batch', () => {
	const one = { event: 'task.updated', id: 1 };
	const own = { event_id: UUID, event: 'task.updated' };
	const batchOf = (payloads: object[], headers = {}, more: More = {}): Sent => [
		payloads,
		headers,
		{
			events: payloads.map((payload) => eventOf(payload)),
			envelope: new Payload(payloads),
			...more,
		},
	];

	test('whose entries have no unique IDs is one delivery', () => {
		expect(times(...batchOf([one, one]))).toEqual([TEN_MINUTES_MS]);
		expect(times(...batchOf([{ ...one, event_id: 7 }, one]))).toEqual([DAYS_MS]);
		expect(times(...batchOf([one, one], id('1'), at(5)))).toEqual([undefined, DAYS_MS]);
		expect(times(...batchOf([one], {}, { envelope: new Payload({ delivery_id: 7 }) }))).toEqual([
			DAYS_MS,
		]);
		expect(identifyBy(batchOf([one, one])).events.map(({ part }) => part)).toEqual([0, 0]);
		expect(repeats(batchOf([one, one]), batchOf([one, one]))).toBe(true);
		expect(repeats(batchOf([one, one]), batchOf([one]))).toBe(false);
	});

	test('has a part for each unique ID, and one for all others', () => {
		const { parts, events } = identifyBy(batchOf([one, own, one], {}, at(1)));
		expect(parts.map((keys) => keys.length)).toEqual([2, 1]);
		expect(events.map(({ part }) => part)).toEqual([0, 1, 0]);
		expect(events[1]?.id).toBe(UUID);
		expect(repeats(batchOf([{}, own], {}, at(1)), batchOf([own], {}, at(2)))).toBe(true);
	});
});

describe('Duplicate Deliveries', () => {
	const one = { event_id: UUID, event: 'task.updated', ref: { no: 5 } };
	const other = { ...one, event_id: UUID.replace('a', 'b') };

	test('by field: its value and the name are the event', () => {
		const more = { options: { duplicateField: 'ref.no' } };
		expect(repeats([one, {}, more], [other, {}, more])).toBe(true);
		expect(repeats([one, {}, more], [{ ...one, event: 'task.completed' }, {}, more])).toBe(false);
		expect(repeats([one, {}, more], [{ ...one, ref: { no: 6 } }, {}, more])).toBe(false);
		const { parts, events } = identifyBy([one, {}, more]);
		expect(parts).toEqual([[{ key: expect.any(String) }]]);
		expect(events).toMatchObject([{ id: '5', part: 0 }]);
		for (const duplicates of [undefined, 'letThrough', 'body']) {
			const with2 = { options: { duplicateField: 'ref.no', duplicates } };
			expect(keysOf([one, {}, with2])).toEqual(keysOf([one, {}, more]));
		}
		expect(times(bare, {}, more)).toEqual([TEN_MINUTES_MS]);
	});

	test('let through: none', () => {
		expect(times(one, id('1'), { options: { duplicates: 'letThrough' }, ...at(1) })).toEqual([]);
	});

	test('by body: for two days', () => {
		const more = { options: { duplicates: 'body' } };
		expect(times(one, id('1'), { ...more, ...at(1) })).toEqual([DAYS_MS]);
		expect(repeats([one, id('1'), { ...more, ...at(1) }], [one, id('2'), more])).toBe(true);
	});

	test('with Delivery ID Header, no other header counts', () => {
		const more = { options: { deliveryIdHeader: ' X-Trace ' } };
		const of = (trace: string, other: string): Sent => [
			bare,
			{ 'x-trace': trace, ...id(other) },
			more,
		];
		expect(repeats(of('1', '7'), of('1', '8'))).toBe(true);
		expect(repeats(of('1', '7'), of('2', '7'))).toBe(false);
		const own = { id: 'sub_1', event: 'task.updated', data: {} };
		expect(repeats([own, { 'x-trace': '1' }, more], [own, { 'x-trace': '2' }, more])).toBe(false);
		expect(repeats([own, { 'x-trace': '1' }, more], [own, { 'x-trace': '1' }, more])).toBe(true);
		expect(repeats([own, {}, more], [own, {}, more])).toBe(true);
		const named = { options: { deliveryIdHeader: 'X-Webhook-ID' } };
		expect(times(bare, { 'x-webhook-id': '1' }, named)).toEqual([DAYS_MS]);
	});
});

test('the ID for the output is that of the event, of the delivery, or of a header', () => {
	const idOf = (...sent: Sent) => identifyBy(sent).events[0]?.id;
	expect(idOf({ ...bare, event_id: 7, delivery_id: 8 }, id('1'))).toBe('7');
	expect(idOf({ ...bare, delivery_id: 8 }, id('1'))).toBe('8');
	expect(idOf({ ...bare, id: 9, delivery_id: 8, data: {} })).toBe('9');
	expect(idOf(bare, id('1'), { signature: { id: '2' } })).toBe('1');
	expect(idOf(bare, {}, { signature: { id: '2' } })).toBe('2');
	expect(idOf(bare)).toBeUndefined();
});

const BARE_HASH = sha256(JSON.stringify(bare));
const BY_TASK = { options: { duplicateField: 'task_id' } };

/** n8n keeps keys: where they change, a delivery that was recorded before an update is a new event after it. */
test.each<[string, Sent]>([
	[`7:eventId7:Trigger36:${UUID}12:task.updated`, [{ event_id: UUID, event: 'task.updated' }]],
	[`10:signedTime7:Trigger43:${BARE_HASH}1:50:`, [bare, {}, at(5)]],
	[`9:payloadId7:Trigger43:${sha256('{"event_id":17}')}`, [{ event_id: 17 }]],
	[`8:headerId7:Trigger43:${BARE_HASH}1:1`, [bare, id('1')]],
	[`8:bodyOnly7:Trigger43:${BARE_HASH}12:task.updated`, [bare]],
	['5:field7:Trigger12:task.updated1:5', [bare, {}, BY_TASK]],
])('the key is the hash of %s', (text, sent) => {
	expect(keysOf(sent)[0]).toBe(sha256(text));
});

test('another body is another event, unless its payload has a unique ID', () => {
	const body = fc.jsonValue().map((value) => ({ event: 'task.updated', value }));
	const headers = fc.dictionary(
		fc.constantFrom('x-delivery-id', 'x-event', 'webhook-id', 'x-webhook-id'),
		fc.constantFrom('task.created', 'a', UUID),
	);
	fc.assert(
		fc.property(body, body, headers, headers, (one, other, before, after) => {
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			if (isSame) expect(repeats([one], [other])).toBe(true);
			else expect(repeats([one, before], [other, after])).toBe(false);
		}),
	);
});
