import { createHash } from 'node:crypto';

import * as fc from 'fast-check';

import { deliveryKey, type KeyInput } from '../../../nodes/ProjectWorkspace/trigger/dedupe/key';
import { findEvent } from '../../../nodes/ProjectWorkspace/trigger/findEvent';
import { readOptions, type TriggerOptions } from '../../../nodes/ProjectWorkspace/trigger/options';
import { parsePayload } from '../../../nodes/ProjectWorkspace/trigger/payload';

const DAYS_MS = 2 * 86_400_000;
const TEN_MINUTES_MS = 600_000;
const UUID = 'a3f1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b';

function identify(
	body: unknown,
	headers: Record<string, string> = {},
	more: Partial<KeyInput> = {},
	options: Partial<TriggerOptions> = {},
) {
	const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const payload = parsePayload(rawBody);
	return deliveryKey({
		rawBody,
		payload,
		headers,
		event: findEvent(payload, headers, ''),
		options: readOptions(options),
		...more,
	});
}

const same = (one: { key: string }, other: { key: string }) => one.key === other.key;

const record = { id: 'task_1', title: 'x' };

describe('how long a delivery counts', () => {
	const TIME = '2026-11-22T01:02:03Z';
	const bare = { event: 'task.updated', task_id: 5 };
	test.each<[string, unknown, Record<string, string>, Partial<KeyInput>, number | undefined]>([
		['a signed ID', bare, { 'x-delivery-id': '1' }, { signedId: 'msg_1' }, undefined],
		['an ID of the event', { ...bare, event_id: UUID }, {}, {}, undefined],
		[
			'a time of the event',
			{ ...bare, occurred_at: TIME },
			{ 'x-delivery-id': '1' },
			{},
			undefined,
		],
		['a signed time', bare, { 'x-delivery-id': '1' }, { signedTime: 5 }, undefined],
		['a small number', { ...bare, event_id: 17 }, { 'x-delivery-id': '1' }, {}, DAYS_MS],
		['a delivery ID in a header', bare, { 'x-delivery-id': '1' }, {}, DAYS_MS],
		['the ID of a subscription', bare, { 'x-webhook-id': '1' }, {}, TEN_MINUTES_MS],
		['nothing', bare, {}, {}, TEN_MINUTES_MS],
	])('%s', (_, body, headers, more, countsForMs) => {
		expect(identify(body, headers, more).countsForMs).toBe(countsForMs);
	});
});

describe('one event has one key', () => {
	const evt = { id: 'evt_1', event: 'task.created', data: record };
	test.each([
		['an ID that says so', evt],
		['a UUID', { event_id: UUID, event: 'task.updated', data: record }],
		['a ULID', { eventId: '01J8ZQ4Y7M3K5N9P2R6T8V0W1X', event: 'task.updated' }],
		['a KSUID', { meta: { event_id: '2KWPBgLlAfxdpx2AI54pPJ85f4W' }, event: 'task.updated' }],
		['sixteen random characters', { webhook_event_id: 'f81d4fae7dec11d0', event: 'task.updated' }],
		['an event object with one', { event: { id: 'evt_9', name: 'task.updated' }, data: record }],
	])('whatever else of the body differs: %s', (_, payload) => {
		expect(same(identify(payload), identify({ ...payload, attempt: 2 }))).toBe(true);
		expect(identify(payload).countsForMs).toBeUndefined();
	});

	test.each([
		['its ID is signed', { event: 'task.updated', attempt: 1 }, { signedId: 'msg_1' }],
		['its ID is in the payload', { event_id: UUID, event: 'task.updated' }, {}],
		[
			'its time is in the payload',
			{ event: 'task.updated', created_at: '2026-11-22T01:02:03Z' },
			{},
		],
		['its time is in an object', { event: { name: 'task.updated', time: 1_795_310_523 } }, {}],
		[
			'its record says when it changed',
			{ event: 'task.updated', data: { ...record, updated_at: '2026-11-22 01:02:03' } },
			{},
		],
		[
			'its record says when it was created',
			{ event: 'task.created', data: { ...record, created_at: 1_795_310_523_000 } },
			{},
		],
		['its record came as it is', { ...record, updated_at: '2026-11-22T01:02:03.5+01:00' }, {}],
		['its time is signed', { event: 'task.updated', task_id: 5 }, { signedTime: 7 }],
		['it has a small number', { event: 'task.updated', event_id: 17 }, {}],
		['it has a number as a flat record', { event: 'task.updated', id: 5, delivery_id: 17 }, {}],
	])('whatever the headers say that are not signed: %s', (_, payload, more) => {
		const altered = {
			'x-delivery-id': '2',
			'x-event': 'user.invited',
			'content-type': 'text/plain',
		};
		expect(
			same(identify(payload, { 'x-delivery-id': '1' }, more), identify(payload, altered, more)),
		).toBe(true);
		expect(same(identify(payload, {}, more), identify(payload, altered, more))).toBe(true);
	});

	test('though it was signed anew: its body has a time of its own', () => {
		const payload = { event: 'task.updated', task_id: 5, timestamp: 1_795_310_523 };
		expect(
			same(identify(payload, {}, { signedTime: 1 }), identify(payload, {}, { signedTime: 2 })),
		).toBe(true);
	});

	test('though a header changes with each attempt', () => {
		expect(
			same(identify(record, { 'x-request-id': '1' }), identify(record, { 'x-request-id': '2' })),
		).toBe(true);
	});
});

