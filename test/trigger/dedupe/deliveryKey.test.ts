import { deliveryKey, type KeyInput } from '../../../nodes/ProjectWorkspace/trigger/dedupe/deliveryKey';
import { findEvent } from '../../../nodes/ProjectWorkspace/trigger/findEvent';

function identify(
	payload: unknown,
	headers: Record<string, string> = {},
	more: Partial<KeyInput> = {},
) {
	return deliveryKey({
		rawBody: Buffer.from(JSON.stringify(payload)),
		payload,
		headers,
		event: findEvent(payload, headers, ''),
		signedId: undefined,
		rule: 'automatic',
		field: '',
		idHeader: '',
		...more,
	});
}

const same = (one: { key: string }, other: { key: string }) => one.key === other.key;

const record = { id: 'task_1', title: 'x' };

test('a redelivery has the same key, also with another signature', () => {
	const payload = { id: 'evt_1', event: 'task.created', data: record };
	expect(
		same(
			identify(payload, { 'x-service-signature': 'a' }),
			identify(payload, { 'x-service-signature': 'b' }),
		),
	).toBe(true);
	expect(
		same(
			identify({ event: 'task.created', ...record }),
			identify({ event: 'task.created', ...record }),
		),
	).toBe(true);
});

test("two events about the same record differ, though its ID is the payload's", () => {
	const first = identify({ event: 'task.updated', id: 'task_1', title: 'a' });
	expect(same(first, identify({ event: 'task.updated', id: 'task_1', title: 'b' }))).toBe(false);
	expect(same(first, identify({ event: 'task.completed', id: 'task_1', title: 'a' }))).toBe(false);
	expect(first.lasting).toBe(false);
});

test('equal bodies are told apart by the event or the ID in a header', () => {
	const updated = identify(record, { 'x-event': 'task.updated' });
	expect(same(updated, identify(record, { 'x-event': 'task.completed' }))).toBe(false);
	expect(
		same(
			identify(record, { 'x-event': 'task.updated', 'x-delivery-id': '1' }),
			identify(record, { 'x-event': 'task.updated', 'x-delivery-id': '2' }),
		),
	).toBe(false);
});

test('nobody can take the ID of another delivery by a header that is not signed', () => {
	const real = identify({ event: 'task.created', n: 2 }, { 'x-delivery-id': 'next' });
	const replayed = identify({ event: 'task.created', n: 1 }, { 'x-delivery-id': 'next' });
	expect(same(real, replayed)).toBe(false);
});

test('a delivery with an ID in its payload does not run again under another header', () => {
	const payload = { event_id: 7, event: 'task.created', data: record };
	expect(
		same(
			identify(payload, { 'x-delivery-id': '1' }),
			identify(payload, { 'x-delivery-id': '2', 'x-event': 'user.invited' }),
		),
	).toBe(true);
});

test('a header that each attempt changes does not count', () => {
	expect(
		same(identify(record, { 'x-request-id': '1' }), identify(record, { 'x-request-id': '2' })),
	).toBe(true);
});

test.each([
	['event_id', { event_id: 'e1', event: 'task.created', attempt: 1 }],
	['eventId', { eventId: 'e1', event: 'task.created', attempt: 1 }],
	['event.id', { event: { id: 'e1', name: 'task.created' }, attempt: 1 }],
	['an id that says so', { id: 'evt_e1', event: 'task.created', attempt: 1 }],
])('%s counts even if the rest of the body differs', (_, payload) => {
	const again = { ...payload, attempt: 2 };
	expect(identify(payload).lasting).toBe(true);
	expect(same(identify(payload), identify(again))).toBe(true);
});

test("an event's ID that is its record's ID does not count", () => {
	const payload = { event: { id: 'task_1', name: 'task.updated' }, payload: record };
	expect(identify(payload).lasting).toBe(false);
});

test('a signed ID comes first', () => {
	const one = identify({ event: 'task.updated', attempt: 1 }, {}, { signedId: 'msg_1' });
	const two = identify({ event: 'task.updated', attempt: 2 }, {}, { signedId: 'msg_1' });
	expect(same(one, two)).toBe(true);
	expect(one).toMatchObject({ lasting: true, id: 'msg_1' });
});

test('rules: by body, by field', () => {
	const one = { event_id: 1, event: 'task.updated', ref: { no: 5 } };
	const two = { event_id: 2, event: 'task.updated', ref: { no: 5 } };
	const byField = { rule: 'field', field: 'ref.no' } as const;
	expect(same(identify(one), identify(two))).toBe(false);
	expect(same(identify(one, {}, byField), identify(two, {}, byField))).toBe(true);
	expect(identify({ event: 'task.updated' }, {}, byField).lasting).toBe(false);
	const byBody = { rule: 'body' } as const;
	expect(identify(one, {}, byBody).lasting).toBe(false);
	expect(same(identify(one, { 'x-delivery-id': '1' }, byBody), identify(one, {}, byBody))).toBe(
		true,
	);
});

test('parts cannot be shifted into one another', () => {
	expect(
		same(
			identify(record, { 'x-event': 'ab', 'x-delivery-id': 'c' }),
			identify(record, { 'x-event': 'a', 'x-delivery-id': 'bc' }),
		),
	).toBe(false);
});

test('a key says nothing about the delivery', () => {
	expect(identify({ event_id: 'secret', event: 'x' }).key).toMatch(/^[0-9a-f]{64}$/);
});
