import { createHmac } from 'node:crypto';
import { SECRET } from './triggerWorkflow';

/** What is signed: the body alone (GitHub), with a time (Stripe), or with an ID and a time (Standard Webhooks). */
export type Layout = 'body' | 'time' | 'id';

type Headers = Record<string, string>;

export interface Sent {
	/** Text where JSON.stringify would not write it like this. */
	body: object | string;
	/** Nothing of it is signed. */
	headers?: Headers;
	/** Seconds since the signed time. */
	ago?: number;
	signedId?: string;
}

export interface DeliveryCase {
	name: string;
	layout: Layout;
	/** One after the other. */
	sent: Sent[];
	/** The events that start, as the node names them. */
	starts: string[];
}

export interface Delivery {
	body: string;
	headers: Record<string, string>;
}

const hmac = (content: string) => createHmac('sha256', SECRET).update(content);

/** All deliveries of a case count their time from one moment: what is sent again is then the same, byte by byte. */
export function sign(
	layout: Layout,
	{ body: given, headers, ago = 0, signedId }: Sent,
	now: number,
): Delivery {
	const body = typeof given === 'string' ? given : JSON.stringify(given);
	const time = String(now - ago);
	const signed = {
		body: () => ({ 'x-service-signature': `sha256=${hmac(body).digest('hex')}` }),
		time: () => ({
			'x-service-signature': `t=${time},v1=${hmac(`${time}.${body}`).digest('hex')}`,
		}),
		id: () => ({
			'webhook-id': signedId ?? '',
			'webhook-timestamp': time,
			'x-service-signature': `v1,${hmac(`${signedId}.${time}.${body}`).digest('base64')}`,
		}),
	};
	return { body, headers: { ...signed[layout](), ...headers } };
}

/** Each case's bodies carry its name: all of one layout go to one trigger. */
export const deliveriesOf = ({ name, layout, sent }: DeliveryCase, now: number): Delivery[] =>
	sent.map(({ body, ...rest }) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return sign(
			layout,
			{ ...rest, body: text.replace('{', `{"case":${JSON.stringify(name)},`) },
			now,
		);
	});

const created = (fields: object = {}) => ({
	event: 'task.created',
	data: { id: 'task_1' },
	...fields,
});
const withTime = created({ created_at: '2026-03-01T10:00:00Z' });
/** Looks random and is the same in each run. */
const uuid = (at: number) => `e63f1d5${at}-33f1-4a0c-8e7d-0f4f2c8f9d01`;
const bare = { event: 'task.updated', task_id: 5 };

const once = (event: string) => [event];
const twice = (event: string) => [event, event];

const withEach = (sent: Sent, headers: Headers[]): Sent[] =>
	headers.map((each) => ({ ...sent, headers: each }));

const replayed: DeliveryCase[] = [
	{
		name: 'a replay with another delivery ID, which nobody has signed, and a time in the body',
		layout: 'body',
		sent: ['a', 'b', 'a'].map((id) => ({ body: withTime, headers: { 'x-delivery-id': id } })),
		starts: twice('task.created'),
	},
	{
		name: 'a replay with another unsigned time',
		layout: 'body',
		sent: ['1', '2'].map((at) => ({
			body: withTime,
			headers: { 'x-timestamp': `176000000${at}` },
		})),
		starts: once('task.created'),
	},
	{
		name: 'a replay whose unsigned event name is another',
		layout: 'body',
		sent: ['task.created', 'task.completed', 'user.invited'].map((name) => ({
			body: withTime,
			headers: { 'x-event-name': name, 'x-delivery-id': 'a' },
		})),
		starts: once('task.created'),
	},
	{
		name: 'a replay with another ID, next to one in the payload',
		layout: 'body',
		sent: ['a', 'b'].map((id) => ({
			body: { ...bare, message_id: 17 },
			headers: { 'x-delivery-id': id },
		})),
		starts: once('task.updated'),
	},
	{
		name: 'a replay with all of them at once, under a signed time',
		layout: 'time',
		sent: withEach({ body: bare }, [
			{},
			{ 'x-delivery-id': 'd2' },
			{ 'x-request-id': 'd3', 'x-event-type': 'task.created' },
			{ 'x-event-id': uuid(9), 'x-sent-at': '2026-03-01T10:00:00Z' },
		]),
		starts: once('task.updated'),
	},
	{
		name: 'a replay with another unsigned delivery ID, where the payload carries a unique ID',
		layout: 'body',
		sent: ['a', 'b'].map((id) => ({
			body: created({ event_id: uuid(0) }),
			headers: { 'x-delivery-id': id },
		})),
		starts: once('task.created'),
	},
	{
		name: 'a replay of a signed ID with other unsigned headers',
		layout: 'id',
		sent: withEach({ body: bare, signedId: 'msg_1' }, [
			{},
			{ 'x-delivery-id': 'b' },
			{ 'x-event': 'task.created' },
		]),
		starts: once('task.updated'),
	},
];

