import type { IDataObject } from 'n8n-workflow';

import {
	recordFilter,
	type Condition,
	type Filter,
} from '../../nodes/ProjectWorkspace/old/records/filter';

const passes = (record: IDataObject, filters: readonly Filter[], any = false, zone = 'UTC') =>
	recordFilter(filters, any, zone).keeps?.(record);

const record = {
	id: '007',
	title: 'Order the boxes',
	points: 5,
	done: false,
	due: '2026-12-31T12:00:00Z',
	tags: ['home', 'Urgent'],
	owner: { id: 5, email: 'ada@example.com' },
	python: 'True',
	flag: 1,
	ms: '1798718400000',
	finer: '2026-12-31T12:00:00.123456+00:00',
	german: '31.12.2026',
	naive: '2026-12-31 12:00:00',
	note: '',
	blank: ' ',
	none: [],
	'a.b': 'dotted',
};

test.each<[string, Condition, string, boolean]>([
	['title', 'contains', 'BOXES', true],
	['tags', 'contains', '","', false],
	['title', 'notContains', 'crates', true],
	['tags', 'contains', 'urg', true],
	['title', 'equals', 'order the boxes', false],
	['points', 'equals', '5.0', true],
	['points', 'equals', '005', false],
	['points', 'equals', ' 5', false],
	['points', 'equals', '+5', false],
	['points', 'equals', '0x5', false],
	['points', 'equals', '5e0', false],
	['id', 'equals', '007', true],
	['id', 'equals', '7', false],
	['done', 'equals', 'false', true],
	['tags', 'equals', 'home', true],
	['owner.email', 'equals', 'ada@example.com', true],
	['a.b', 'equals', 'dotted', true],
	['due', 'equals', '2026-12-31T13:00:00+01:00', true],
	['points', 'notEquals', '5', false],
	['missing', 'notEquals', '5', true],
	['points', 'larger', '4.5', true],
	['points', 'larger', '5', false],
	['points', 'smaller', '5.0', false],
	['points', 'smaller', '10', true],
	['due', 'larger', '2026-12-30', true],
	['due', 'larger', '2026-12-31', false],
	['due', 'equals', '2026-12-31', true],
	['naive', 'equals', '2026-12-31', true],
	['due', 'smaller', '2027-01-01', true],
	['naive', 'larger', '2026-12-31T11:59:00Z', true],
	['naive', 'smaller', '2026-12-31 12:01', true],
	['title', 'larger', '5', false],
	['blank', 'smaller', '5', false],
	['note', 'isEmpty', '', true],
	['missing', 'isEmpty', '', true],
	['none', 'isEmpty', '', true],
	['blank', 'isEmpty', '', true],
	['owner', 'equals', '5', true],
	['owner', 'equals', '6', false],
	['done', 'equals', 'False', true],
	['done', 'equals', '0', true],
	['python', 'equals', 'true', true],
	['flag', 'equals', 'true', true],
	['ms', 'larger', '2026-12-31T11:00:00Z', true],
	['ms', 'equals', '2026-12-31T12:00:00Z', true],
	['finer', 'smaller', '2026-12-31T12:00:00.123457Z', true],
	['german', 'equals', '2026-12-31', true],
	['due', 'smaller', '01.01.2027', true],
	['title', 'notEquals', '5', true],
	['done', 'isEmpty', '', false],
	['tags', 'isNotEmpty', '', true],
])('%s %s %j: %j', (field, condition, value, expected) => {
	expect(passes(record, [{ field, condition, value }])).toBe(expected);
});

test('all filters have to match, or any of them', () => {
	const [field, condition] = ['points', 'equals'] as const;
	const filters = ['5', '6'].map((value) => ({ field, condition, value }));
	expect(passes(record, filters, false)).toBe(false);
	expect(passes(record, filters, true)).toBe(true);
});

describe('a day and a moment are compared by the day of the moment in the time zone of the workflow', () => {
	const now = '2026-12-31T22:00:00.000-05:00';
	test.each<[Condition, string, string[]]>([
		['equals', now, ['2026-12-31']],
		['smaller', now, ['2026-12-30']],
		['larger', now, ['2027-01-01']],
	])('%s %s', (condition, value, expected) => {
		const due = ['2026-12-30', '2026-12-31', '2027-01-01'];
		const filter = recordFilter([{ field: 'due', condition, value }], false, 'America/New_York');
		const passing = due.filter((each) => filter.keeps?.({ due: each }));
		expect(passing).toEqual(expected);
	});

	test.each<[Condition, number]>([
		['equals', 2],
		['smaller', 1],
		['larger', 1],
	])('also moments of records with a day: %s', (condition, count) => {
		const times = ['01T04:59:59Z', '01T05:00:00Z', '02T04:59:59Z', '02T05:00:00Z'];
		const day = { field: 'due', condition, value: '2026-12-01' };
		const filter = recordFilter([day], false, 'America/New_York');
		expect(times.filter((time) => filter.keeps?.({ due: `2026-12-${time}` }))).toHaveLength(count);
	});
});

