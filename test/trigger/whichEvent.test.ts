import { Payload } from '../../nodes/ProjectWorkspace/old/trigger/names';
import * as whichEvent from '../../nodes/ProjectWorkspace/old/trigger/whichEvent';

type Headers = Record<string, string>;
const HEADER = { 'x-service-event': 'task.created' };

const findEvent = (payload: unknown, headers: Headers, eventField: string) =>
	whichEvent.findEvent(new Payload(payload), headers, eventField);

const batchEntriesOf = (payload: unknown, headers: Headers, eventField: string) =>
	whichEvent.batchEntriesOf(new Payload(payload), headers, eventField);

const nameOf = (payload: unknown, headers: Headers = {}, eventField = '') =>
	findEvent(payload, headers, eventField)?.name;

describe('the first that is present names the event', () => {
	const RUN_COMPLETED = 'workflow.run.completed';
	test.each<[string, string, unknown, string?]>([
		['2', 'event', { event: 'task.created', data: { id: 1 } }],
		['2', 'event_type', { event_type: 'TASK_CREATED' }],
		['2', 'event_type', { 'Event-Type': 'taskCreated', title: 'x' }],
		['2', 'event_name', { eventName: 'com.example.task.created' }],
		['2', 'topic', { topic: 'task.created' }],
		['2', 'detail_type', { 'detail-type': 'task.created', detail: {} }],
		['2', 'name', { event: { id: 1, name: 'task.created' } }],
		['2', 'type', { event: { type: 'task.created' }, type: 'event_callback' }],
		['2, 3', 'type and action', { event: { type: 'task' }, action: 'created' }],
		['2, 3', 'resource and event', { event: 'created', resource: 'task.created' }],
		['2, 3', 'event and action', { event: 'task', action: 'created', data: {} }],
		['2, 3', 'resource and event', { event: 'created', resource: 'task' }],
		['2, 3', 'task and event', { event: 'created', task: {} }],
		['2, 3', 'event_category and event_name', { event_category: 'task', event_name: 'created' }],
		['3', 'resource and action', { resource: 'task', action: 'created' }],
		['3', 'entity_type and operation', { entity_type: 'Task', operation: 'CREATE', id: 5 }],
		['3', 'resource and action', { resource: 'workflow.run', action: 'completed' }, RUN_COMPLETED],
		['3', 'user and action', { action: 'invited', user: { id: 1 } }, 'user.invited'],
		['3', 'workflow_run and action', { action: 'completed', workflow_run: {} }, RUN_COMPLETED],
		['3', 'action', { action: 'task.created', data: {} }],
		['4', 'type', { event: 'webhook', type: 'task.created' }],
		['4', 'type', { event: 'notification', type: 'task.created', action: 'created' }],
	])('step %s: %s', (_, fields, payload, name = 'task.created') => {
		const names = fields.split(' and ').map((field) => `"${field}"`);
		const where = `the field${names.length > 1 ? 's' : ''} ${names.join(' and ')}`;
		// Whatever a header says, unless it names another kind than an object does.
		const isObject = /^(task|workflow_run) and/.test(fields);
		const found = findEvent(payload, { 'x-event': isObject ? 'removed' : 'user.removed' }, '');
		expect(found).toEqual({ name, where });
	});

	test.each(['x-service-event', 'x-event-type', 'event-name', 'x-webhook-topic', 'ce-type'])(
		'step 5: the header %s',
		(header) => {
			const where = `the header "${header}"`;
			const found = findEvent({ id: 't1', title: 'x' }, { [header]: 'TASK_UPDATED' }, '');
			expect(found).toEqual({ name: 'task.updated', where });
		},
	);
});

describe('what is a verb is decided in fields of verbs and at the end of a name', () => {
	test.each<[string, unknown, string?]>([
		['feed.created', { action: 'created', type: 'feed', project: {} }],
		['feed.created', { event: 'feed', action: 'created', project: {} }],
		['feed', { type: 'feed', project: {} }],
		['embed', { type: 'embed', project: {} }],
		['shared_task.created', { resource_type: 'shared_task', action: 'created' }],
		['shared_task.created', { action: 'created', type: 'shared_task', task: {} }],
		['linked_item.created', { object: 'linked_item', action: 'created', task: {} }],
		['archived.created', { table: 'archived', action: 'created', task: {} }],
		['linked.created', { action: 'created', type: 'linked', task: {} }],
		['task.created', { resource_type: 'shared_task', type: 'task.created' }],
		['task.created', { resource_type: 'linked', type: 'task.created' }],
		['task.created', { type: 'task.created', action: 'create' }],
	])('%s', (name, payload) => expect(nameOf(payload)).toBe(name));
});

