import { fieldsOf } from '../../nodes/ProjectWorkspace/editor/resourceMapping';

test('each field of the records becomes a column, with the type of its values', () => {
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
			mixed: [],
		},
		{ id: 't2', title: 'B', extra: null, points: 'many', mixed: 'x' },
	]);
	expect(fields.map(({ id, type, canBeUsedToMatch }) => [id, type, canBeUsedToMatch])).toEqual([
		['id', 'string', true],
		['title', 'string', true],
		['done', 'boolean', true],
		['points', 'string', true],
		['day', 'string', true],
		['due', 'dateTime', true],
		['tags', 'array', false],
		['owner', 'object', false],
		['mixed', 'string', true],
		['extra', 'string', false],
	]);
});

test.each(['id', 'uuid', 'created_at', 'updatedAt', 'deleted_on'])('%s is read-only', (name) => {
	expect(fieldsOf([{ [name]: 'x' }])[0]?.readOnly).toBe(true);
});
