import { fieldChoices, mapperFields } from '../../nodes/ProjectWorkspace/methods/fieldNames';

test('fields of objects follow them, by the path that expressions use', () => {
	const records = [
		{ owner: { first_name: 'Ada' } },
		{ owner: { email: 'a@example.com' }, x: null },
	];
	expect(fieldChoices(records)).toEqual([
		{ name: 'owner', value: 'owner' },
		{ name: 'owner.first_name', value: 'owner.first_name' },
		{ name: 'owner.email', value: 'owner.email' },
		{ name: 'x', value: 'x' },
	]);
});

test('at most a thousand fields are offered, and none without a character to see', () => {
	const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`f${at}`, { a: 1 }]));
	expect(fieldChoices([many])).toHaveLength(1_000);
	expect(fieldChoices([{ ' ': 1, '': 2, a: 3 }])).toEqual([{ name: 'a', value: 'a' }]);
});

const fieldOf = (...values: unknown[]) =>
	mapperFields(values.map((value) => ({ field: value }) as never))[0]; // any JSON

test.each([
	['string', ['a', null]],
	['string', ['2026-12-31']],
	['dateTime', ['2026-12-31T10:00:00Z', undefined]],
	['number', [1, 2.5]],
	['boolean', [true]],
	['array', [['a']]],
	['object', [{ a: 1 }]],
	[undefined, [1, 'a']],
	[undefined, [null]],
])('the type of a field is %s if its values are %j', (type, values) => {
	expect(fieldOf(...values)?.type).toBe(type);
});

test('lists and objects cannot be matched on, a field without a value can', () => {
	expect(fieldOf({ a: 1 })?.canBeUsedToMatch).toBe(false);
	expect(fieldOf(['a'])?.canBeUsedToMatch).toBe(false);
	expect(fieldOf(null)?.canBeUsedToMatch).toBe(true);
});

test('what the service sets itself is not shown', () => {
	const fields = mapperFields([{ id: 1, title: 'a', created_at: 'x', archived: false }]);
	expect(fields.map(({ id, display, readOnly }) => [id, display, readOnly])).toEqual([
		['id', false, true],
		['title', true, false],
		['created_at', false, true],
		['archived', true, false],
	]);
});
