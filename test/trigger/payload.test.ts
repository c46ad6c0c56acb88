import { asItemData, parsePayload, partsOf } from '../../nodes/ProjectWorkspace/trigger/payload';

test.each([
	['{"a":1}', { a: 1 }],
	['\ufeff{"a":1}', { a: 1 }],
	['[1]', { value: [1] }],
	['"x"', { value: 'x' }],
	['no json', { value: 'no json' }],
	['{"ä":"€"}', { ä: '€' }],
])('the workflow gets %s', (text, data) => {
	expect(asItemData(parsePayload(Buffer.from(text)))).toEqual(data);
});

test.each([
	['an envelope', { event: 'task.created', data: { id: 1 } }, ['envelope', 'record']],
	['an envelope by its ID', { id: 'evt_1', task: {} }, ['envelope']],
	['a record', { id: 1, title: 'x', project: { id: 2 } }, ['record']],
	[
		'an event object',
		{ id: 1, event: { type: 'task.created' }, task: {} },
		['envelope', 'event', 'record'],
	],
	[
		'a record by the kind of the event',
		{ id: 1, Event_Type: 'TASK_CREATED', task: {} },
		['envelope', 'record'],
	],
	[
		'another record',
		{ event: 'task.created', data: { id: 1, project: {} } },
		['envelope', 'record'],
	],
	[
		'what tells of the event, in data',
		{ data: { meta: { event: 'x' } } },
		['envelope', 'record', 'record'],
	],
	['no object', [{ event: 'task.created' }], []],
])('a payload is taken apart: %s', (_, payload, roles) => {
	expect(partsOf(payload).map(({ role }) => role)).toEqual(roles);
});

test('a payload of many layers is not followed for ever', () => {
	const deep = JSON.parse('{"data":'.repeat(5_000) + '1' + '}'.repeat(5_000)) as unknown;
	expect(partsOf(deep)).toHaveLength(4);
});