test.each([
	['timestamp', 1_795_310_523.123, true],
	['ts', '1795310523123', true],
	['time', '2026-11-22T01:02:03+01:00', true],
	['date', 'Sun, 22 Nov 2026 01:02:03 GMT', true],
	['at', '20261122T010203Z', true],
	['sentAt', '2026-11-22T01:02:03.123456Z', true],
	['occurred_on', '2026-11-22 01:02', true],
	['event_time', 1_795_310_523, true],
	['event_timestamp', 1_795_310_523_000, true],
	['created', 1_795_310_523, true],
	['createdAt', '2026-11-22T01:02:03Z', true],
	['dateCreated', '2026-11-22T01:02:03Z', true],
	['datetime', '2026-11-22T01:02:03Z', true],
	['update_time', '2026-11-22T01:02:03Z', true],
	['lastModified', '2026-11-22T01:02:03Z', true],
	['due_at', '2026-11-22T01:02:03Z', false],
	['deadline', '2026-11-22T01:02:03Z', false],
	['starts_on', '2026-11-22T01:02:03Z', false],
	['expires_at', 1_795_310_523, false],
	['timestamp', 'soon', false],
	['timestamp', 7, false],
	['updated', true, false],
	['created_at', '2026-11-22', false],
	['event_created_at', '2026-11-22T01:02:03Z', true],
	['webhook_timestamp', '2026-11-22T01:02:03Z', true],
	['sentAtMs', 1_795_310_523_000, true],
	['unix_timestamp', 1_795_310_523, true],
	['timestamp', { seconds: 1_795_310_523, nanos: 5 }, true],
	['timestamp', '/Date(1795310523000)/', true],
	['timestamp', 'Sun Nov 22 2026 01:02:03 GMT+0000', true],
	['timestamp', '11/22/2026 01:02:03', true],
	['timestamp', '20261122010203', true],
	['timestamp', { timezone: 'UTC' }, false],
	['event', { name: 'task.updated', due_at: '2026-11-22T01:02:03Z' }, false],
	['event_deadline', '2026-11-22T01:02:03Z', false],
	['event_info', { timestamp: 1_795_310_523 }, true],
	['events', [{ occurred_at: '2026-11-22T01:02:03Z' }], true],
	['data', [{ id: 1, updated_at: '2026-11-22T01:02:03Z' }], true],
	['webhook', { id: UUID, created_at: '2026-11-22T01:02:03Z' }, false],
	['subscription', { id: UUID, updated_at: '2026-11-22T01:02:03Z' }, false],
])('the field %s with %j tells when the event was: %s', (field, value, isTold) => {
	const body = { event: 'task.updated', task_id: 5, [field]: value };
	expect(identify(body).countsForMs).toBe(isTold ? undefined : TEN_MINUTES_MS);
});

