import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { parseJson } from '../../nodes/ProjectWorkspace/old/records/json';
import {
	canonical,
	keyOfValue,
	sameValue,
	withAllDigits,
} from '../../nodes/ProjectWorkspace/old/records/sameValue';
import { isEmpty } from '../../nodes/ProjectWorkspace/old/records/value';

const ZONE = 'America/New_York';

const same = (one: unknown, other: unknown) => {
	const is = sameValue(one, other, ZONE);
	expect(sameValue(other, one, ZONE)).toBe(is);
	if (is) expect(keyOfValue(one, ZONE)).toBe(keyOfValue(other, ZONE));
	return is;
};

/** The rows of the table in the docs: a value, those that are the same, and those that are not. */
const table = readFileSync('docs/operations.md', 'utf8')
	.split('## The same value')[1]
	?.split('\n## ')[0]
	?.split('\n')
	.filter((line) => /^\| [A-Z].*`/.test(line))
	.map((line) => {
		const [, name = '', ...cells] = line.split('|');
		const [values = [], equal = [], others = []] = [name, ...cells].map((cell) =>
			[...cell.matchAll(/`(.*?)`/g)].map(([, json = '']) => JSON.parse(json) as unknown),
		);
		return { name: name.trim(), value: values[0], equal, others };
	});

test('the docs know every kind of value', () => {
	expect(table).toHaveLength(9);
});

test.each(table ?? [])('$name is the same as the docs say', ({ value, equal, others }) => {
	expect(equal.length).toBeGreaterThan(0);
	for (const each of equal) expect([each, same(value, each)]).toEqual([each, true]);
	for (const each of others) expect([each, same(value, each)]).toEqual([each, false]);
});

test.each([
	['2026-12-31T05:00:00Z', '2026-12-31', true],
	['2026-12-31T00:00:00-05:00', '2026-12-31', true],
	['2026-12-31T00:00:00+01:00', '2026-12-31', false],
	['2026-12-31T05:00:00Z', '2026-12-31T00:00:00Z', false],
	// Daylight saving time.
	['2026-07-01T04:00:00Z', '2026-07-01', true],
	['2026-07-01T05:00:00Z', '2026-07-01', false],
	['2026-12-31T12:00:00', '2026-12-31T12:00:00.000', true],
	['2026-12-31T12:00:00', '2026-12-31T12:00:00Z', false],
	['2026-12-31T12:00:00.123456Z', '2026-12-31T12:00:00.123999Z', false],
	['2026-12-31T12:00:00.1234560Z', '2026-12-31 13:00:00.123456+0100', true],
	['2026-12-31T12:00Z', '2026-12-31 12:00:00 UTC', true],
	['2026-02-30', '2026-03-02T00:00:00Z', false],
	[5, '5.50', false],
	[5.5, '5.50', true],
	['5.5', '5.50', false],
	[0, '-0', true],
	[1e21, '1000000000000000000000', true],
	[1e-7, '0.0000001', true],
	[9007199254740991, '9007199254740992', false],
	[12000, '12e3', false],
	['ﬁ', 'fi', false],
	['TRUE', 'true', false],
	[{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
	[[{ id: 1 }, { id: 2 }], [1, 2], true],
	[{ id: 1, a: 2 }, { id: 1, a: 3 }, false],
	[[5], '5', false],
])('%j and %j are the same: %j', (one, other, expected) => {
	expect(same(one, other)).toBe(expected);
});

test.each([
	['0.123456789012345678', '0.123456789012345679', false],
	['0.123456789012345678', '0.1234567890123456780', true],
	['0.5', '0.500000000000000001', false],
	// Both are what programs write for the same number.
	['0.1', '0.10000000000000001', true],
	['12345678901.123456789', '"12345678901.123456789"', true],
	['12345678901.123456789', '"12345678901.123456780"', false],
	['[[0.123456789012345678]]', '[[0.123456789012345679]]', false],
])('%s and %s are the same in JSON: %j', (one, other, expected) => {
	const [record, given] = [one, other].map((json) => parseJson(`{"a":${json}}`));
	expect(same(record, given)).toBe(expected);
	const [form, otherForm] = [record, given].map((each) => canonical(withAllDigits(each)));
	const isOneForm = JSON.stringify(form) === JSON.stringify(otherForm);
	if (!expected) expect(isOneForm).toBe(false);
});

const scalar = fc.oneof(
	fc.string(),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc
		.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
		.map((date) => date.toISOString()),
	fc.stringMatching(/^-?\d{1,20}(\.\d{1,3})?$/),
);
const value = fc.oneof(
	scalar,
	fc.array(scalar),
	fc.dictionary(fc.string(), scalar),
	fc.jsonValue(),
);

test('whether two values are the same does not depend on their order, and a value is the same as its copy', () => {
	fc.assert(
		fc.property(value, value, (one, other) => {
			same(one, other);
			expect(same(one, structuredClone(one))).toBe(true);
		}),
	);
});

test('values of which one is the text of the other are the same', () => {
	fc.assert(
		fc.property(scalar, (one) => {
			if (one !== null) expect(same(one, String(one))).toBe(true);
		}),
	);
});

test('strings and safe numbers are the same as no other', () => {
	const plain = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.stringMatching(/^-?\d{1,20}$/));
	fc.assert(
		fc.property(plain, plain, (one, other) => {
			fc.pre(String(one).normalize() !== String(other).normalize());
			fc.pre(Number(one) !== 0 || Number(other) !== 0); // "-0", and both empty
			expect(same(one, other)).toBe(false);
		}),
	);
});

/** How services save what they get, without changing what it means. */
const SAVED: Record<string, (given: unknown) => unknown> = {
	'as it is': (given) => given,
	'as text': (given) => (typeof given === 'object' ? given : String(given)),
	'as a number': (given) =>
		typeof given === 'string' && /^(0|[1-9]\d{0,14})$/.test(given) ? Number(given) : given,
	'a day as midnight in UTC': (given) =>
		/^\d{4}-\d\d-\d\d$/.test(String(given)) ? `${String(given)}T00:00:00.000000Z` : given,
	'a day as midnight in the zone': (given) =>
		/^\d{4}-\d\d-\d\d$/.test(String(given)) ? midnight(String(given)) : given,
	'an ID as an object': (given) =>
		(typeof given === 'string' &&
			given.trim() !== '' &&
			!/^(req|request|trace|corr)/i.test(given)) ||
		typeof given === 'number'
			? { id: given, name: 'Roof', url: 'https://example.com' }
			: given,
	'nothing as null': (given) => (isEmpty(given) ? null : given),
	'in composed Unicode': (given) => (typeof given === 'string' ? given.normalize() : given),
};

const hour = new Intl.DateTimeFormat('en', {
	hour: 'numeric',
	hourCycle: 'h23',
	timeZone: ZONE,
});

const midnight = (day: string) =>
	['04', '05']
		.map((each) => `${day}T${each}:00:00Z`)
		.find((time) => Number(hour.format(Date.parse(time))) === 0);

test.each(Object.entries(SAVED))(
	'a value that is saved %s is the same when it is read',
	(_, save) => {
		const day = fc
			.date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2035-12-31') })
			.map((date) => date.toISOString().slice(0, 10));
		fc.assert(
			fc.property(fc.oneof(scalar, day), (given) => {
				expect([given, save(given), same(save(given), given)]).toEqual([given, save(given), true]);
			}),
		);
	},
);

describe('one form of a value', () => {
	const formOf = (given: unknown) => JSON.stringify(canonical(given));

	const equal: unknown[][] = [
		[null, '', [], {}],
		[5, '5', 5.0, { id: 5 }, { id: '5', name: null }, { _id: 5 }],
		[5.5, '5.5'],
		[true, 'true'],
		['2026-12-31T12:00:00Z', '2026-12-31T13:00:00.000+01:00', '2026-12-31 12:00 UTC'],
		['2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-30T19:00:00-05:00'],
		[
			{ due: '2026-12-31', owner: 7 },
			{ owner: { id: 7 }, due: '2026-12-31T00:00:00Z' },
		],
		[
			[1, 2],
			[{ id: 1 }, { id: '2' }],
		],
		[{ a: 1, b: null }, { a: 1 }],
		[{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 1 } }],
	];
	const different: unknown[] = [
		...['1.1', '1.10', '05', '5.0', 'a', 'A', ' a', 'True', 1, false],
		...['2026-12-31T00:00:00', '2026-12-31T05:00:00Z', '2026-12-31T00:00:00.0001Z', '2026-02-30'],
		...[['a'], [5], [[5]], { a: 5 }, { jsonrpc: '2.0', id: 5 }],
		...[
			{ id: 5, name: 'Roof' },
			{ id: 5, name: 'Door' },
			{ id: 6, name: 'Roof' },
		],
	];

	test.each(equal)('stands for all that are usual for the same: %j', (...values) => {
		expect(new Set(values.map(formOf))).toEqual(new Set([formOf(values[0])]));
	});

	test('never stands for two values that are not the same', () => {
		const values = [...different, ...equal.flat()];
		for (const one of values) {
			const merged = values.filter((other) => formOf(other) === formOf(one));
			expect(merged.filter((other) => !sameValue(one, other, 'UTC'))).toEqual([]);
		}
		const forms = [...different, ...equal.map(([first]) => first)].map(formOf);
		expect(new Set(forms).size).toBe(forms.length);
	});
});
