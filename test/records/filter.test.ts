import { passes, type Condition } from '../../nodes/ProjectWorkspace/records/filter';

const record = {
	id: '007',
	title: 'Order the boxes',
	points: 5,
	done: false,
	due: '2026-12-31T12:00:00Z',
	tags: ['home', 'Urgent'],
	owner: { email: 'ada@example.com' },
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
	['due', 'larger', '2026-12-31', true],
	['due', 'smaller', '2027-01-01', true],
	['naive', 'larger', '2026-12-31T11:59:00Z', true],
	['naive', 'smaller', '2026-12-31 12:01', true],
	['title', 'larger', '5', false],
	['blank', 'smaller', '5', false],
	['note', 'isEmpty', '', true],
	['missing', 'isEmpty', '', true],
	['none', 'isEmpty', '', true],
	['blank', 'isEmpty', '', false],
	['done', 'isEmpty', '', false],
	['tags', 'isNotEmpty', '', true],
])('%s %s %j: %j', (field, condition, value, expected) => {
	expect(passes(record, [{ field, condition, value }], false)).toBe(expected);
});

test('all filters have to match, or any of them', () => {
	const filters = [
		{ field: 'points', condition: 'equals', value: '5' },
		{ field: 'points', condition: 'equals', value: '6' },
	] as const;
	expect(passes(record, filters, false)).toBe(false);
	expect(passes(record, filters, true)).toBe(true);
});
