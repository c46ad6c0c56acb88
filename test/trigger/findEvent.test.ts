import { findEvent } from '../../nodes/ProjectWorkspace/trigger/findEvent';

const find = (payload: unknown, headers: Record<string, string> = {}, pinned = '') =>
	findEvent(payload, headers, pinned);

test.each([
	['event', { event: 'task.created', data: { id: 1 } }],
	['type', { type: 'task.created', data: { object: {} } }],
	['event.name', { event: { id: 'e1', name: 'task.created' }, payload: {} }],
	['event_type', { event_type: 'task.created' }],
	['eventType', { eventType: 'task.created' }],
	['topic', { topic: 'task.created' }],
	['meta.event', { meta: { event: 'task.created' } }],
	['a field with dots in its name', { 'event.name': 'task.created' }],
	['name', { name: 'task.created', data: {} }],
	['a kind and a verb', { resource: 'task', action: 'created' }],
	['a kind and a plain verb', { object: 'task', action: 'create' }],
	['an event and an action', { event: 'task', action: 'created', data: {} }],
	['a kind and an event', { resource: 'task', event: 'created', data: {} }],
	['an entity and an operation', { entity_type: 'Task', operation: 'CREATE', id: 5 }],
	['a type and a verb', { type: 'task', verb: 'created', payload: {} }],
	['two fields of an event object', { event: { id: 1, type: 'task', action: 'created' } }],
	['two fields behind a generic event', { event: 'webhook', type: 'task', action: 'created' }],
	['a type behind a generic event', { event: 'webhook', type: 'task.created' }],
	[
		'a type behind a generic event of two words',
		{ event: 'webhook.received', type: 'TaskCreated' },
	],
	[
		'data behind a generic type',
		{ type: 'event_callback', data: { event: 'task.created', id: 1 } },
	],
	['data, by its type', { type: 'webhook', data: { type: 'task.created' } }],
	['a message around it', { message: { event_type: 'task.created', data: {} } }],
	['an event object beside the record', { id: 17, event: { type: 'task.created' }, task: {} }],
	['an action of a numbered delivery', { id: 17, action: 'task.created', data: {} }],
	['a name of an event', { id: 'evt_1', name: 'task.created', data: {} }],
	['two objects', { payload: { meta: { event: 'task.created' }, data: {} } }],
	['Event-Type', { 'Event-Type': 'TASK_CREATED', title: 'x' }],
	['an action behind an unknown word', { event: 'ping', data: { action: 'task:created' } }],
	['a flat record', { event: 'task.created', id: 't1', name: 'task.completed' }],
])('is found in %s', (_, payload) => {
	expect(find(payload)).toEqual({
		name: 'task.created',
		documented: 'task.created',
		signed: true,
	});
});

test.each([
	'x-service-event',
	'x-event-type',
	'x-event-name',
	'x-webhook-topic',
	'event',
	'x-hook-event-key',
])('is found in the header %s', (header) => {
	expect(find({ id: 't1', title: 'x' }, { [header]: 'task.updated' })).toEqual({
		name: 'task.updated',
		documented: 'task.updated',
		signed: false,
	});
});

test('what is signed comes before a header', () => {
	expect(find({ event: 'task.created' }, { 'x-event': 'user.invited' })?.name).toBe('task.created');
	expect(find({ event: 'task.archived' }, { 'x-event': 'user.invited' })?.name).toBe(
		'task.archived',
	);
});

test.each([
	['task.archived', { event: 'task.archived', data: {} }],
	['task.archived', { type: 'task.archived', data: {} }],
	['task_archived', { id: 't1', type: 'task_archived' }],
	['task.archived', { event: 'task', action: 'archived', data: {} }],
	['task.archived', { resource: 'task', action: 'archived', id: 5, data: {} }],
	['comment.created', { event: 'comment', action: 'created', type: 'task', data: {} }],
	['com.example.thing', { type: 'com.example.thing', data: {} }],
	['workflow.run.started', { event: 'workflow.run.started', data: { event: 'task.created' } }],
	['automation.fired', { event: 'automation.fired', trigger: 'task.created', data: {} }],
	['ping', { event: 'ping', id: 't1' }],
	['task', { event: 'task', id: 't1' }],
])('%s is another event, whatever a header says', (name, payload) => {
	expect(find(payload, { 'x-event': 'task.created' })).toEqual({
		name,
		documented: undefined,
		signed: true,
	});
});

