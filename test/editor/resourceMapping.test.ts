import { fieldsOf } from '../../nodes/ProjectWorkspace/editor/resourceMapping';

test('one column for each field that any record has, with the type that its values have', () => {
	const fields = fieldsOf([
		{
			id: 't1',
			title: 'A',
			done: false,
			points: 3,
			day: '2026-12-31',
			due: '2026-12-31T12:00:00Z',
			tags: ['x'],
			owner: { id: 1 },
		},
		{ id: 't2', title: 'B', extra: null, points: 'many' },
	]);
	expect(fields.map(({ id, type, readOnly }) => [id, type, readOnly])).toEqual([
		['id', 'string', true],
		['title', 'string', false],
		['done', 'boolean', false],
		['points', 'string', false],
		['day', 'string', false],
		['due', 'dateTime', false],
		['tags', 'array', false],
		['owner', 'object', false],
		['extra', 'string', false],
	]);
});

test.each(['id', 'uuid', 'created_at', 'updatedAt', 'deleted_on'])('%s is read-only', (name) => {
	expect(fieldsOf([{ [name]: 'x' }])[0]?.readOnly).toBe(true);
});

test('a text that repeats a few values is a list of choices, once enough records show it', () => {
	const records = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			status: index % 2 ? 'open' : 'done',
			title: `Task ${index}`,
		}));
	expect(fieldsOf(records(10)).map(({ type, options }) => [type, options])).toEqual([
		[
			'options',
			[
				{ name: 'done', value: 'done' },
				{ name: 'open', value: 'open' },
			],
		],
		['string', undefined],
	]);
	expect(fieldsOf(records(9))[0]?.type).toBe('string');
});
