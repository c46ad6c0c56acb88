import { documentedName, EVENT_NAMES } from '../../nodes/ProjectWorkspace/trigger/eventNames';
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

test.each([
	['task.created', 'task.created'],
	['TASK_CREATED', 'task.created'],
	['taskCreated', 'task.created'],
	['task:completed', 'task.completed'],
	['workflow_run.completed', 'workflow.run.completed'],
	['workflow.run.complete', 'workflow.run.completed'],
	['user/invited', 'user.invited'],
	['task.deleted', undefined],
	['created', undefined],
	['', undefined],
])('the spelling %j means %j', (text, name) => {
	expect(documentedName(text)).toBe(name);
});

test('every documented name is its own spelling', () => {
	expect(EVENT_NAMES.map(documentedName)).toEqual(EVENT_NAMES);
});

test('what is signed comes before a header', () => {
	expect(find({ event: 'task.created' }, { 'x-event': 'user.invited' })?.name).toBe('task.created');
	expect(find({ event: 'task.archived' }, { 'x-event': 'user.invited' })?.name).toBe(
		'task.archived',
	);
});

test('what a person has typed into a record comes after the header', () => {
	const record = { id: 't1', name: 'task.completed', type: 'bug' };
	expect(find(record, { 'x-event': 'task.created' })?.name).toBe('task.created');
});

test.each([
	['a record', { id: 't1', type: 'bug_report', name: 'Fix the door', action: 'none' }],
	['a list', [{ event: 'task.created' }]],
	['a text', 'task.created'],
	['nothing', null],
	['an event that is no text', { event: { a: 1 } }],
	['inherited fields only', {}],
])('%s names no event', (_, payload) => {
	expect(find(payload)).toBeUndefined();
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
