import { createHash } from 'node:crypto';

import * as fc from 'fast-check';

import { DELIVERY_KEYS, identify } from '../../../nodes/ProjectWorkspace/trigger/dedupe/key';
import { readOptions, type TriggerOptions } from '../../../nodes/ProjectWorkspace/trigger/options';
import { findEvent } from '../../../nodes/ProjectWorkspace/trigger/whichEvent';

const DAYS_MS = 2 * 86_400_000;
const TEN_MINUTES_MS = 600_000;
const UUID = 'a3f1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b';

type More = Partial<Parameters<typeof identify>[0]> & { options?: Partial<TriggerOptions> };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function optionsOf(set: Partial<TriggerOptions> = {}) {
	const options = readOptions(set);
	if (!options.ok) throw new Error(options.problem.message);
	return options.value;
}

function identifyBy(body: unknown, headers: Record<string, string> = {}, more: object = {}) {
	const { options, ...rest }: { options?: Partial<TriggerOptions> } = more;
	return identify({
		bodyHash: sha256(JSON.stringify(body)),
		payload: body,
		headers,
		event: findEvent(body, headers, '')?.name,
		options: optionsOf(options),
		...rest,
	});
}

const keysOf = (...given: Parameters<typeof identifyBy>) =>
	identifyBy(...given).keys.map(({ key }) => key);

/** How long each key counts, in the order of the table. */
const times = (...given: Parameters<typeof identifyBy>) =>
	identifyBy(...given).keys.map(({ countsForMs }) => countsForMs);

type Sent = readonly [body: unknown, headers?: Record<string, string>, more?: object];

const repeats = (one: Sent, other: Sent) => {
	const before = keysOf(...one);
	return keysOf(...other).some((key) => before.includes(key));
};

const NO_HEADERS: Record<string, string> = {};
const bare = { event: 'task.updated', task_id: 5 };

test.each<[string, Sent, Array<number | undefined>]>([
	['nothing', [bare], [TEN_MINUTES_MS]],
	['the ID of a subscription', [bare, { 'x-webhook-id': '1' }], [TEN_MINUTES_MS]],
	['a request ID', [bare, { 'x-request-id': '1' }], [TEN_MINUTES_MS]],
	['a time in the body', [{ ...bare, timestamp: 1_795_310_523 }], [TEN_MINUTES_MS]],
	['a delivery ID in a header', [bare, { 'x-service-delivery': '1' }], [DAYS_MS]],
	['two headers with one ID', [bare, { 'webhook-id': '1', 'svix-id': '1' }], [DAYS_MS]],
	['two IDs', [bare, { 'x-event-id': '1', 'x-delivery-id': '2' }], [DAYS_MS, DAYS_MS]],
	['an ID in the payload', [{ ...bare, delivery_id: 'd' }, { 'x-delivery-id': '2' }], [DAYS_MS]],
	['a signed time', [bare, {}, { signedTime: 5 }], [undefined]],
	[
		'a signed time and an ID',
		[bare, { 'webhook-id': '1' }, { signedTime: 5 }],
		[undefined, DAYS_MS],
	],
	['a unique ID', [{ ...bare, event_id: UUID }], [undefined, DAYS_MS]],
	[
		'a unique ID and a signed time',
		[{ ...bare, event_id: UUID }, {}, { signedTime: 5 }],
		[undefined, undefined],
	],
])('the keys of a delivery with %s', (_, sent, expected) => {
	expect(times(...sent)).toEqual(expected);
});

