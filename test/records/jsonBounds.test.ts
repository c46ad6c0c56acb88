import fc from 'fast-check';

import { parseJson } from '../../nodes/ProjectWorkspace/records/json';
import {
	checkBounds,
	JSON_BOUNDS,
	JsonTooLarge,
} from '../../nodes/ProjectWorkspace/records/jsonBounds';
import { withDeadline } from '../withDeadline';

const { levels, names, values } = JSON_BOUNDS;

const nested = (count: number, open: string, close: string) =>
	`${open.repeat(count)}1${close.repeat(count)}`;
const object = (fields: number) =>
	`{${Array.from({ length: fields }, (_, at) => `"f${at}":0`).join(',')}}`;

test.each<[string, (size: number) => string, number, string]>([
	['lists in lists', (size) => nested(size, '[', ']'), levels, 'more than 200 levels'],
	['objects in objects', (size) => nested(size, '{"a":', '}'), levels, 'more than 200 levels'],
	['fields', object, names, 'an object with more than 10,000 fields'],
	[
		'fields of a record',
		(size) => `{"data":[{"id":1},${object(size)}]}`,
		names,
		'an object with more than 10,000 fields',
	],
	[
		'empty objects',
		(size) => `[${'{},'.repeat(Math.floor(size / 2) - 1)}{}]`,
		values,
		'more than 2,000,000 values',
	],
])('%s: as many as allowed are read, and one more is refused', (_, json, bound, message) => {
	expect(() => checkBounds(json(bound))).not.toThrow();
	expect(() => checkBounds(json(bound + 2))).toThrow(JsonTooLarge);
	expect(() => checkBounds(json(bound + 2))).toThrow(message);
});

test('what is in texts does not count', () => {
	const text = '{[:,\\"'.repeat(100_000);
	expect(() => checkBounds(JSON.stringify([text, { [text]: '\\' }, '\\\\"']))).not.toThrow();
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
