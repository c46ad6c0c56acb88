import {
	documentedName,
	EVENT_NAMES,
	parsePayload,
	Payload,
	shortText,
} from '../../nodes/ProjectWorkspace/old/trigger/names';
import { asItemData } from '../../nodes/ProjectWorkspace/old/trigger/output';

test.each([
	['task.created', 'task.created'],
	['TASK_CREATED', 'task.created'],
	['taskCreated', 'task.created'],
	['task:completed', 'task.completed'],
	['workflow_run.completed', 'workflow.run.completed'],
	['workflow.run.complete', 'workflow.run.completed'],
	['user/invited', 'user.invited'],
	['com.example.task.created', 'task.created'],
	['com.example.task.archived', undefined],
	['project.task.created', undefined],
	['task.deleted', undefined],
	['created', undefined],
	['', undefined],
])('the spelling %j means %j', (text, name) => {
	expect(documentedName(text)).toBe(name);
});

test('every documented name is recognized as spelled', () => {
	expect(EVENT_NAMES.map(documentedName)).toEqual(EVENT_NAMES);
});

test.each([
	['{"a":1}', { a: 1 }],
	['\ufeff{"a":1}', { a: 1 }],
	['[1]', { value: [1] }],
	['"x"', { value: 'x' }],
	['no json', { value: 'no json' }],
	['{"id":12345678901234567890}', { id: '12345678901234567890' }],
	['{"ä":"€"}', { ä: '€' }],
	['{"a":"[[[\\"[[["}', { a: '[[["[[[' }],
])('the workflow gets %s', (text, data) => {
	const read = parsePayload(Buffer.from(text));
	expect(read.ok && asItemData(read.value)).toEqual(data);
});

test.each([
	['no letter is UTF-8', Buffer.from('{"a":"caf\xe9 \x80"}', 'latin1'), 'café €'],
	[
		'one letter was cut',
		Buffer.concat([Buffer.from('{"a":"日本 é '), Buffer.from([0xc3]), Buffer.from('"}')]),
		'日本 é \ufffd',
	],
])('a body that is not UTF-8, where %s', (_, body, a) => {
	expect(parsePayload(body)).toEqual({ ok: true, value: { a } });
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

test('a field with a name of more than 200 characters is not looked at', () => {
	const long = 'E_'.repeat(1_000);
	const fields = new Payload({ [long]: 1, eventType: 'x' });
	expect(fields.entries).toEqual([['eventType', 'x']]);
	expect(fields.get('event_type')).toBe('x');
});
