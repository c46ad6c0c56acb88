import { fieldsAtRisk } from '../../nodes/ProjectWorkspace/records/saved';

test('a PUT may clear what has a value, is not sent, and is not set by the service', () => {
	const record = { id: 1, title: 'Roof', notes: 'n', owner: null, tags: [], completed_at: 'then' };
	expect(fieldsAtRisk(record, { title: 'Wall' })).toEqual(['notes']);
});
