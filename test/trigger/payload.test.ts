import {
	asItemData,
	parsePayload,
	partsOf,
	shortText,
} from '../../nodes/ProjectWorkspace/trigger/payload';

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

test.each<[string, unknown, string | undefined]>([
	['a text of 200 characters', 'x'.repeat(200), 'x'.repeat(200)],
	['the same with spaces around it', ` ${'x'.repeat(200)} `, 'x'.repeat(200)],
	['a longer one', 'x'.repeat(201), undefined],
	['a whole number', 7, '7'],
	['another number', 1.5, undefined],
	['a number that may have been rounded', 2 ** 53, undefined],
	['a space', ' ', undefined],
	['true', true, undefined],
])('what can be a name or an ID: %s', (_, value, text) => {
	expect(shortText(value)).toBe(text);
});
