import fc from 'fast-check';

import { parseJson } from '../../nodes/ProjectWorkspace/records/json';
import {
	JSON_BOUNDS,
	JsonCut,
	JsonTooLarge,
	scanJson as scanFor,
} from '../../nodes/ProjectWorkspace/records/jsonBounds';
import { withDeadline } from '../withDeadline';

const { levels, names, values } = JSON_BOUNDS;

const scanJson = (json: string) => {
	const numbers: string[] = [];
	scanFor(json, (start, end) => numbers.push(json.slice(start, end)));
	return numbers;
};

const nested = (count: number, open: string, close: string) =>
	`${open.repeat(count)}1${close.repeat(count)}`;
const object = (fields: number) =>
	`{${Array.from({ length: fields }, (_, at) => `"f${at}":0`).join(',')}}`;

test.each<[string, (size: number) => string, number, string]>([
	['lists in lists', (size) => nested(size, '[', ']'), levels, 'more than 200 levels'],
	['objects in objects', (size) => nested(size, '{"a":', '}'), levels, 'more than 200 levels'],
	['fields', object, names, 'more than 10,000 fields in one object'],
	[
		'fields of a record',
		(size) => `{"data":[{"id":1},${object(size)}]}`,
		names,
		'more than 10,000 fields in one object',
	],
	[
		'empty objects',
		(size) => `[${'{},'.repeat(Math.floor(size / 2) - 1)}{}]`,
		values,
		'more than 500,000 values',
	],
])('%s: as many as allowed are read, and one more is refused', (_, json, bound, message) => {
	expect(() => scanJson(json(bound))).not.toThrow();
	expect(() => scanJson(json(bound + 2))).toThrow(JsonTooLarge);
	expect(() => scanJson(json(bound + 2))).toThrow(message);
});

test('what is in texts does not count', () => {
	const text = '{[:,\\"'.repeat(100_000);
	expect(() => scanJson(JSON.stringify([text, { [text]: '\\' }, '\\\\"']))).not.toThrow();
});

test('JSON within the bounds is parsed as JavaScript does', () => {
	fc.assert(
		fc.property(fc.json({ maxDepth: 5 }), (json) => {
			// Longer numbers keep their digits.
			fc.pre(!/\d{16}/.test(json));
			expect(parseJson(json)).toEqual(JSON.parse(json));
		}),
	);
});

test.each(['[', ']', '{"a":', '"', '\\"', '"\\\\', ',', ':', '{}', '"a"'])(
	'a text of %j again and again is refused or parsed quickly',
	(part) => {
		const json = part.repeat(2_000_000 / part.length);
		withDeadline(() => {
			expect(() => parseJson(json)).toThrow(SyntaxError);
		});
	},
);

test.each(['[1,', '{"a":[{"b":1}]', '"a text', '{"a":"\\"', '[{"a":1},{"b'])(
	'%s ends in the middle, which is seen without parsing it',
	(json) => {
		expect(() => scanJson(json)).toThrow(JsonCut);
	},
);

test.each(['[1,]', '{"a":NaN}', '{}}', 'text', '["]"}]'])('%s is complete', (json) => {
	expect(scanJson(json)).toEqual([]);
});

test('a number of more digits than any count has is refused, and in a text it is none', () => {
	const { digits } = JSON_BOUNDS;
	expect(parseJson('9'.repeat(digits))).toBe('9'.repeat(digits));
	expect(() => parseJson(`[-1.${'0'.repeat(digits)}]`)).toThrow(
		'more than 1,000 digits in a number',
	);
	expect(parseJson(`"${'9'.repeat(digits + 1)}"`)).toHaveLength(digits + 1);
});