test.each([
	['a title', { id: 't1', title: 'task.completed', description: 'task.completed' }],
	['a name in a record with a field of data', { id: 't1', name: 'task.completed', details: {} }],
	['a title in data', { data: { id: 't1', title: 'task.completed', name: 'task.completed' } }],
	['a name in a record', { id: 't1', name: 'task.completed' }],
	['a topic in data', { data: { id: 't1', topic: 'task.completed', status: 'task.completed' } }],
	['what triggers a workflow', { id: 'w1', trigger: 'task.completed', action: 'task.completed' }],
	['what triggers a workflow, in data', { data: { id: 'w1', trigger: 'task.completed' } }],
	['a record within a record', { data: { id: 't1', custom: { event: 'task.completed' } } }],
	['a kind of record', { id: 't1', type: 'user_story', action: 'none', title: 'x' }],
	['a generic event', { event: 'webhook', type: 'event', data: { id: 't1' } }],
])('%s names no event, so a header may', (_, payload) => {
	expect(find(payload)).toBeUndefined();
	expect(find(payload, { 'x-event': 'task.created' })?.name).toBe('task.created');
});

test('what a person has typed into a record comes after the header', () => {
	const record = { id: 't1', name: 'task.completed', type: 'bug' };
	expect(find(record, { 'x-event': 'task.created' })?.name).toBe('task.created');
});

test.each([
	['a record', { id: 't1', type: 'bug_report', name: 'Fix the door', action: 'none' }],
	['a list of nothing', [[], 7]],
	['a text', 'task.created'],
	['nothing', null],
	['an event that is no text', { event: { a: 1 } }],
	['inherited fields only', {}],
])('%s names no event', (_, payload) => {
	expect(find(payload)).toBeUndefined();
});

test.each([
	['a list', [{ event: 'task.created' }]],
	['a list in an envelope', { events: [{ type: 'task.created' }] }],
	['a list of names', { event: ['task.created'] }],
	['a list whose first event is another', { events: [{ type: 'invoice.paid' }, 'task.created'] }],
	['a field that nobody has foreseen', { notification_type: 'task.created', task_id: 5 }],
	['the subscription', { subscription: { id: 7, event: 'task.created' } }],
	['a category and a name', { event_category: 'task', event_name: 'created' }],
])('%s names an event, whatever a header says', (_, payload) => {
	expect(find(payload, { 'x-event': 'user.invited' })).toMatchObject({
		name: 'task.created',
		signed: true,
	});
});

test('a list goes by the name of an event that is selected', () => {
	const payload = [{ event: 'task.created' }, { event: 'task.completed' }];
	expect(findEvent(payload, {}, '', ['task.completed'])?.name).toBe('task.completed');
	expect(findEvent(payload, {}, '')?.name).toBe('task.created');
});

test('what was before, and what people write, names no event', () => {
	const payload = { task_id: 5, previous_event: 'task.created', title: 'task.created' };
	expect(find(payload, { 'x-event': 'task.updated' })?.name).toBe('task.updated');
});

test('an ID header is no event header', () => {
	expect(find({}, { 'x-event-id': 'task.created', 'last-event-id': 'task.created' })).toBe(
		undefined,
	);
});

test('a pin is the only place that counts, in the payload first', () => {
	const payload = { event: 'user.invited', kind: { of: 'task.updated' } };
	expect(find(payload, { 'x-e': 'task.created' }, 'kind.of')?.name).toBe('task.updated');
	expect(find(payload, { 'x-e': 'task.created' }, 'X-E')).toMatchObject({
		name: 'task.created',
		signed: false,
	});
	expect(find(payload, {}, 'missing')).toBeUndefined();
});
