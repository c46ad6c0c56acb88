import { compareSaved, fieldsAtRisk } from '../../nodes/ProjectWorkspace/records/saved';

test('a PUT may clear what has a value, is not sent, and is not set by the service', () => {
	const record = { id: 1, title: 'Roof', notes: 'n', owner: null, tags: [], completed_at: 'then' };
	expect(fieldsAtRisk(record, { title: 'Wall' })).toEqual(['notes']);
});

test('a response that lacks what is false or 0 has saved it, as services leave that out', () => {
	const sent = { title: 'Roof', done: false, points: 0, notes: 'n' };
	const { notSaved } = compareSaved(sent, { id: 1, title: 'Roof' }, Object.keys(sent), 'UTC');
	expect(notSaved).toEqual(['notes']);
});

test.each([
	[{ id: 't1' }],
	[{ id: 't1', success: true, message: 'Updated' }],
	[{}],
	[{ id: 't1', name: 'x', attributes: { title: 'Roof' } }],
])('a response with %j says nothing about the fields', (saved) => {
	const notes = compareSaved({ title: 'Roof' }, saved, ['title'], 'UTC');
	expect(notes).toEqual({ notSaved: [], savedOtherwise: [] });
});