describe('a repetition', () => {
	const at = (signedTime: number) => ({ signedTime });
	test.each<[string, Sent, Sent]>([
		['the same body and nothing else', [bare], [bare]],
		[
			'the same bytes under another name in a header',
			[{ a: 1 }, { 'x-event': 'a.b' }],
			[{ a: 1 }, { 'x-event': 'c.d' }],
		],
		[
			'signed anew, with the same ID in a header',
			[bare, { 'webhook-id': 'm1' }, at(1)],
			[bare, { 'webhook-id': 'm1' }, at(2)],
		],
		[
			'signed anew, with the same ID under another header',
			[bare, { 'svix-id': 'm1' }, at(1)],
			[bare, { 'webhook-id': 'm1' }, at(2)],
		],
		[
			'signed anew, with the same event and another attempt',
			[bare, { 'x-event-id': 'e', 'x-delivery-id': '1' }, at(1)],
			[bare, { 'x-event-id': 'e', 'x-delivery-id': '2' }, at(2)],
		],
		[
			'signed anew, with an ID in the body',
			[{ id: 'evt_1', event: 'task.updated', data: {} }, {}, at(1)],
			[{ id: 'evt_1', event: 'task.updated', data: {} }, {}, at(2)],
		],
		[
			'signed anew, with an ID next to its record',
			[{ id: 7, event: 'task.updated', task: {} }, {}, at(1)],
			[{ id: 7, event: 'task.updated', task: {} }, {}, at(2)],
		],
		['captured, with its ID taken out', [bare, { 'x-delivery-id': '1' }, at(1)], [bare, {}, at(1)]],
		[
			'captured, with another ID, under a signed time',
			[bare, { 'x-delivery-id': '1' }, at(1)],
			[bare, { 'x-delivery-id': '2' }, at(1)],
		],
		[
			'captured, with another header, next to an ID in the payload',
			[{ ...bare, event_id: 7 }],
			[{ ...bare, event_id: 7 }, { 'x-delivery-id': '2' }],
		],
		[
			'captured, with another name in a header, and a unique ID',
			[{ event_id: UUID }, { 'x-event': 'a.b' }],
			[{ event_id: UUID }, { 'x-event': 'c.d' }],
		],
		[
			'another attempt with a unique ID',
			[{ ...bare, event_id: UUID }],
			[{ ...bare, event_id: UUID, attempt: 2 }, {}, at(2)],
		],
		[
			'a ULID',
			[{ ...bare, eventId: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X' }],
			[{ ...bare, eventId: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X', n: 2 }],
		],
		[
			'a KSUID after a prefix',
			[{ ...bare, event_id: 'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W' }],
			[{ ...bare, event_id: 'evt_2KWPBgLlAfxdpx2AI54pPJ85f4W', n: 2 }],
		],
		[
			'a unique ID in an event object',
			[{ event: { event_id: UUID, name: 'a.b' } }],
			[{ event: { event_id: UUID, name: 'a.b' }, n: 2 }],
		],
	])('%s', (_, one, other) => expect(repeats(one, other)).toBe(true));
});

describe('two events', () => {
	const at = (signedTime: number) => ({ signedTime });
	const toggled = (more: object) => ({ event: 'task.updated', task: 5, ...more });
	const differ = (more: object): [Sent, Sent] => [
		[{ ...bare, ...more, n: 1 }],
		[{ ...bare, ...more, n: 2 }],
	];
	test.each<[string, Sent, Sent]>([
		...['created_at', 'timestamp', 'date', 'at', 'recorded_at'].map(
			(field): [string, Sent, Sent] => [
				`the same body with ${field}, each with its signed time and delivery ID`,
				[toggled({ [field]: '2026-11-22T01:02:03Z' }), { 'x-delivery-id': '1' }, at(1)],
				[toggled({ [field]: '2026-11-22T01:02:03Z' }), { 'x-delivery-id': '2' }, at(2)],
			],
		),
		[
			'a record that was sent as it is, with its ID',
			[{ id: 't1', event: 'task.updated', project: {} }, {}, at(1)],
			[{ id: 't1', event: 'task.updated', project: {} }, {}, at(2)],
		],
		[
			'the ID of a company in a header',
			[bare, { 'x-service-company-id': 'c' }, at(1)],
			[bare, { 'x-service-company-id': 'c' }, at(2)],
		],
		[
			'the ID of a subscription in a header',
			[bare, { 'x-service-webhook-id': 'c' }, at(1)],
			[bare, { 'x-service-webhook-id': 'c' }, at(2)],
		],
		[
			'one body with two delivery IDs',
			[bare, { 'x-delivery-id': '1' }],
			[bare, { 'x-delivery-id': '2' }],
		],
		['an ID used again with other data', ...differ({ id: 'evt_test_1', data: {} })],
		['the same UUID as id', ...differ({ id: UUID, data: {} })],
		['the same UUID as delivery_id', ...differ({ delivery_id: UUID })],
		['a counter as event_id', ...differ({ event_id: 7 })],
		['a long counter as event_id', ...differ({ event_id: '000000000000000000000000017' })],
		['a UUID of nothing', ...differ({ event_id: '00000000-0000-0000-0000-000000000000' })],
		['a word as event_id', ...differ({ event_id: 'task_updated_event_version_2' })],
		['a date as event_id', ...differ({ event_id: '2026-11-22T01:02:03.000Z' })],
		[
			'a unique ID under two names',
			[{ event_id: UUID, event: 'a.b' }],
			[{ event_id: UUID, event: 'c.d' }],
		],
		[
			'a unique ID in the record',
			[{ ...bare, data: { event_id: UUID }, n: 1 }],
			[{ ...bare, data: { event_id: UUID }, n: 2 }],
		],
	])('%s', (_, one, other) => expect(repeats(one, other)).toBe(false));
});

describe('an entry of a batch', () => {
	const batch = [
		{ event: 'task.updated', id: 1 },
		{ event: 'task.updated', id: 1 },
	];
	const entry = (place: number, payload: object = batch[place] ?? {}): More => ({
		entry: { payload, place },
		event: 'task.updated',
	});
	test('has the keys of the delivery with its place', () => {
		expect(repeats([batch, {}, entry(0)], [batch, {}, entry(0)])).toBe(true);
		expect(repeats([batch, {}, entry(0)], [batch, {}, entry(1)])).toBe(false);
		const sent = { 'x-delivery-id': '1' };
		expect(times(batch, sent, { ...entry(1), signedTime: 5 })).toEqual([undefined, DAYS_MS]);
		expect(times({ delivery_id: 7, events: batch }, {}, entry(0))).toEqual([DAYS_MS]);
	});

	test('has its own ID alone, wherever it is', () => {
		const own = { event_id: UUID, event: 'task.updated' };
		const again: Sent = [[own], {}, { ...entry(0, own), signedTime: 2 }];
		expect(repeats([[{}, own], {}, { ...entry(1, own), signedTime: 1 }], again)).toBe(true);
		expect(keysOf(...again)).toHaveLength(1);
	});
});

describe('what a person has chosen', () => {
	const one = { event_id: UUID, event: 'task.updated', ref: { no: 5 } };
	const other = { ...one, event_id: UUID.replace('a', 'b') };
	test('by field: its value and the name are the event', () => {
		const more = { options: { duplicates: 'field', duplicateField: 'ref.no' } };
		expect(repeats([one, {}, more], [other, {}, more])).toBe(true);
		expect(repeats([one, {}, more], [{ ...one, event: 'task.completed' }, {}, more])).toBe(false);
		expect(repeats([one, {}, more], [{ ...one, ref: { no: 6 } }, {}, more])).toBe(false);
		expect(identifyBy(one, {}, more)).toEqual({ keys: [{ key: expect.any(String) }], id: '5' });
		expect(times(bare, {}, more)).toEqual([TEN_MINUTES_MS]);
		expect(repeats([one, {}, { options: { duplicateField: 'ref.no' } }], [other])).toBe(false);
	});

	test('by body: with its name, for two days', () => {
		const more = { options: { duplicates: 'body' }, signedTime: 1 };
		expect(times(one, { 'x-delivery-id': '1' }, more)).toEqual([DAYS_MS]);
		expect(
			repeats([one, {}, more], [one, { 'x-delivery-id': '2' }, { ...more, signedTime: 2 }]),
		).toBe(true);
		expect(repeats([{}, { 'x-event': 'a.b' }, more], [{}, { 'x-event': 'c.d' }, more])).toBe(false);
	});

	test('a header with the ID, whatever it is called: no other counts', () => {
		const more = { options: { deliveryIdHeader: ' X-Trace ' } };
		const of = (trace: string, id: string): Sent => [
			bare,
			{ 'x-trace': trace, 'x-delivery-id': id },
			more,
		];
		expect(repeats(of('1', '7'), of('1', '8'))).toBe(true);
		expect(repeats(of('1', '7'), of('2', '7'))).toBe(false);
		expect(
			times(bare, { 'x-webhook-id': '1' }, { options: { deliveryIdHeader: 'X-Webhook-ID' } }),
		).toEqual([DAYS_MS]);
	});
});

test('the ID for the output is that of the event, of the delivery, or of a header', () => {
	const headers = { 'x-delivery-id': '1' };
	expect(identifyBy({ ...bare, event_id: 7, delivery_id: 8 }, headers).id).toBe('7');
	expect(identifyBy({ ...bare, delivery_id: 8 }, headers).id).toBe('8');
	expect(identifyBy(bare, headers).id).toBe('1');
	expect(identifyBy(bare).id).toBeUndefined();
});

/** n8n keeps keys: where they change, a delivery that was recorded before an update is a new event after it. */
test.each<[string, Sent]>([
	[`7:eventId36:${UUID}12:task.updated`, [{ event_id: UUID, event: 'task.updated' }]],
	[`10:signedTime64:${sha256(JSON.stringify(bare))}0:1:50:`, [bare, {}, { signedTime: 5 }]],
	[`9:payloadId64:${sha256('{"event_id":17}')}0:`, [{ event_id: 17 }]],
	[`8:headerId64:${sha256(JSON.stringify(bare))}0:1:1`, [bare, { 'x-delivery-id': '1' }]],
	[`8:bodyOnly64:${sha256(JSON.stringify(bare))}0:`, [bare]],
	[
		'5:field12:task.updated1:5',
		[bare, {}, { options: { duplicates: 'field', duplicateField: 'task_id' } }],
	],
])('the key is the hash of %s', (text, sent) => {
	expect(keysOf(...sent)[0]).toBe(sha256(text));
});

test('another body is another event, unless its payload has a unique ID', () => {
	const body = fc.jsonValue().map((value) => ({ event: 'task.updated', value }));
	const headers = fc.dictionary(
		fc.constantFrom('x-delivery-id', 'x-event', 'webhook-id', 'x-webhook-id'),
		fc.constantFrom('task.created', 'a', UUID),
	);
	fc.assert(
		fc.property(body, body, headers, headers, (one, other, before, after) => {
			if (JSON.stringify(one) === JSON.stringify(other))
				return expect(repeats([one], [other])).toBe(true);
			return expect(repeats([one, before], [other, after])).toBe(false);
		}),
	);
});

test('headers change nothing where the time is signed', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (one, other) => {
			const sent = (id: string): Sent => [
				bare,
				{ 'x-delivery-id': id, 'x-event': id },
				{ signedTime: 1 },
			];
			expect(repeats(sent(one), sent(other))).toBe(true);
		}),
	);
});

test('a delivery takes three entries of the store at most, and one more pair for each further ID header', () => {
	const entries = (...given: Parameters<typeof identifyBy>) =>
		times(...given).reduce<number>((sum, time) => sum + (time === undefined ? 1 : 2), 0);
	const time = { signedTime: 1 };
	for (const body of [bare, { ...bare, event_id: UUID }, { ...bare, delivery_id: 1 }]) {
		for (const headers of [NO_HEADERS, { 'x-delivery-id': '1' }]) {
			expect(entries(body, headers)).toBeLessThanOrEqual(3);
			expect(entries(body, headers, time)).toBeLessThanOrEqual(3);
		}
	}
	expect(Object.keys(DELIVERY_KEYS)).toHaveLength(5);
});
