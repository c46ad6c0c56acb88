import { RecordFilter, type Condition } from '../../nodes/ProjectWorkspace/records/filter';

const NEW_YORK = 'America/New_York';

const record = {
	id: '007',
	title: 'Order the boxes',
	points: 5,
	done: false,
	due: '2026-12-31T12:00:00Z',
	local: '2026-12-31 12:00:00',
	day: '2026-12-31',
	tags: ['home', 'Urgent'],
	owner: { id: 5, email: 'ada@example.com' },
	python: 'True',
	place: 'Caf\u00e9 Roma',
	note: '',
	'a.b': 'dotted',
};

const passes = (field: string, condition: Condition, value: string, zone = 'UTC') =>
	new RecordFilter([{ field, condition, value }], 'all', zone).keeps(record);

// Which values are equal is in the table of `same.test.ts`.
test.each<[string, Condition, string, boolean]>([
	['tags', 'contains', 'urg', true],
	['title', 'notContains', 'crates', true],
	['place', 'contains', 'CAFE\u0301', true],
	['place', 'contains', 'cafe', false],
	['missing', 'contains', 'a', false],
	['missing', 'notContains', 'a', true],
	['owner.email', 'equals', 'ada@example.com', true],
	['a.b', 'equals', 'dotted', true],
	['owner.constructor', 'isEmpty', '', true],
	['done', 'equals', 'FALSE', true],
	['python', 'equals', 'true', true],
	['title', 'equals', '2026', false],
	['title', 'notEquals', 'true', true],
	['points', 'notEquals', '5', false],
	['missing', 'notEquals', '5', true],
	['points', 'larger', '4.5', true],
	['points', 'larger', '5', false],
	['id', 'smaller', '8', true],
	['title', 'larger', '5', false],
	['note', 'smaller', '5', false],
	// A day is compared with days.
	['due', 'equals', '2026-12-31', true],
	['local', 'equals', '2026-12-31', true],
	['due', 'larger', '2026-12-31', false],
	['due', 'smaller', '2027-01-01', true],
	['day', 'smaller', '2026-12-31T23:00:00Z', false],
	['day', 'smaller', '2027-01-01T00:00:00Z', true],
	['day', 'equals', '2026-12-31T14:00:00Z', true],
	['day', 'equals', '2027-01-01T14:00:00Z', false],
	['day', 'notEquals', '2026-12-31T14:00:00Z', false],
	// A time with times.
	['due', 'larger', '2026-12-31T11:59:00Z', true],
	['local', 'smaller', '2026-12-31T12:01:00Z', true],
	['note', 'isEmpty', '', true],
	['tags', 'isNotEmpty', '', true],
])('%s %s %j: %j', (field, condition, value, expected) => {
	expect(passes(field, condition, value)).toBe(expected);
});

test('a value that cannot be compared passes where it is asked to, and is told anyway', () => {
	const filter = { field: 'due', condition: 'larger', value: '5' } as const;
	const [strict, lenient] = [false, true].map(
		(keeps) => new RecordFilter([filter], 'all', 'UTC', keeps),
	);
	expect([strict, lenient].map((each) => each?.keeps({ due: 'soon' }))).toEqual([false, true]);
	expect([strict, lenient].map((each) => each?.incomparable().length)).toEqual([1, 1]);
	expect(lenient?.keeps({ due: 4 })).toBe(false);
});

test.each([
	[NEW_YORK, '2026-03-08', '2026-03-08T00:00:00.000-05:00', '2026-03-09T04:00:00Z'],
	['Asia/Kolkata', '2026-03-08', '2026-03-08T00:00:00.000+05:30', '2026-03-08T18:30:00Z'],
	['Pacific/Auckland', '2026-09-27', '2026-09-27T00:00:00.000+12:00', '2026-09-27T11:00:00Z'],
])('in %s, the day %s and its first moment, as $today gives it, mean the whole day', (...row) => {
	const [zone, day, today, next] = row;
	const last = new Date(Date.parse(next) - 1).toISOString();
	const is = (condition: Condition, value: string, due: string) =>
		new RecordFilter([{ field: 'due', condition, value }], 'all', zone).keeps({ due });

	for (const value of [day, today]) {
		expect([today, last, day].map((due) => is('equals', value, due))).toEqual([true, true, true]);
		expect(is('equals', value, next)).toBe(false);
		expect(is('notEquals', value, last)).toBe(false);
	}
	expect(is('larger', day, last)).toBe(false);
	expect(is('larger', day, next)).toBe(true);
	expect(is('larger', today, last)).toBe(true);
});

