import { batchIn, findEvent } from '../../nodes/ProjectWorkspace/webhook/events';
import type { Headers } from './delivery';

const nameOf = (payload: unknown, headers: Headers = {}, eventField = '') =>
	findEvent(payload, eventField, new Map(Object.entries(headers)));

describe('the readings of a name', () => {
	const RUN = 'workflow.run.completed';
	test.each<[string, object, Headers?, string?]>([
		['"event"', { event: 'task.created', data: { id: 1 } }],
		['"event_type"', { event_type: 'TASK_CREATED' }],
		['"Event-Type"', { 'Event-Type': 'taskCreated', title: 'x' }],
		['"eventName"', { eventName: 'task:created' }],
		['"topic"', { topic: 'task/created' }],
		['"kind"', { kind: 'task_created', recording: {} }],
		['"eventKey"', { eventKey: 'task:created' }],
		['"type"', { type: 'task.created', data: { object: 'task' } }],
		['"type"', { event: 'webhook', type: 'task.created' }],
		['"event.name"', { event: { id: 1, name: 'task.created' } }],
		['"event.type"', { event: { type: 'task.created' }, type: 'event_callback' }],
		['"event.event_type"', { event: { event_type: 'task.created', resource_type: 'x' } }],
		['"meta.event_name"', { meta: { event_name: 'task.created' }, data: {} }],
		['"type" and "action"', { type: 'Task', action: 'create', data: {} }],
		['"event" and "action"', { event: 'workflow.run', action: 'completed' }, {}, RUN],
		['"resource" and "event"', { event: 'created', resource: 'task' }],
		['"object" and "type"', { object: 'task', type: 'created' }],
		['"eventCategory" and "eventType"', { eventCategory: 'TASK', eventType: 'CREATE' }],
		['"resource" and "action"', { resource: 'task', action: 'created' }],
		['"entity_type" and "operation"', { entity_type: 'Task', operation: 'CREATED', id: 5 }],
		['"object_type" and "aspect_type"', { object_type: 'task', aspect_type: 'create' }],
		[
			'"event.object_type" and "event.action"',
			{ event: { object_type: 'task', action: 'created' } },
		],
		['"meta.entity" and "meta.action"', { meta: { entity: 'task', action: 'create' }, data: {} }],
		['"table" and "type"', { type: 'CREATE', table: 'task', record: {} }],
		[
			'"resource.resource_type" and "action"',
			{ resource: { resource_type: 'task' }, action: 'created' },
		],
		['the header "x-event" and "action"', { action: 'created', task: {} }, { 'x-event': 'task' }],
		['the header "x-event"', { id: 't1', title: 'x' }, { 'x-event': 'TASK_CREATED' }],
		['the header "x-event-type"', { type: 'bug' }, { 'x-event-type': 'task.created' }],
		['the header "ce-type"', {}, { 'ce-type': 'task.created' }],
	])('%s', (_, payload, headers = {}, name = 'task.created') => {
		expect(nameOf(payload, headers)).toBe(name);
	});
});

test.each([
	...['task.created', 'task.updated', 'task.completed', 'project.created', 'user.invited'],
	'workflow.run.completed',
])('%s is found in any spelling', (name) => {
	const spellings = ['_', '-', ':', '/'].map((separator) => name.replaceAll('.', separator));
	spellings.push(name, name.toUpperCase(), name.slice(0, -1));
	spellings.push(name.replace(/\.(.)/g, (_, letter: string) => letter.toUpperCase()));
	for (const event of spellings) expect(nameOf({ event })).toBe(name);
});

