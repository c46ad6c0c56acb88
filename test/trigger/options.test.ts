import {
	detectedTemplates,
	settableTemplates,
} from '../../nodes/ProjectWorkspace/signature/templates';
import { optionProperties, readOptions } from '../../nodes/ProjectWorkspace/trigger/options';
import { expectWorded, labelsOf } from '../wording/rules';

const labels = labelsOf(optionProperties);

const valuesOf = (collection: object) => {
	const options = readOptions(collection);
	if (!options.ok) throw new Error(options.problem.message);
	return options.value;
};

test('what is not set, or empty, is detected or off', () => {
	const defaults = valuesOf({});
	expect(defaults).toMatchObject({ otherEvents: false, eventField: '', tolerance: 300 });
	expect(defaults).toMatchObject({ algorithm: undefined, signedContent: undefined });
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
	['timestampHeader', 'X-Time ', 'x-time'],
	['idHeader', ' X-Id', 'x-id'],
	['eventField', 'Id ', 'Id'],
	['tolerance', '604800', 604_800],
	['signedContent', '{timestamp}\\n{body}', '{timestamp}\n{body}'],
] as const)('%s: %j is read as %j', (name, given, value) => {
	expect(valuesOf({ [name]: given })[name]).toBe(value);
});

test.each<[string, object, RegExp]>([
	['an unknown place', { signedContent: '{url}{body}' }, /'Signed Content' must be a template/],
	['an empty place', { signedContent: '{}{body}' }, /'Signed Content'/],
	['no body', { signedContent: '{timestamp}' }, /with \{body\} once/],
	['two bodies', { signedContent: '{body}{body}' }, /'Signed Content'/],
	['two timestamps', { signedContent: '{timestamp}{timestamp}{body}' }, /'Signed Content'/],
	['a long template', { signedContent: `{body}${'x'.repeat(195)}` }, /up to 200 characters/],
	['a prefix with a line break', { prefix: 'v1\n' }, /'Signature Prefix' must be at most/],
	['a prefix of 65 characters', { prefix: 'x'.repeat(65) }, /at most 64 plain characters/],
	['no tolerance', { tolerance: 0 }, /'Timestamp Tolerance' must be a whole number/],
	['an endless tolerance', { tolerance: Infinity }, /'Timestamp Tolerance'/],
	['a header name with a colon', { timestampHeader: 'X-Time:' }, /'Timestamp Header' must be/],
	['an ID header with a space', { idHeader: 'X ID' }, /'Signed ID Header' must be/],
	['an unknown algorithm', { algorithm: 'md5' }, /'Signature Algorithm' must be one of/],
	['an unknown encoding', { encoding: 'text' }, /'Signature Encoding' must be one of/],
	['no field to detect by', { duplicates: 'field' }, /'Duplicate Field' must be set for 'Detect/],
	['a field that is not used', { duplicates: 'body', duplicateField: 'id' }, /and only then$/],
	['an unknown choice', { duplicates: 'never' }, /'Duplicate Deliveries' must be one of/],
	['a toggle with a word', { otherEvents: 'maybe' }, /'Start on Other Events' must be true or/],
])('options with %s are rejected with a message', (_, options, words) => {
	const read = readOptions(options);
	if (read.ok) throw new Error('These options were accepted');
	expect(read.problem.message).toMatch(words);
	expectWorded(read.problem);
	const [, label = ''] = /^'([^']+)'/.exec(read.problem.message) ?? [];
	expect(labels).toContain(label);
});

test.each([
	...detectedTemplates,
	`{body}${'x'.repeat(194)}`,
	...settableTemplates('https://n8n.example.com/webhook/1b671a64-40d5-491e-99b0-da01ff1f3341'),
])('the layout %j can be set', (signedContent) => {
	expect(valuesOf({ signedContent })).toMatchObject({ signedContent });
	expect(signedContent.replace(/\{\w+\}/g, '')).not.toMatch(/[{}[\]]/);
});
