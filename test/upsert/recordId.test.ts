import { recordId } from '../../nodes/ProjectWorkspace/upsert/recordId';

test.each([
	[{ id: 't1', _id: 'internal', key: 'A' }, 't1'],
	[{ key: 'A', task_id: 't1' }, 't1'],
	[{ taskId: 7, uid: 'user7' }, 7],
	[{ key: 'A', slug: 'a', uid: 'u' }, undefined],
	[{ id: '' }, undefined],
	[{ id: { value: 1 } }, undefined],
	[{ id: Number.MAX_SAFE_INTEGER + 1 }, undefined],
])('%j is written to by %j', (record, id) => {
	expect(recordId(record, 'task')).toBe(id);
});
