import { entriesOf, findEvent } from '../../nodes/ProjectWorkspace/trigger/whichEvent';

type Headers = Record<string, string>;
const HEADER = { 'x-service-event': 'task.created' };

const nameOf = (payload: unknown, headers: Headers = {}, eventField = '') =>
	findEvent(payload, headers, eventField)?.name;

describe('the first that is present names the event', () => {
	test.each<[string, unknown, string, string]>([
		['2', { event: 'task.created', data: { id: 1 } }, 'task.created', 'the field "event"'],
		['2', { event_type: 'TASK_CREATED' }, 'task.created', 'the field "event_type"'],
		['2', { 'Event-Type': 'taskCreated', title: 'x' }, 'task.created', 'the field "event_type"'],
		['2', { eventName: 'com.example.task.created' }, 'task.created', 'the field "event_name"'],
		['2', { topic: 'task.created' }, 'task.created', 'the field "topic"'],
		['2', { 'detail-type': 'task.created', detail: {} }, 'task.created', 'the field "detail_type"'],
		['2', { event: { id: 1, name: 'task.created' } }, 'task.created', 'the field "name"'],
		[
			'2',
			{ event: { type: 'task.created' }, type: 'event_callback' },
			'task.created',
			'the field "type"',
		],
		[
			'2 and 3',
			{ event: { type: 'task', action: 'created' } },
			'task.created',
			'the fields "type" and "action"',
		],
		[
			'2 and 3',
			{ event: 'task', action: 'created', data: {} },
			'task.created',
			'the fields "event" and "action"',
		],
		[
			'2 and 3',
			{ event: 'created', resource: 'task' },
			'task.created',
			'the fields "resource" and "event"',
		],
		['2 and 3', { event: 'created', task: {} }, 'task.created', 'the fields "task" and "event"'],
		[
			'2 and 3',
			{ event_category: 'task', event_name: 'created' },
			'task.created',
			'the fields "event_category" and "event_name"',
		],
		[
			'3',
			{ resource: 'task', action: 'created' },
			'task.created',
			'the fields "resource" and "action"',
		],
		[
			'3',
			{ entity_type: 'Task', operation: 'CREATE', id: 5 },
			'task.created',
			'the fields "entity_type" and "operation"',
		],
		[
			'3',
			{ resource: 'workflow.run', action: 'completed' },
			'workflow.run.completed',
			'the fields "resource" and "action"',
		],
		['3', { action: 'invited', user: { id: 1 } }, 'user.invited', 'the fields "user" and "action"'],
		[
			'3',
			{ action: 'completed', workflow_run: { id: 1 } },
			'workflow.run.completed',
			'the fields "workflowrun" and "action"',
		],
		['3', { action: 'task.created', data: {} }, 'task.created', 'the field "action"'],
		['4', { event: 'webhook', type: 'task.created' }, 'task.created', 'the field "type"'],
		[
			'4',
			{ event: 'notification', type: 'task.created', action: 'created' },
			'task.created',
			'the field "type"',
		],
	])('step %s: %j', (_, payload, name, where) => {
		// Whatever a header says.
		expect(findEvent(payload, { 'x-event': 'user.removed' }, '')).toEqual({
			name,
			documented: name,
			where,
		});
	});

	test.each(['x-service-event', 'x-event-type', 'event-name', 'x-webhook-topic', 'ce-type'])(
		'step 5: the header %s',
		(header) => {
			expect(findEvent({ id: 't1', title: 'x' }, { [header]: 'TASK_UPDATED' }, '')).toEqual({
				name: 'task.updated',
				documented: 'task.updated',
				where: `the header "${header}"`,
			});
		},
	);
});

describe('an unknown name is a name, so no header replaces it', () => {
	test.each<[string, unknown]>([
		['task.archived', { event: 'task.archived' }],
		['task.deleted', { action: 'deleted', task: { id: 1 } }],
		['task.deleted.v2', { type: 'task.deleted.v2' }],
		['tasks.DELETE', { type: 'DELETE', table: 'tasks' }],
		['tasks.DELETE', { op: 'DELETE', entity: 'tasks', record: {} }],
		['deleted', { event: 'deleted', trigger: 'task.created' }],
		['deleted', { action: 'deleted', task: {}, sender: {} }],
		['removed', { action: 'removed', data: { id: 1 } }],
		['ping', { event: 'ping', events: ['task.created'] }],
		['comment', { type: 'comment', title: 'Task created' }],
		['comment.created', { event: 'comment', action: 'created', type: 'task', data: {} }],
		['bug.none', { type: 'bug', action: 'none' }],
		['7', { event: 7 }],
	])('%s', (name, payload) => {
		expect(findEvent(payload, HEADER, '')).toMatchObject({ name, documented: undefined });
	});
});

test.each<[string, unknown]>([
	[
		'what people have typed',
		{ title: 'task.created', name: 'task.created', data: { event: 'a.b' } },
	],
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
	['names in a name field', { event: ['task.created'] }],
	['topics', { webhook_id: 5, topics: ['task.created'] }],
	['nothing', []],
])('%s names no event and keeps the headers out', (_, payload) => {
	expect(nameOf(payload, HEADER)).toBeUndefined();
	expect(entriesOf(payload, '')).toBeUndefined();
});

test('a list of texts that is no list of events keeps no header out', () => {
	expect(nameOf({ id: 1, tags: ['a'], changes: ['title'] }, HEADER)).toBe('task.created');
});

test('a header is completed by a verb of the payload, and never contradicts it', () => {
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
		expect(findEvent(payload, HEADER, 'kind.of')).toMatchObject({
			name: 'task.updated',
			where: 'the field "kind.of"',
		});
		expect(nameOf(payload, HEADER, 'missing')).toBeUndefined();
		expect(nameOf({ data: {} }, { action: 'task.created' }, 'action')).toBeUndefined();
	});

	test('is a header if it is written as one', () => {
		const headers = { 'x-e': 'task.created' };
		expect(findEvent({ event: 'user.invited' }, headers, 'header.X-E')).toMatchObject({
			name: 'task.created',
			where: 'the header "x-e"',
		});
		expect(nameOf({ event: 'user.invited' }, {}, 'header.X-E')).toBeUndefined();
		expect(nameOf({ action: 'deleted', task: {} }, headers, 'header.X-E')).toBe('task.created');
	});
});

describe('a batch', () => {
	const one = { event: 'task.created', id: 1 };
	const other = { event: 'task.updated', id: 2 };
	test.each<[string, unknown, unknown[] | undefined]>([
		['a list', [one, other], [one, other]],
		['a list whose entries have no name', [{ id: 1 }], [{ id: 1 }]],
		['a list in an envelope', { webhook_id: 1, events: [one, other] }, [one, other]],
		['a list behind a generic name', { event: 'batch', data: [one] }, [one]],
		['a named payload with a list', { event: 'task.created', data: [one, other] }, undefined],
		['a list of records', { data: [{ id: 1 }] }, undefined],
		['a list of texts', ['task.created'], undefined],
		['a list of both', [one, 'task.created'], undefined],
	])('%s', (_, payload, entries) => expect(entriesOf(payload, '')).toEqual(entries));

	test('goes by Event Field as well', () => {
		const events = [{ what: 'task.created' }];
		expect(entriesOf({ events }, 'what')).toEqual(events);
		expect(entriesOf({ events, what: 'task.created' }, 'what')).toBeUndefined();
	});
});
