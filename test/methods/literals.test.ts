import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { extractFromAICalls } from 'n8n-workflow';

import { withLiterals } from '../../nodes/ProjectWorkspace/methods/literals';
import { OneCredential } from '../node/credentials';
import { workflowWith } from '../node/runNode';

const { workflow, node } = workflowWith({}, new OneCredential({}));

/** As n8n reads a saved parameter. */
const evaluated = (value: INodeParameters | string) =>
	workflow.expression.getParameterValue(value, null, 0, 0, node.name, [], 'manual', {});

const pieces = [
	...['=', '{{', '}}', '\\', '\\}}', '"', "'", '`', '${1}', '\n', '\r\n', '\t', '\0', ' '],
	...['\u2028', '\uFEFF', '\u00A0', '\uD83C', '🎉', 'é', '中', '\u202E', '\\u0041', 'x', '7'],
	...['$env', '$json', '$(', ')', '.constructor', '.first()', '.toDate()', '$if(', '?.'],
	...['__proto__', '$fromAI(', '$FROMAI', '$fromAI("a", "b")', '// x', '/* x */', '<!--'],
];
const text = fc.oneof(
	fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
	fc.string({ unit: 'binary' }),
);

test('n8n reads what is saved as the text of the service, and finds no tool argument in it', () => {
	const isText = (original: string) => {
		const saved = withLiterals(original);
		expect(evaluated(saved)).toBe(original);
		expect(extractFromAICalls(saved)).toEqual([]);
	};
	fc.assert(fc.property(text, isText), { numRuns: 200 });
	fc.assert(
		fc.property(text, (rest) => isText(`=${rest}`)),
		{ numRuns: 200 },
	);
});

test.each([' =1', '\n=1', '\u00A0=1'])('%j becomes an expression, too', (original) => {
	expect(withLiterals(original)).toMatch(/^=/);
	expect(evaluated(withLiterals(original))).toBe(original);
});

test('a text that n8n would not evaluate stays as it is, and so do numbers and names', () => {
	for (const value of ['a=b', '{{ 1 }}', '"=x"', 'Ünïcode "quoted" \\', '', '-=1']) {
		const given = { value, list: [value, 1, null], none: undefined };
		expect(withLiterals(given)).toEqual(given);
	}
});