describe('one of the six counts before others, and else the first', () => {
	test.each<[string | undefined, unknown, Headers?]>([
		['task.created', { event: 'ping', type: 'task.created' }, { 'x-event': 'task.updated' }],
		['task.created', { type: 'bug', title: 'x' }, { 'x-topic': 'x', 'x-event': 'task.created' }],
		['task.archived', { event: 'task.archived' }, { 'x-event': 'task.removed' }],
		['ping', { event: 'ping', events: ['task.created'] }],
		['bug', { type: 'bug', action: 'closed' }],
		['task.deleted', { action: 'deleted', resource: 'task' }],
		['issue.opened', { action: 'opened' }, { 'x-github-event': 'issue' }],
		// Headers are not signed, so they do not rename an event that the payload names.
		['task.deleted', { event: 'task.deleted' }, { 'x-event': 'task.completed' }],
		['ping', { event: { type: 'ping' } }, { 'x-event': 'task.created' }],
		['task_commented', { type: 'task_commented' }, { 'x-event': 'task.created' }],
		['Archived', { kind: 'Archived' }, { 'x-event': 'task.created' }],
		[undefined, { events: [] }, { 'x-event': 'task.created' }],
		['task.created.deleted', { action: 'deleted' }, { 'x-event': 'task.created' }],
		['task.created', { operation: 'create' }, { 'x-event': 'TASK_CREATED' }],
		['task.created', { type: 'Task', event: 'By phone' }, { 'x-event': 'task.created' }],
		// What people have typed.
		[undefined, { title: 'task.created', name: 'task.created', data: { event: 'task.created' } }],
		[undefined, { topic: 'User invited', event: 'Task created' }],
		// A verb alone, or not a name.
		[undefined, { action: 'created', task: {} }],
		['task.created', { type: { toString: 1 }, kind: [{}] }, { 'x-event': 'task.created' }],
		[undefined, { event: 7, type: null, topic: '', event_type: 'x'.repeat(201) }],
		[undefined, 'task.created'],
		[undefined, null],
		[undefined, ['task.created']],
	])('%s: %j', (name, payload, headers = {}) => {
		expect(nameOf(payload, headers)).toBe(name);
	});
});

describe('Event Field', () => {
	const headers = { 'x-e': 'task.created' };

	test('is the only place that counts', () => {
		const payload = { event: 'user.invited', kind: { of: 'TASK_UPDATED' } };
		expect(nameOf(payload, headers, 'kind.of')).toBe('task.updated');
		expect(nameOf({ name: ' Task Created ' }, {}, 'name')).toBe('task.created');
		expect(nameOf({ name: 'Ping' }, {}, 'name')).toBe('Ping');
		expect(nameOf(payload, headers, 'missing')).toBeUndefined();
		expect(nameOf({}, { action: 'task.created' }, 'action')).toBeUndefined();
	});

	test('is a header if it is written as one, and the payload has no such field', () => {
		expect(nameOf({ event: 'user.invited' }, headers, 'header.X-E')).toBe('task.created');
		expect(nameOf({ header: 'a' }, headers, 'header.X-E')).toBe('task.created');
		expect(nameOf({ header: { 'X-E': 'task.updated' } }, headers, 'header.X-E')).toBe(
			'task.updated',
		);
		expect(nameOf({ event: 'user.invited' }, {}, 'header.X-E')).toBeUndefined();
	});
});

describe('a batch', () => {
	const one = { event: 'task.created', id: 1 };
	test.each<[string, unknown, unknown[] | undefined]>([
		[
			'a list, as HubSpot sends it',
			[{ subscriptionType: 'a.b' }, {}],
			[{ subscriptionType: 'a.b' }, {}],
		],
		['in "events", as Asana and Xero send it', { events: [one, { id: 2 }] }, [one, { id: 2 }]],
		['next to a word for several', { event: 'batch', events: [one] }, [one]],
		['a list of records', [{ id: 1 }], undefined],
		['a list in another field', { data: [one] }, undefined],
		['a list whose first entry has no name', [{ id: 1 }, one], undefined],
		['names of events', { events: ['task.created'] }, undefined],
		['an empty list', { events: [] }, undefined],
		[
			'an event with its history',
			{ event: 'task.updated', events: [{ type: 'status' }] },
			undefined,
		],
	])('%s', (_, payload, entries) => {
		expect(batchIn(payload, '')).toEqual(entries);
	});

	test('is recognized by Event Field, if it is set', () => {
		const entries = [{ what: 'task.created' }];
		expect(batchIn(entries, '')).toBeUndefined();
		expect(batchIn(entries, 'what')).toEqual(entries);
		expect(batchIn([one], 'what')).toBeUndefined();
	});
});