describe('an object names its kind only if everything else is an ID or a time', () => {
	const task = { id: 't1', project: { id: 'p1' } };
	test.each<[string, object]>([
		['task.created', { action: 'created', task }],
		[
			'task.created',
			{ action: 'created', task, id: 7, webhookId: 'w', account_id: null, sent: [] },
		],
		['task.created', { action: 'created', task, created_at: 'noon', timestamp: 1, on: 1767225600 }],
		['task.created', { action: 'created', task, when: '2026-10-21T07:28:00Z', event: 'webhook' }],
		['task.created', { event: 'created', task, event_id: 'e' }],
		['created', { action: 'created', task, text: 'A comment' }],
		['created', { action: 'created', task, title: 'event' }],
		['created', { action: 'created', task, tags: ['a'] }],
		['created', { action: 'created', title: 'A task', project: {} }],
		['created', { event: 'created', title: 'A task', project: {} }],
		['created', { action: 'created', task, project: {} }],
	])('%s: %j', (name, payload) => expect(nameOf(payload)).toBe(name));

	test.each([
		['comment', 'comment.created'],
		['comment.created', 'comment.created'],
		['comment.deleted', 'created'],
		['task', 'task.created'],
		['Task.Created', 'task.created'],
		['webhook', 'task.created'],
		['created', 'task.created'],
	])('and no header names another kind: %s', (header, name) => {
		expect(nameOf({ action: 'created', task }, { 'x-event': header })).toBe(name);
	});
});

describe('what people have typed names no event', () => {
	test.each<[string, object]>([
		['a name', { topic: 'User invited', event: 'Task created' }],
		['a kind', { resource: 'A task', action: 'created by me' }],
		['a type', { type: 'Task\u00a0created' }],
		['a name in an object', { event: { name: 'Task created' } }],
	])('with a space in %s', (_, payload) => {
		expect(nameOf(payload)).toBeUndefined();
		expect(nameOf(payload, HEADER)).toBe('task.created');
	});

	test.each<[string, object]>([
		['a.b', { Event: 'c.d', event: 'a.b' }],
		['a.b', { event: 'a.b', Event: 'c.d' }],
		['a.b', { eventType: 'c.d', event_type: 'a.b' }],
		['c.d', { eventType: 'c.d', 'Event-Type': 'a.b' }],
	])('of two spellings the exact one counts, else the first: %s of %j', (name, payload) => {
		expect(nameOf(payload)).toBe(name);
	});
});

describe('of several headers', () => {
	test.each<[string, Headers]>([
		['task.created', { 'x-topic': 'task', 'x-event': 'task.created' }],
		['task.created', { 'x-event': 'task', 'x-topic': 'task.created' }],
		['task.created', { 'x-topic': 'project.created', 'x-event': 'task.created' }],
		['task.created', { 'x-event': 'webhook', 'x-event-type': 'task.created' }],
	])(
		'one with a kind and a verb counts, else the first in the table: %s of %j',
		(name, headers) => {
			const reversed = Object.fromEntries(Object.entries(headers).reverse());
			for (const each of [headers, reversed]) expect(nameOf({ id: 1 }, each)).toBe(name);
		},
	);
});

describe('an unknown name is a name, so no header replaces it', () => {
	test.each<[string, unknown]>([
		['task.archived', { event: 'task.archived' }],
		['task.deleted', { action: 'deleted', task: { id: 1 } }],
		['task.deleted.v2', { type: 'task.deleted.v2' }],
		['tasks.DELETE', { op: 'DELETE', entity: 'tasks', record: {} }],
		['deleted', { event: 'deleted', trigger: 'task.created' }],
		['deleted', { action: 'deleted', task: {}, sender: {} }],
		['removed', { action: 'removed', data: { id: 1 } }],
		['ping', { event: 'ping', events: ['task.created'] }],
		['comment', { type: 'comment', title: 'Task created' }],
		['comment.created', { event: 'comment', action: 'created', type: 'task', data: {} }],
		['bug.none', { type: 'bug', action: 'none' }],
		['message.created', { event: 'message.created' }],
		['7', { event: 7 }],
	])('%s', (name, payload) => {
		expect(nameOf(payload, HEADER)).toBe(name);
	});
});

