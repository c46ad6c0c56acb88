import fc from 'fast-check';

import { RecordFilter } from '../../nodes/ProjectWorkspace/records/filter';
import {
	givenValue,
	isSame,
	savedForm,
	fieldForm,
} from '../../nodes/ProjectWorkspace/records/same';

const ZONE = 'America/New_York';

const same = (given: unknown, saved: unknown) => isSame(givenValue(given, ZONE), saved);

/** The filter Equals, which a person gives as text. */
const equals = (given: unknown, saved: unknown) =>
	new RecordFilter([{ field: 'it', condition: 'equals', value: String(given) }], 'all', ZONE).keeps(
		{
			it: saved,
		} as never,
	);

const ADA = { id: 'u1', name: 'Ada' };
const BOB = { id: 'u2', name: 'Bob' };

/** What a person gives, and how services save it. */
const SAME: Array<[given: unknown, ...saved: unknown[]]> = [
	['Roof', 'Roof'],
	['caf\u00e9', 'cafe\u0301'],
	[5, 5, '5'],
	['5', 5, '5'],
	['007', '007'],
	[5.5, 5.5, '5.5'],
	[1e21, 1e21, '1e+21'],
	['9007199254740993', '9007199254740993'],
	[true, true, 'true', 1, '1'],
	[false, false, 'false', 0, '0'],
	// A day: its midnights in UTC and in the zone of the workflow.
	['2026-12-31', '2026-12-31', '2026-12-31T00:00:00Z', '2026-12-31 00:00:00'],
	['2026-12-31', '2026-12-31T05:00:00.000Z', '2026-12-31T00:00:00-05:00'],
	['2026-07-01', '2026-07-01T04:00:00Z'],
	// A midnight: its day.
	['2026-12-31T00:00:00.000-05:00', '2026-12-31', '2026-12-31T05:00:00Z'],
	['2026-12-31T00:00:00Z', '2026-12-31'],
	// A moment: its zones.
	['2026-12-31T12:00:00Z', '2026-12-31T12:00:00.000+00:00', '2026-12-31T13:00+01:00'],
	['2026-12-31T12:00:00Z', '2026-12-31 12:00:00+00', '2026-12-31 12:00:00.000000 +0000'],
	['2026-12-31T12:00:00Z', '2026-12-31T12:00:00', '2026-12-31T07:00:00'],
	['2026-12-31T12:00:00.5Z', '2026-12-31T12:00:00.500123Z'],
	// A time without a zone.
	['2026-12-31T07:00:00', '2026-12-31T12:00:00Z', '2026-12-31T07:00:00Z', '2026-12-31 07:00'],
	// The ID of another record.
	['u1', ADA, { _id: 'u1' }],
	[5, { id: '5', name: 'Roof' }],
];

const SAME_PARTS: typeof SAME = [
	[null, '', [], {}, undefined],
	['', null, [], '  '],
	[{ id: 'u1' }, 'u1', ADA],
	[ADA, { name: 'Ada', id: 'u1' }, { ...ADA, email: null }],
	[
		['u1', 'u2'],
		[ADA, BOB],
		['u1', 'u2'],
	],
	[
		{ due: '2026-12-31', owner: 'u1', note: '' },
		{ owner: ADA, due: '2026-12-31T05:00:00Z' },
	],
];

const DIFFERENT: Array<[given: unknown, ...saved: unknown[]]> = [
	['Roof', 'roof', ' Roof', 'Roofs', '', null],
	['007', 7, '7'],
	[5, '5.0', '05', '5 apples', 6, true],
	['9007199254740993', 9007199254740992],
	[true, false, 'yes', 0],
	['2026-12-31', '2027-01-01', '2026-12-31T04:59:59Z', '12/31/2026', 1798675200000],
	['2026-12-31T05:00:00Z', '2026-12-31T00:00:00Z', '2026-12-31T04:59:59Z'],
	['u1', BOB, { id: 5 }, { name: 'u1' }],
];

const DIFFERENT_PARTS: typeof DIFFERENT = [
	[null, 0, false, [0], { a: 1 }],
	// A day and its moments, of which only a filter says that they are the same.
	['2026-12-31', '2026-12-31T12:00:00Z'],
	['2026-12-31T12:00:00Z', '2026-12-31'],
	[ADA, { ...ADA, name: 'Eva' }, 'u1', { ...ADA, email: 'a@example.com' }],
	[['a', 'b'], ['b', 'a'], ['a'], ['a', 'b', 'c'], 'a,b'],
	[{ a: 1 }, { a: 2 }, { b: 1 }, 1],
];

const pairs = (rows: typeof SAME) =>
	rows.flatMap(([given, ...saved]) => saved.map((each): [unknown, unknown] => [given, each]));

describe('matching, unchanged records, filters and polling ask one function', () => {
	test.each(pairs(SAME))('%j is the same as %j in a record', (given, saved) => {
		expect(same(given, saved)).toBe(true);
		expect(givenValue(given, ZONE).forms).toContain(fieldForm(saved));
		expect(equals(given, saved)).toBe(true);
		expect(equals(given, ['other', saved])).toBe(true);
	});

	test.each(pairs(SAME_PARTS))('%j is the same as %j in a record, in all parts', (given, saved) => {
		expect(same(given, saved)).toBe(true);
	});

	test.each(pairs(DIFFERENT))('%j is not the same as %j', (given, saved) => {
		expect(same(given, saved)).toBe(false);
		expect(equals(given, saved)).toBe(false);
	});

	test.each(pairs(DIFFERENT_PARTS))('%j is not the same as %j as a whole', (given, saved) => {
		expect(same(given, saved)).toBe(false);
	});
});

/** Documents of editors (ProseMirror, Atlassian) are a list in a list in a list. */
test('the form of a value is about as long as the value, however deep it is', () => {
	const levels = (text: string): unknown =>
		JSON.parse(`${'[{"a":'.repeat(50)}"${text}"${'}]'.repeat(50)}`);
	expect(savedForm(levels('b')).length).toBeLessThan(500);
	expect([same(levels('b'), levels('b')), same(levels('b'), levels('c'))]).toEqual([true, false]);
});

describe('what a record has, has one form', () => {
	test.each([
		[null, '', [], {}, { a: null }],
		[5, '5'],
		['2026-12-31T12:00:00Z', '2026-12-31 13:00:00.000+01'],
		[
			{ a: 1, b: ['x'] },
			{ b: ['x'], a: '1', c: null },
		],
	])('the same for %j and %j', (...values) => {
		expect(new Set(values.map(savedForm)).size).toBe(1);
	});

	test('another for each other value', () => {
		const values = ['1.1', '1.10', 'a', 'A', true, 1, ['a'], [['a']], { a: 'a' }, ADA, BOB];
		values.push(
			{ ...ADA, name: 'Eva' },
			'2026-12-31',
			'2026-12-31T00:00:00',
			'2026-12-31T00:00:00Z',
		);
		expect(new Set(values.map(savedForm)).size).toBe(values.length);
	});
});

test.each(['2026-12-31', '2026-12-31 12:00', '2026-12-31T00:00:00Z'])(
	'%s has each form once in UTC, so that one record is not found twice',
	(given) => {
		const { forms } = givenValue(given, 'UTC');
		expect(forms).toEqual([...new Set(forms)]);
	},
);

test('a value that is saved as it is, or as text, is the same', () => {
	fc.assert(
		fc.property(fc.oneof(fc.jsonValue(), fc.maxSafeInteger()), (given) => {
			const text = typeof given === 'object' ? given : String(given);
			expect([given, same(given, given), same(given, text)]).toEqual([given, true, true]);
		}),
	);
});