describe('a filter that cannot compare', () => {
	const told = (condition: Condition, value: string, values: unknown[]) => {
		const filter = recordFilter([{ field: 'it', condition, value }], false, 'UTC');
		for (const it of values) filter.keeps?.({ it } as IDataObject);
		return filter.incomparable?.().map(({ example }) => example);
	};

	test.each<[Condition, string, unknown[], string[]]>([
		['larger', '5', [6, 'high', 'low'], ['high']],
		['larger', '5', [6, '7', '', null], []],
		['smaller', '2026-12-31', ['12/31/2026'], ['12/31/2026']],
		['equals', '2026-12-31', ['12/31/2026'], ['12/31/2026']],
		['equals', '5', ['high', '', null], ['high']],
		['equals', '7', ['007'], []],
		// One of them can be compared.
		['equals', '5', ['high', 6], []],
		['equals', 'true', ['yes'], ['yes']],
		['equals', 'open', ['done', 'late'], []],
		['equals', 'open', [{ label: 'open' }], ['{"label":"open"}']],
		['equals', 'home', [['work'], []], []],
		['notEquals', '5', ['high'], ['high']],
		['contains', 'x', [{ a: 1 }, 5], []],
		['isEmpty', '', ['a'], []],
	])('%s %s tells one of the values: %j', (condition, value, values, examples) => {
		expect(told(condition, value, values)).toEqual(examples);
	});

	test('keeps what it cannot compare if it is to, but not what is missing', () => {
		const filter = [{ field: 'it', condition: 'larger', value: '5' }] as const;
		const { keeps } = recordFilter(filter, false, 'UTC', true);
		const kept = [{ it: 'high' }, { it: '' }, {}].filter((each) => keeps?.(each));
		expect(kept).toEqual([{ it: 'high' }]);
	});
});

test.each([
	[
		['b', 'a', 'b'],
		['a', 'b'],
	],
	[
		['a', 'b', 'c', 'd', 'e'],
		['a', 'b', 'c', 'd', 'e'],
	],
	[['a', 'b', 'c', 'd', 'e', 'f'], undefined],
	[['x'.repeat(40)], ['x'.repeat(40)]],
	[['x'.repeat(41)], undefined],
])('of the values %j, few and short ones are told: %j', (values, few) => {
	const filter = recordFilter([{ field: 'a', condition: 'equals', value: '?' }], false, 'UTC');
	for (const a of values) filter.keeps?.({ a });
	expect(filter.fewValues?.()).toEqual(few ? [{ field: 'a', values: few }] : []);
});

test.each([
	['America/New_York', '2026-03-08T00:00:00.000-05:00', '2026-03-09T04:00:00Z'],
	['UTC', '2026-03-08T00:00:00.000Z', '2026-03-09T00:00:00Z'],
	['Asia/Kolkata', '2026-03-08T00:00:00.000+05:30', '2026-03-08T18:30:00Z'],
	['Pacific/Auckland', '2026-09-27T00:00:00.000+12:00', '2026-09-27T11:00:00Z'],
])(
	'in %s, equals with the first moment of a day, as $today gives it, means the whole day',
	(...row) => {
		const [zone, today, next] = row;
		const last = new Date(Date.parse(next) - 1).toISOString();
		const isToday = (due: unknown, condition: Condition = 'equals') =>
			passes({ due } as IDataObject, [{ field: 'due', condition, value: today }], false, zone);
		expect(
			[today, last, Date.parse(last), next, Date.parse(next)].map((due) => isToday(due)),
		).toEqual([true, true, true, false, false]);
		expect(isToday(last, 'notEquals')).toBe(false);
		expect(isToday(last, 'larger')).toBe(true);
		expect(isToday(today.slice(0, 10))).toBe(true);
	},
);

test('numbers that are in seconds and in milliseconds are only compared where both readings agree', () => {
	const [past, future] = [1798718400 - 86_400, 1798718400 + 86_400];
	const value = '1798718400000';
	const filter = recordFilter([{ field: 'due', condition: 'smaller', value }], false, 'UTC');
	expect([past, future].map((due) => filter.keeps?.({ due }))).toEqual([true, false]);
	expect(filter.incomparable?.()).toMatchObject([{ field: 'due', value, example: String(future) }]);
	expect(passes({ size: 20 }, [{ field: 'size', condition: 'smaller', value }])).toBe(true);
});