describe('two events have two keys', () => {
	const update = (more: object) => ({ event: 'task.updated', task_id: 5, ...more });
	test.each([
		['the same record', update({ id: 'task_1', title: 'a' }), update({ id: 'task_1', title: 'b' })],
		[
			'the same delivery ID',
			update({ delivery_id: UUID }),
			update({ delivery_id: UUID, task_id: 6 }),
		],
		...['webhook_id', 'account_id', 'subscription_id', 'id', 'uuid'].map(
			(field): [string, object, object] => [
				`the same UUID as ${field}`,
				{ event: 'task.updated', [field]: UUID, task: { id: 1 } },
				{ event: 'task.updated', [field]: UUID, task: { id: 2 } },
			],
		),
		...['event_v2', 'evt_task_updated_1', 'event-created-1'].map((id): [string, object, object] => [
			`the same name as ID: ${id}`,
			update({ id, data: { n: 1 } }),
			update({ id, data: { n: 2 } }),
		]),
		[
			'an ID of a list of events',
			{ events: [{ event_id: UUID, event: 'task.updated' }] },
			{ events: [{ event_id: UUID, event: 'task.updated' }, { event: 'task.updated' }] },
		],
		['the same small number', update({ event_id: 7 }), update({ event_id: 7, task_id: 6 })],
		[
			'the same name as an ID',
			update({ event_id: 'task_updated_event_2' }),
			update({ event_id: 'task_updated_event_2', task_id: 6 }),
		],
		[
			'the same long counter',
			update({ event_id: '000000000000000000017' }),
			update({ event_id: '000000000000000000017', n: 1 }),
		],
		[
			'the same date as an ID',
			update({ event_id: '2026-11-22T01:02:03.000Z' }),
			update({ event_id: '2026-11-22T01:02:03.000Z', n: 1 }),
		],
		[
			"an event object with its record's ID",
			{ event: { id: 'task_1', name: 'task.updated' }, n: 1 },
			{ event: { id: 'task_1', name: 'task.updated' }, n: 2 },
		],
		[
			"an event ID that is its task's",
			update({ event_id: UUID, task_id: UUID }),
			update({ event_id: UUID, task_id: UUID, n: 2 }),
		],
		[
			'the same event ID for two names',
			update({ event_id: UUID }),
			{ ...update({ event_id: UUID }), event: 'task.completed' },
		],
		[
			'numbers that JavaScript rounds to one',
			'{"event":"task.updated","event_id":9007199254740993}',
			'{"event":"task.updated","event_id":9007199254740992}',
		],
		[
			'numbers that are rounded in any case',
			'{"event":"task.updated","event_id":12345678901234567890.5,"n":1}',
			'{"event":"task.updated","event_id":12345678901234567890.5,"n":2}',
		],
	])('with %s', (_, one, other) => {
		expect(same(identify(one), identify(other))).toBe(false);
	});

	test('whose bodies are equal: by the time that is signed', () => {
		const body = update({});
		expect(
			same(identify(body, {}, { signedTime: 1_000 }), identify(body, {}, { signedTime: 2_000 })),
		).toBe(false);
		const constant = update({ delivery_id: 'hook-1' });
		expect(
			same(
				identify(constant, {}, { signedTime: 1_000 }),
				identify(constant, {}, { signedTime: 2_000 }),
			),
		).toBe(false);
	});

	test('whose bodies are equal, without any time: by the delivery ID or the name in a header', () => {
		const body = update({});
		expect(
			same(identify(body, { 'x-delivery-id': '1' }), identify(body, { 'x-delivery-id': '2' })),
		).toBe(false);
		const constant = { 'x-webhook-id': 'hook' };
		expect(
			same(
				identify(body, { ...constant, 'x-webhook-delivery-id': '1' }),
				identify(body, { ...constant, 'x-webhook-delivery-id': '2' }),
			),
		).toBe(false);
		expect(
			same(
				identify(record, { 'x-event': 'task.updated' }),
				identify(record, { 'x-event': 'task.completed' }),
			),
		).toBe(false);
	});

	test.each([
		[
			'when the record was created',
			{ event: 'task.updated', data: { ...record, created_at: '2026-01-01T00:00:00Z' } },
		],
		[
			'when it is due',
			{ event: 'task.updated', data: { ...record, due_at: '2026-01-01T00:00:00Z' } },
		],
		['a date', { event: 'task.updated', task_id: 5, date: '2026-11-22' }],
		[
			'when another record changed',
			{
				event: 'task.updated',
				data: { ...record, project: { id: 1, updated_at: '2026-11-22T01:02:03Z' } },
			},
		],
		[
			'when it was completed before',
			{ event: 'task.updated', data: { ...record, completed_at: '2026-01-01T00:00:00Z' } },
		],
		[
			'when the workflow of a run changed',
			{
				event: 'workflow.run.completed',
				workflow: { id: 1, updated_at: '2026-11-22T01:02:03Z' },
			},
		],
		[
			'whether it is done',
			{ event: 'task.updated', data: { ...record, completed: true, updated: 1 } },
		],
	])('whose bodies are equal and tell only %s', (_, payload) => {
		expect(
			same(
				identify(payload, { 'x-delivery-id': '1' }),
				identify(payload, { 'x-delivery-id': '2' }),
			),
		).toBe(false);
		expect(
			same(identify(payload, {}, { signedTime: 1 }), identify(payload, {}, { signedTime: 2 })),
		).toBe(false);
	});

	test('one of which has the delivery ID that the other will have', () => {
		const real = identify({ event: 'task.created', n: 2 }, { 'x-delivery-id': 'next' });
		const replayed = identify({ event: 'task.created', n: 1 }, { 'x-delivery-id': 'next' });
		expect(same(real, replayed)).toBe(false);
	});
});