test.each<[Condition, string, boolean]>([
	// $now in the evening, which is the next day in UTC.
	['equals', '2026-12-30T21:00:00.000-05:00', false],
	['equals', '2026-12-31T21:00:00.000-05:00', true],
	['larger', '2026-12-30T21:00:00.000-05:00', true],
	// A midnight in UTC, as which services write a day, is still the day before in New York.
	['equals', '2026-12-31T00:00:00Z', true],
	['equals', '2026-12-30T19:00:00.000-05:00', true],
	['equals', '2027-01-01T00:00:00Z', false],
	['larger', '2026-12-31T00:00:00Z', false],
	['smaller', '2027-01-01T00:00:00Z', true],
])('in New York, the day 2026-12-31 %s %s: %s', (condition, value, expected) => {
	const filter = new RecordFilter([{ field: 'day', condition, value }], 'all', NEW_YORK);
	expect(filter.keeps(record)).toBe(expected);
});

test.each<[Condition, string, unknown[], string | undefined]>([
	['larger', '5', [6, 'high', 'low'], '"high" with "5"'],
	['larger', '5', [6, '7', '', null], undefined],
	['smaller', '2026-12-31', ['12/31/2026'], '"12/31/2026" with "2026-12-31"'],
	['smaller', '2026-12-31', [1798718400000], '1798718400000 with "2026-12-31"'],
	['equals', '2026-12-31', ['31.12.2026'], '"31.12.2026" with "2026-12-31"'],
	['equals', '2026-12-31', [1798718400000], '1798718400000 with "2026-12-31"'],
	['equals', '31.12.2026', ['2026-12-31'], '"2026-12-31" with "31.12.2026"'],
	['notEquals', '1798718400000', ['2026-12-31'], '"2026-12-31" with "1798718400000"'],
	['equals', 'open', [{ label: 'open' }], '{"label":"open"} with "open"'],
	// A number or true is compared with a text as a text.
	['equals', '2026', ['2026 budget', '', null], undefined],
	['equals', 'true', ['yes'], undefined],
	['equals', 'open', [5, true], undefined],
	// A record counts as its ID.
	['equals', '5', [{ id: 7, name: 'Ada' }], undefined],
	// One of them can be compared.
	['equals', '2026-12-31', ['31.12.2026', '2026-12-30'], undefined],
	['equals', 'open', ['done', 'late'], undefined],
	['equals', 'home', [['work'], []], undefined],
	['contains', 'x', [{ a: 1 }, 5], undefined],
])('%s %s, asked for %j, cannot compare %s', (condition, value, values, pair) => {
	const filter = new RecordFilter([{ field: 'it', condition, value }], 'all', 'UTC');
	for (const it of values) filter.keeps({ it } as never);
	const message = `The filter on 'it' cannot compare ${pair}`;
	expect(filter.incomparable()).toEqual(pair === undefined ? [] : [message]);
});

test.each<[Condition, string, object[], string | undefined]>([
	['equals', 'false', [{ it: true }, {}], `'Does Not Equal' "true"`],
	['equals', '0', [{ it: 5 }, {}], "'Is Empty'"],
	['equals', 'false', [{ it: true }, {}, { it: false }], undefined],
	['equals', 'false', [{ it: true }, { it: null }], undefined],
	['equals', 'false', [{}, {}], undefined],
	['equals', 'true', [{ it: false }, {}], undefined],
	['contains', '0', [{ it: 5 }, {}], undefined],
])('%s %s, asked for %j, may leave out records: %s', (condition, value, records, instead) => {
	const filter = new RecordFilter([{ field: 'it', condition, value }], 'all', 'UTC');
	for (const each of records) filter.keeps(each as never);
	const message = `No record has "${value}" in 'it', and some do not have the field: the service may leave it out then. If so, use ${instead}`;
	expect(filter.warnings()).toEqual(instead === undefined ? [] : [message]);
});