const repeated: DeliveryCase[] = [
	{
		name: 'a signed ID that comes again under another time',
		layout: 'id',
		sent: [
			{ body: created(), signedId: 'msg_2', ago: 30 },
			{ body: created(), signedId: 'msg_2' },
		],
		starts: once('task.created'),
	},
	{
		name: 'two signed IDs with one body',
		layout: 'id',
		sent: [
			{ body: bare, signedId: 'msg_3' },
			{ body: bare, signedId: 'msg_4' },
		],
		starts: twice('task.updated'),
	},
	{
		name: 'a unique event_id delivered again under a later signed time',
		layout: 'time',
		sent: [30, 0].map((ago) => ({ body: created({ event_id: uuid(1) }), ago })),
		starts: once('task.created'),
	},
	{
		name: 'a unique event_id delivered again with the number of the attempt',
		layout: 'body',
		sent: [1, 2, 3].map((attempt) => ({ body: created({ event_id: uuid(2), attempt }) })),
		starts: once('task.created'),
	},
	{
		name: 'a ULID as event_id delivered again with the number of the attempt',
		layout: 'body',
		sent: [1, 2].map((attempt) => ({
			body: created({ eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', attempt }),
		})),
		starts: once('task.created'),
	},
	{
		name: 'a task that is toggled, with a constant time',
		layout: 'time',
		sent: [30, 20, 10, 0].map((ago) => ({
			body: withTime,
			headers: { 'x-delivery-id': String(ago) },
			ago,
		})),
		starts: Array.from({ length: 4 }, () => 'task.created'),
	},
	{
		name: 'the ID of an event, signed anew',
		layout: 'time',
		sent: [30, 0].map((ago) => ({ body: created({ id: 'evt_1' }), ago })),
		starts: once('task.created'),
	},
	{
		name: 'one body twice, with nothing that tells them apart, within ten minutes',
		layout: 'body',
		sent: [{ body: bare }, { body: bare }],
		starts: once('task.updated'),
	},
	{
		name: 'one body without ID and time, with one delivery ID',
		layout: 'body',
		sent: ['d1', 'd1', 'd1'].map((id) => ({ body: bare, headers: { 'x-delivery-id': id } })),
		starts: once('task.updated'),
	},
	{
		name: 'one body without ID and time, with two delivery IDs',
		layout: 'body',
		sent: ['d1', 'd2', 'd1'].map((id) => ({ body: bare, headers: { 'x-delivery-id': id } })),
		starts: twice('task.updated'),
	},
	{
		name: 'one body without ID and time, under two signed times',
		layout: 'time',
		sent: [20, 10, 20].map((ago) => ({ body: bare, ago })),
		starts: twice('task.updated'),
	},
];

const differing = (
	name: string,
	fields: (at: number) => object,
	layout: Layout = 'body',
): DeliveryCase => ({
	name: `${name}, with other bodies`,
	layout,
	sent: [1, 2].map((at) => ({ body: created({ ...fields(at), task: { id: at } }) })),
	starts: twice('task.created'),
});

const lookAlike: DeliveryCase[] = [
	differing('a delivery_id that is always the same', () => ({ delivery_id: 'endpoint_7' })),
	differing('a delivery_id that is always the same UUID', () => ({ delivery_id: uuid(3) })),
	differing('a webhook_id that is always the same', () => ({
		webhook_id: 'wh_01HZX3NDEKTSV4RRFF',
	})),
	differing('a small number as id', () => ({ id: 1 })),
	differing('a small number as event_id', () => ({ event_id: 7 })),
	differing('a short text as event_id', () => ({ event_id: 'created' })),
	differing('a number as id under a signed time', () => ({ id: 12 }), 'time'),
	differing('an id inside event', () => ({ event: { id: 3, name: 'task.created' } })),
	differing('the UUID of the task inside event', () => ({
		event: { id: uuid(4), name: 'task.created' },
	})),
	differing('the UUID of the record as id', () => ({ id: uuid(5) })),
	differing('a request_id that is the same for a batch', () => ({ request_id: uuid(6) })),
	{
		name: 'a small number as event_id, with the same body',
		layout: 'body',
		sent: [1, 2].map(() => ({ body: created({ event_id: 7 }) })),
		starts: once('task.created'),
	},
	...[
		['as event_id', '"event_id":900719925474099'],
		['as the ID of the task', '"id":7,"task":{"id":900719925474099'],
		['of twenty digits', '"event_id":1234567890123456789'],
	].map(
		([where, text = '']): DeliveryCase => ({
			name: `whole numbers beyond 2^53 that differ in the last digit, ${where}`,
			layout: 'body',
			sent: ['2', '3'].map((digit) => ({
				body: `{"event":"task.created",${text}${digit}${text.includes('{') ? '}' : ''}}`,
			})),
			starts: twice('task.created'),
		}),
	),
	{
		name: 'two events about one task in one second, with one delivery ID',
		layout: 'body',
		sent: ['task.created', 'task.completed'].map((event) => ({
			body: { ...withTime, event },
			headers: { 'x-delivery-id': 'a' },
		})),
		starts: ['task.created', 'task.completed'],
	},
];

/** How a payload may name an event, and the header beside it that names another. */
const names: ReadonlyArray<[string, object, string | undefined, Record<string, string>?]> = [
	['event and action', { event: 'task', action: 'created' }, 'task.created'],
	['resource and event', { resource: 'task', event: 'created' }, 'task.created'],
	['type and action', { type: 'project', action: 'created' }, 'project.created'],
	['object and event', { object: 'user', event: 'invited', id: 4 }, 'user.invited'],
	['entity and action, in capitals', { entity: 'TASK', action: 'COMPLETED' }, 'task.completed'],
	[
		'resource and action of a run',
		{ resource: 'workflow.run', action: 'completed' },
		'workflow.run.completed',
	],
	[
		'a documented name behind a generic one',
		{ event: 'webhook', type: 'task.created' },
		'task.created',
	],
	[
		'a documented name behind two generic ones',
		{ event: 'notification', type: 'event', event_type: 'user.invited' },
		'user.invited',
	],
	['a documented name in the record', { data: { event: 'project.created' } }, undefined],
	[
		'a verb and its object, which a header contradicts',
		{ action: 'deleted', task: { id: 5 } },
		undefined,
		{ 'x-service-event': 'task.created' },
	],
	['what is subscribed', { events: ['task.created'] }, undefined, { 'x-event': 'task.created' }],
	['an object with a type', { event: { type: 'task.completed' } }, 'task.completed'],
	['another spelling', { event_type: 'TASK_CREATED' }, 'task.created'],
	[
		'a header that contradicts',
		{ event: 'task.updated' },
		'task.updated',
		{ 'x-event-name': 'task.created' },
	],
	[
		'a header that contradicts an unknown name',
		{ event: 'task.archived' },
		undefined,
		{ 'x-event-name': 'task.created' },
	],
	[
		'a header that contradicts split names',
		{ resource: 'task', action: 'archived', event: 'archived' },
		undefined,
		{ 'x-event': 'task.created' },
	],
	[
		'a header that contradicts a name behind a generic one',
		{ event: 'webhook', type: 'task.updated' },
		'task.updated',
		{ 'x-webhook-topic': 'task.created' },
	],
	['only a header', { data: { id: 'task_9' } }, 'task.created', { 'x-event-name': 'task.created' }],
	[
		'a record titled like an event',
		{ event: 'task.updated', data: { name: 'task.created' } },
		'task.updated',
	],
	[
		'the event that came before',
		{ event: 'task.updated', previous: { event: 'task.created' } },
		'task.updated',
	],
];

const named = names.map(
	([name, body, event, headers]): DeliveryCase => ({
		name: `the event is named by ${name}`,
		layout: 'body',
		sent: [{ body: { ...body, at: '2026-03-01T10:00:00Z' }, headers }],
		starts: event ? [event] : [],
	}),
);

export const DELIVERIES: readonly DeliveryCase[] = [
	...replayed,
	...repeated,
	...lookAlike,
	...named,
];