test('rules: by body, by field', () => {
	const one = { event_id: UUID, event: 'task.updated', ref: { no: 5 } };
	const two = { event_id: UUID.replace('a', 'b'), event: 'task.updated', ref: { no: 5 } };
	const byField = { duplicates: 'field', duplicateField: 'ref.no' } as const;
	expect(same(identify(one), identify(two))).toBe(false);
	expect(same(identify(one, {}, {}, byField), identify(two, {}, {}, byField))).toBe(true);
	expect(identify({ event: 'task.updated' }, {}, {}, byField).countsForMs).toBe(TEN_MINUTES_MS);
	const byBody = { duplicates: 'body' } as const;
	expect(identify(one, {}, {}, byBody).countsForMs).toBe(DAYS_MS);
	expect(
		same(identify(one, { 'x-delivery-id': '1' }, {}, byBody), identify(one, {}, {}, byBody)),
	).toBe(true);
	expect(
		same(
			identify(record, { 'x-event': 'a' }, {}, byBody),
			identify(record, { 'x-event': 'b' }, {}, byBody),
		),
	).toBe(false);
});

test('by field: another value or another name is another event, and the value is the ID', () => {
	const byField = { duplicates: 'field', duplicateField: 'ref.no' } as const;
	const of = (event: string, no: number) => identify({ event, ref: { no } }, {}, {}, byField);
	expect(of('task.updated', 5)).toEqual({ key: expect.stringMatching(/^[0-9a-f]{64}$/), id: '5' });
	expect(same(of('task.updated', 5), of('task.updated', 6))).toBe(false);
	expect(same(of('task.updated', 5), of('task.completed', 5))).toBe(false);
});

test('a field that was named before another rule was chosen decides nothing', () => {
	const options = { duplicateField: 'ref.no' } as const;
	const of = (title: string) => identify({ ...record, title, ref: { no: 5 } }, {}, {}, options);
	expect(same(of('a'), of('b'))).toBe(false);
	expect(of('a').id).not.toBe('5');
});

test('the ID is that of the signature, or of the payload, or of a header', () => {
	const headers = { 'x-delivery-id': '1' };
	const payload = { event: 'task.updated', event_id: UUID };
	expect(identify(payload, headers, { signedId: 'msg_1' }).id).toBe('msg_1');
	expect(identify(payload, headers).id).toBe(UUID);
	expect(identify({ event: 'task.updated' }, headers).id).toBe('1');
	expect(identify({ event: 'task.updated' }).id).toBeUndefined();
});

const UPDATED = { event: 'task.updated', task_id: 5 };
const BODY = '36:{"event":"task.updated","task_id":5}';

/**
 * The keys of all rules, as `printf %s '8:signedId5:msg_1' | sha256sum` makes them. n8n keeps keys: where they change, a
 * delivery that was recorded before an update is a new event after it.
 */
