import {
	readTriggerOptions,
	triggerOptionProperties,
} from '../../nodes/ProjectWorkspace/old/trigger/options';
import { expectWorded, labelsOf } from '../wording/rules';

const labels = labelsOf(triggerOptionProperties);

const valuesOf = (collection: object) => {
	const options = readTriggerOptions(collection);
	if (!options.ok) throw new Error(options.problem.message);
	return options.value;
};

test('what is not set, or empty, is detected or off', () => {
	const defaults = valuesOf({});
	expect(defaults).toMatchObject({ otherEvents: false, eventField: '', duplicateField: '' });
	const empty = Object.keys(defaults).map((name) => [name, '']);
	expect(valuesOf(Object.fromEntries(empty))).toEqual(defaults);
});

test.each([
	[false, false],
	['false', false],
	[null, false],
	[true, true],
	['true', true],
	[' True ', true],
])('a toggle with the value %j of an expression is %p', (value, isOn) => {
	for (const name of ['includeDetails', 'outputPerEvent', 'otherEvents'] as const) {
		expect(valuesOf({ [name]: value })[name]).toBe(isOn);
	}
});

test.each([
	['deliveryIdHeader', ' X-Id ', 'x-id'],
	['eventField', 'Id ', 'Id'],
	['duplicateField', ' meta.id ', 'meta.id'],
] as const)('%s: %j is read as %j', (name, given, value) => {
	expect(valuesOf({ [name]: given })[name]).toBe(value);
});

test.each<[string, object, RegExp]>([
	['a header name with a colon', { deliveryIdHeader: 'X-Id:' }, /'Delivery ID Header' must be/],
	['an unknown choice', { duplicates: 'never' }, /'Duplicate Deliveries' must be one of/],
	...['header.', 'header. ', '.', 'data.', '.event', 'data..event'].flatMap(
		(path) =>
			[
				[
					`'Event Field' ${path}`,
					{ eventField: path },
					/^'Event Field' must be the name of a field/,
				],
				[
					`'Duplicate Field' ${path}`,
					{ duplicateField: path },
					/^'Duplicate Field' must be the name/,
				],
			] as Array<[string, object, RegExp]>,
	),
	['a toggle with a word', { otherEvents: 'maybe' }, /'Start on Other Events' must be true or/],
])('options with %s are rejected with a message', (_, options, words) => {
	const read = readTriggerOptions(options);
	if (read.ok) throw new Error('These options were accepted');
	expect(read.problem.message).toMatch(words);
	expectWorded(read.problem);
	const [, label = ''] = /^'([^']+)'/.exec(read.problem.message) ?? [];
	expect(labels).toContain(label);
});

test.each([['text'], [[{ otherEvents: true }]], [7]])(
	'options as %j are rejected, and not taken for none',
	(options) => {
		const read = readTriggerOptions(options);
		expect(read).toMatchObject({ problem: { message: "'Options' must be an object" } });
	},
);

test.each([undefined, null, ''])('options that are %j are none', (options) => {
	expect(readTriggerOptions(options)).toEqual(readTriggerOptions({}));
});

test('there are seven', () => {
	expect(triggerOptionProperties.map(({ name }) => name).sort()).toEqual([
		...['deliveryIdHeader', 'duplicateField', 'duplicates', 'eventField', 'includeDetails'],
		...['otherEvents', 'outputPerEvent'],
	]);
});