test.each<[string, unknown]>([
	['what people have typed', { title: 'task.created', name: 'a.b', data: { event: 'a.b' } }],
	["a comment's headline", { comment: { title: 'Task created' } }],
	['the test of a webhook', { webhook: { id: 1, event: 'task.created' }, test: true }],
	['what triggers a workflow', { id: 'w1', trigger: 'task.created' }],
	['another event object', { event: { a: 1 } }],
	['a text', 'task.created'],
	['nothing', null],
	['words that only say that something was sent', { event: 'webhook.received', type: 'event' }],
	['an empty name', { event: ' ', event_type: '' }],
])('%s names no event, so a header does', (_, payload) => {
	expect(nameOf(payload)).toBeUndefined();
	expect(nameOf(payload, { 'x-event': 'task.updated' })).toBe('task.updated');
});

test.each<[string, unknown]>([
	['the list of what is subscribed', { events: ['task.created', 'task.updated'] }],
	['names as the payload', ['task.created']],
])('%s names no event and keeps the headers out', (_, payload) => {
	expect(nameOf(payload, HEADER)).toBeUndefined();
	expect(batchEntriesOf(payload, HEADER, '')).toBeUndefined();
});

test.each([[[]], [{ events: [] }], [{ id: 1, event_types: [] }]])(
	'an empty list changes nothing: %j',
	(payload) => {
		expect(nameOf(payload)).toBeUndefined();
		expect(nameOf(payload, HEADER)).toBe('task.created');
		expect(batchEntriesOf(payload, {}, '')).toBeUndefined();
	},
);

/** Names that the code knows, written down once more. */
const each = (names: string) => test.each(names.split(' '));

each(
	'webhook webhooks event events notification notifications callback hook hooks message delivery batch bulk received sent fired',
)('the word %s says nothing of the event', (word) => {
	expect(nameOf({ event: word, type: 'task.created' })).toBe('task.created');
});

each('create update complete invite delete archive remove add insert edit change moved')(
	'%s is a verb',
	(verb) => expect(nameOf({ type: verb, table: 'tasks' })).toBe(`tasks.${verb}`),
);

each(
	'data payload body object record resource entity item detail details content attributes meta metadata context event',
)('an object under %s names no kind', (field) => {
	expect(nameOf({ action: 'created', [field]: {} })).toBe('created');
});

each(
	'events subscribed_events enabled_events event event_types event_names topics notifications messages deliveries webhooks batch entry entries changes records items data payload',
)('a list under %s may be a batch', (field) => {
	const entries = [{ event: 'task.created' }, { n: 1 }];
	expect(batchEntriesOf({ [field]: entries }, {}, '')).toEqual(entries);
});

each(
	'events subscribed_events enabled_topics event topic topics event_type event_types event_name event_names webhooks',
)('texts under %s keep the headers out', (field) => {
	expect(nameOf({ [field]: ['task.created'] }, HEADER)).toBeUndefined();
});

test('a list of strings that are not events does not exclude headers', () => {
	expect(nameOf({ id: 1, tags: ['a'], changes: ['title'] }, HEADER)).toBe('task.created');
});

test('a header is completed by an action in the payload, and never contradicts it', () => {
	const github = { action: 'created', task: {}, sender: {} };
	expect(nameOf(github, { 'x-service-event': 'task' })).toBe('task.created');
	expect(nameOf(github, HEADER)).toBe('task.created');
	expect(nameOf({ ...github, action: 'create' }, HEADER)).toBe('task.created');
	expect(nameOf({ ...github, action: 'archived' }, HEADER)).toBe('archived');
	expect(nameOf({ action: 'deleted', task_id: 5 }, HEADER)).toBe('deleted');
});