test.each<[string, () => ReturnType<typeof identify>]>([
	['8:signedId5:msg_1', () => identify(UPDATED, {}, { signedId: 'msg_1' })],
	[
		`9:payloadId36:${UUID}12:task.updated`,
		() => identify({ event_id: UUID, event: 'task.updated' }),
	],
	[`9:payloadId36:${UUID}0:`, () => identify({ event_id: UUID })],
	['7:ownTime22:{"sent_at":1795310523}', () => identify({ sent_at: 1_795_310_523 })],
	[`10:signedTime${BODY}1:5`, () => identify(UPDATED, {}, { signedTime: 5 })],
	['7:otherId15:{"event_id":17}', () => identify({ event_id: 17 })],
	[
		`8:headerId${BODY}23:[["x-delivery-id","1"]]12:task.updated`,
		() => identify(UPDATED, { 'x-delivery-id': '1' }),
	],
	[`8:bodyOnly${BODY}2:[]12:task.updated`, () => identify(UPDATED)],
	['8:bodyOnly13:{"task_id":5}2:[]0:', () => identify({ task_id: 5 })],
	[`4:body12:task.updated${BODY}`, () => identify(UPDATED, {}, {}, { duplicates: 'body' })],
	[
		'5:field12:task.updated1:5',
		() => identify(UPDATED, {}, {}, { duplicates: 'field', duplicateField: 'task_id' }),
	],
])('the key is the hash of %s', (text, identified) => {
	expect(identified().key).toBe(createHash('sha256').update(text).digest('hex'));
});

test('a delivery ID header that a person has named is one', () => {
	const given = { deliveryIdHeader: ' X-Webhook-ID ' };
	const body = { event: 'task.updated', task_id: 5 };
	expect(identify(body, { 'x-webhook-id': '1' }, {}, given)).toMatchObject({
		countsForMs: DAYS_MS,
		id: '1',
	});
});

test('where a person has named the header with the ID, no other counts, and it may have any name', () => {
	const of = (named: string, other: string) =>
		identify(
			record,
			{ 'x-trace': named, 'x-delivery-id': other },
			{},
			{ deliveryIdHeader: 'X-Trace' },
		);
	expect(same(of('1', '7'), of('1', '8'))).toBe(true);
	expect(same(of('1', '7'), of('2', '7'))).toBe(false);
	expect(of('1', '7').countsForMs).toBe(DAYS_MS);
});

const header = fc.constantFrom(
	'x-delivery-id',
	'x-event',
	'webhook-id',
	'x-topic',
	'svix-id',
	'content-type',
);
const headers = fc.dictionary(header, fc.constantFrom('task.created', 'a', '17', UUID));

test('headers that are not signed change nothing where the payload or the signature has a time', () => {
	fc.assert(
		fc.property(
			fc.dictionary(fc.string(), fc.jsonValue()),
			headers,
			headers,
			fc.boolean(),
			(fields, one, other, isSigned) => {
				const timed = isSigned ? fields : { ...fields, occurred_at: '2026-11-22T01:02:03Z' };
				const more = isSigned ? { signedTime: 1 } : {};
				expect(identify(timed, one, more).key).toBe(identify(timed, other, more).key);
			},
		),
	);
});

test('another body is another event, unless its payload has an ID of its own', () => {
	const body = fc.jsonValue().map((value) => JSON.stringify({ event: 'task.updated', value }));
	fc.assert(
		fc.property(body, body, headers, (one, other, all) => {
			expect(same(identify(one, all), identify(other, all))).toBe(one === other);
		}),
	);
});

test('no two lists of headers or parts read the same', () => {
	const text = fc.stringMatching(/^[a-z:0-9]{1,6}$/);
	fc.assert(
		fc.property(text, text, text, text, (event, id, otherEvent, otherId) => {
			const one = identify(record, { 'x-event': event, 'x-delivery-id': id });
			const other = identify(record, { 'x-event': otherEvent, 'x-delivery-id': otherId });
			expect(same(one, other)).toBe(event === otherEvent && id === otherId);
		}),
	);
});

test('an ID and a name cannot lend each other their letters', () => {
	const one = identify({ event_id: `${UUID}t`, event: 'ask.updated' });
	expect(same(one, identify({ event_id: UUID, event: 'task.updated' }))).toBe(false);
});

test('the order of the headers changes nothing', () => {
	const ids = { 'x-delivery-id': '1', 'x-event-id': '2' };
	const turned = Object.fromEntries(Object.entries(ids).reverse());
	expect(same(identify(record, ids), identify(record, turned))).toBe(true);
});

test('where the payload has an ID of its own and no name, the name in a header changes nothing', () => {
	const payload = { event_id: UUID, data: record };
	const [one, other] = ['task.created', 'user.invited'].map((name) =>
		identify(payload, { 'x-event': name }),
	);
	expect(one?.key).toBe(other?.key);
});

test('a key says nothing about the delivery', () => {
	expect(identify({ event_id: UUID, event: 'x' }).key).toMatch(/^[0-9a-f]{64}$/);
});
