import {
	eventIdIn,
	hasOwnTime,
	looksUnique,
} from '../../../nodes/ProjectWorkspace/trigger/dedupe/eventFacts';
import { partsOf } from '../../../nodes/ProjectWorkspace/trigger/payload';

const UUID = 'a3f1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b';
const OTHER = '0b7d1e52-9c3a-4d88-b1f6-7e2a5c904d31';
const TIME = '2026-11-22T01:02:03Z';

describe('an ID is unique', () => {
	test.each([
		['a1b2c3d4e5f6g7h8', true],
		['A1B2C3D4E5F6G7H8', true],
		['a1b2-c3d4-e5f6-g7h8', true],
		['ab12CD34ef56GH78', true],
		['abcd1234efgh5678i', true],
		['abcdABCD1234abcdABCD', true],
		['Created1b2c3d4e5f6g', true],
	])('%s', (id, isUnique) => expect(looksUnique(id)).toBe(isUnique));
});

describe('an ID is not taken for unique', () => {
	test.each([
		['of fifteen characters', 'a1b2c3d4e5f6g7h'],
		['of fifteen characters and four signs', 'a1-b2_c3.d4 e5f6g7h'],
		['that changes too seldom between letters and digits', 'abcd1234efgh5678'],
		['in capitals that does', 'ABCD1234EFGH5678'],
		['of letters, small and capital', 'aBcDeFgHiJkLmNoP'],
		['of digits', '12345678901234567'],
		['that is mostly a word', 'created1b2c3d4e5'],
		['that is mostly a word with a capital', 'Created1b2c3d4e5f6'],
		['of two short parts around a word', 'abcd12createdEFGH34gh'],
		['of a word and eleven characters in three parts', 'created-a1b2-c3d4-e5f'],
		['of small and capital letters and one number', 'abcdABCD12345678'],
	])('%s', (_, id) => expect(looksUnique(id)).toBe(false));
});

describe('the ID of the event', () => {
	test.each<[string, object, ReturnType<typeof eventIdIn>]>([
		['is there', { event: 'task.updated', event_id: UUID }, { value: UUID, alone: true }],
		['is that of a flat record', { id: 5, event_id: UUID }, { value: UUID, alone: true }],
		[
			'is also its own ID',
			{ id: UUID, event_id: UUID, event: { name: 'a.b' } },
			{ value: UUID, alone: true },
		],
		[
			'is also that of the message',
			{ message_id: UUID, event_id: UUID },
			{ value: UUID, alone: true },
		],
		['is also a text', { event_id: UUID, data: { title: UUID } }, { value: UUID, alone: true }],
		['is the unique one', { event_id: 7, event_uuid: UUID }, { value: UUID, alone: true }],
		['says so', { id: 'evt_1', delivery_id: UUID }, { value: 'evt_1', alone: true }],
		['is a counter', { event: 'task.updated', event_id: 7 }, { value: '7', alone: false }],
		[
			'comes before that of the delivery',
			{ event_id: 7, delivery_id: 8 },
			{ value: '7', alone: false },
		],
		['is that of an event object', { event: { id: 7, name: 'a.b' } }, { value: '7', alone: false }],
		['is not there', { event: 'task.updated', task_id: 5 }, undefined],
		['is a field of a record', { event: 'task.updated', data: { event_id: UUID } }, undefined],
		['is the ID of a record', { event: 'task.updated', data: { id: 'evt_1' } }, undefined],
		['is that of its record', { event_id: UUID, event: 'a.b', data: { id: UUID } }, undefined],
		[
			'is that of its record, which the record says',
			{ event_id: UUID, data: { task_id: UUID } },
			undefined,
		],
		[
			'is one of two, and the other is that of the record',
			{ event_id: UUID, event_uuid: OTHER, data: { uuid: UUID } },
			{ value: OTHER, alone: true },
		],
	])('%s', (_, payload, id) => expect(eventIdIn(partsOf(payload))).toEqual(id));
});

const tells = (payload: unknown, signedName = 'task.updated') =>
	hasOwnTime(partsOf(payload), signedName);

describe('a time with a time of day', () => {
	test.each([
		...[1_795_310_523, 1_795_310_523.5, '1795310523.123456', ' 9795310523 '],
		...['1795310523000', '1795310523000000', '1795310523000000000'],
		...['/Date(1795310523000)/', '/Date(1795310523000+0100)/', '/Date(1795310523000-0500)/'],
		...['202611220102', '20261122010203', '20261122T0102', '19991231T235959Z'],
		...['1999-12-31 23:59', '11/22/2026 1:02', '01:02 on 22 Nov 2026', '2026-11-22T01:02:03+01:00'],
		...[{ seconds: 1_795_310_523 }, { seconds: '1795310523', nanos: 5 }],
	])('is one: %j', (timestamp) => expect(tells({ event: 'a.b', timestamp })).toBe(true));

	test.each([
		...['0795310523', '179531052', '17953105230', '179531052300', '17953105230000'],
		...['x1795310523', '1795310523x', '1795310523.', '1795310523+01', '-1795310523'],
		...['20261122', '20261122T01', '18991231T2359', '202611220102034', 'x20261122T0102'],
		...['2026-11-22', '01:02', '2126-11-22 01:02', '1899-11-22 01:02', '202-11-22 01:02'],
		...['12026-11-22 01:02', '20261-11-22 01:02', '2026-11-22 01:2', '2026-11-22 :02'],
		...[true, null, {}, [1_795_310_523], { seconds: 7 }, { seconds: { seconds: 1_795_310_523 } }],
	])('is none: %j', (timestamp) => expect(tells({ event: 'a.b', timestamp })).toBe(false));
});

describe('the time of the event', () => {
	test.each<[string, object, boolean]>([
		['of the envelope', { event: 'task.updated', when: TIME }, true],
		['of a record: its timestamp', { data: { timestamp: TIME } }, true],
		['of a record: the event time', { data: { event_time: TIME } }, true],
		['of a record: a Unix time', { data: { unix_ts: TIME } }, true],
		['of a record: just a time', { data: { time: TIME } }, false],
		['of a record: when', { data: { when: TIME } }, false],
		['of a record: that of a webhook', { data: { webhook_timestamp: TIME } }, false],
		['of a record: that of a message', { data: { message_event_time: TIME } }, false],
		['of a subscription: when it was sent', { webhook: { sent_at: TIME } }, true],
		['of a subscription: when it changed', { webhook: { updated_at: TIME } }, false],
		['of the envelope: created', { event: 'task.updated', created_at: TIME }, true],
		['of the envelope: completed', { event: 'task.updated', completed_at: TIME }, false],
	])('%s', (_, payload, isTold) => expect(tells(payload)).toBe(isTold));

	test.each([
		['task.completed', true],
		['task.updated', false],
		// Whether it tells of the completion is not signed, so each body counts once.
		['', true],
	])('when a record was completed, in a delivery signed as %j', (name, isTold) => {
		expect(tells({ data: { completed_at: TIME } }, name)).toBe(isTold);
	});
});