describe('Event Field', () => {
	test('is the only place that counts', () => {
		const payload = { event: 'user.invited', kind: { of: 'task.updated' } };
		const where = 'the field "kind.of"';
		expect(findEvent(payload, HEADER, 'kind.of')).toMatchObject({ name: 'task.updated', where });
		expect(nameOf(payload, HEADER, 'missing')).toBeUndefined();
		expect(nameOf({ data: {} }, { action: 'task.created' }, 'action')).toBeUndefined();
	});

	test('is a header if it is written as one', () => {
		const headers = { 'x-e': 'task.created' };
		const found = findEvent({ event: 'user.invited' }, headers, 'header.X-E');
		expect(found).toMatchObject({ name: 'task.created', where: 'the header "x-e"' });
		expect(nameOf({ event: 'user.invited' }, {}, 'header.X-E')).toBeUndefined();
		expect(nameOf({ action: 'deleted', task: {} }, headers, 'header.X-E')).toBe('task.created');
	});

	test('is a field of the payload if that has an object header', () => {
		const payload = { header: { 'X-E': 'task.updated' } };
		expect(nameOf(payload, { 'x-e': 'task.created' }, 'header.X-E')).toBe('task.updated');
		expect(nameOf(payload, { 'x-f': 'task.created' }, 'header.X-F')).toBeUndefined();
		expect(nameOf({ header: 'a' }, { 'x-e': 'task.created' }, 'header.X-E')).toBe('task.created');
	});
});

describe('a batch', () => {
	const one = { event: 'task.created', id: 1 };
	const other = { event: 'task.updated', id: 2 };
	test.each<[string, unknown, unknown[] | undefined]>([
		['a list', [one, other], [one, other]],
		['a list whose entries have no name', [{ id: 1 }], [{ id: 1 }]],
		['a list behind a generic name', { event: 'batch', data: [one] }, [one]],
		['a named payload with a list', { event: 'task.created', data: [one, other] }, undefined],
		['a list of records', { data: [{ id: 1 }] }, undefined],
		['a list of texts', ['task.created'], undefined],
		['a list of both', [one, 'task.created'], undefined],
		['a list inside data', { data: { events: [one, other] } }, [one, other]],
		['next to a word for several', { event: 'bulk', events: [one] }, [one]],
		['next to an empty list', { events: [], data: [one] }, [one]],
		['next to a name that is unknown', { event: 'ping', events: [one] }, undefined],
	])('%s', (_, payload, entries) => expect(batchEntriesOf(payload, {}, '')).toEqual(entries));

	test.each<[string, unknown, unknown[] | undefined]>([
		['changes', { task: {}, changes: [{ type: 'status' }, { field: 'a' }] }, undefined],
		['records', [{ id: 1 }, { id: 2 }], undefined],
		['records with a type', [{ type: 'bug' }], undefined],
		['events', { events: [one] }, [one]],
		['types of events', { events: [{ type: 'task.created' }] }, [{ type: 'task.created' }]],
		['events as the payload', [one], [one]],
	])('in a delivery that a header names: %s', (_, payload, entries) => {
		expect(batchEntriesOf(payload, HEADER, '')).toEqual(entries);
	});

	test('is searched for at its beginning, as its entries are alike', () => {
		const batchAfter = (count: number) => ({ events: [...Array(count).fill({ id: 1 }), one] });
		expect(batchEntriesOf(batchAfter(999), {}, '')).toHaveLength(1_000);
		expect(batchEntriesOf(batchAfter(1_000), {}, '')).toBeUndefined();
	});

	test('has the names of the fields of each entry read once, and once more in the search', () => {
		let reads = 0;
		const ownKeys = (entry: object) => {
			reads++;
			return Reflect.ownKeys(entry);
		};
		const entryOf = (_: unknown, id: number) =>
			new Proxy({ action: 'created', task: { id } }, { ownKeys });
		const payload = { events: Array.from({ length: 5_000 }, entryOf) };
		const entries = whichEvent.batchEntriesOf(new Payload(payload), {}, '') ?? [];
		const names = entries.map((entry) => whichEvent.findEvent(new Payload(entry), {}, '')?.name);
		expect(new Set(names)).toEqual(new Set(['task.created']));
		expect(reads).toBe(5_001);
	});

	test('also uses Event Field', () => {
		const events = [{ what: 'task.created' }];
		expect(batchEntriesOf({ events }, {}, 'what')).toEqual(events);
		expect(batchEntriesOf({ events, what: 'task.created' }, {}, 'what')).toBeUndefined();
	});
});
