import { automatic, mapped, sandboxWithTasks } from './matching';
import { byId } from './service';

const { service, addTask, update, upsert, sent } = sandboxWithTasks();

test('an unchanged record is not sent, but output', async () => {
	addTask({ id: 'a', key: 'A', title: 'Same', points: 3 });
	const { json, hints } = await update({
		fields: mapped({ key: 'A', title: 'Same' }),
		options: { includeResult: true },
	});
	expect(json).toMatchObject([{ id: 'a', title: 'Same', points: 3, _result: 'unchanged' }]);
	expect(sent()).toEqual(['GET /tasks']);
	expect(hints.map(({ message }) => message)).toContain('1 unchanged.');
});

test('an update only searches the selected project', async () => {
	addTask({ id: 'a', key: 'A', title: 'Old', project_id: 'p1' });
	addTask({ id: 'b', key: 'A', title: 'Old', project_id: 'p2' });
	const { json } = await update({
		fields: mapped({ key: 'A', title: 'New' }),
		projectId: byId('p2'),
	});
	expect(json).toMatchObject([{ id: 'b', title: 'New', project_id: 'p2' }]);
	expect(service().requests[0]?.query).toBe('project_id=p2');
	expect(sent()).toEqual(['GET /tasks', 'PUT /tasks/b {"key":"A","title":"New"}']);
});

describe('if no record matches', () => {
	const fields = mapped({ key: 'X', title: 'New' });

	test('an update stops with a message by default', async () => {
		const { error } = await update({ fields });
		expect(error?.message).toBe('No task found with \'key\' "X"');
		expect(sent()).toEqual(['GET /tasks']);
	});

	test('an update skips the item if that is set', async () => {
		const { json, error } = await update({ fields, noMatch: 'skip' });
		expect([json, error]).toEqual([[], undefined]);
		expect(sent()).toEqual(['GET /tasks']);
	});

	test('an upsert creates the record in the selected project', async () => {
		const { json } = await upsert({
			fields,
			projectId: byId('p 1'),
			options: { includeResult: true },
		});
		expect(json).toMatchObject([{ title: 'New', project_id: 'p 1', _result: 'created' }]);
		expect(sent()).toEqual([
			'GET /tasks',
			'POST /tasks {"project_id":"p 1","key":"X","title":"New"}',
		]);
		expect(service().requests[0]?.query).toBe('project_id=p%201');
	});
});

test('for hundreds of items the list is read twice, and each record is created, updated or unchanged', async () => {
	service().settings.change({
		list: { envelope: 'data' },
		pagination: { style: 'cursor', pageSize: 30 },
	});
	addTask({ id: 'task_{n}', key: 'K{n}', title: 'Old' }, 180);
	const items = Array.from({ length: 300 }, (_, index) => ({
		key: `K${index + 1}`,
		title: index < 90 ? 'Old' : 'New',
	}));
	const { outputs, hints } = await upsert({ fields: automatic }, { items });
	expect(outputs[0]?.map(({ json: { key }, pairedItem }) => [key, pairedItem])).toEqual(
		items.map(({ key }, item) => [key, { item }]),
	);
	expect(hints.map(({ message }) => message)).toContain('120 created, 90 updated, 90 unchanged.');
	const methods = service().requests.map(({ method }) => method);
	expect(
		['GET', 'PUT', 'POST'].map((one) => methods.filter((method) => method === one).length),
	).toEqual([2 * 6, 90, 120]);
	expect(hints[1]?.message).toContain('The list was read twice');
});

test('of two items for one new record, the first creates it and the second updates it', async () => {
	const items = ['First', 'Second', 'Second'].map((title) => ({ key: 'A', title }));
	const { json } = await upsert({ fields: automatic }, { items });
	expect(json.map(({ title }) => title)).toEqual(['First', 'Second', 'Second']);
	expect(service().requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'PUT']);
});

test('several matches are rejected with their IDs, or updated with Update All Matches', async () => {
	addTask({ id: 't{n}', key: 'A', title: 'Old' }, 3);
	const fields = mapped({ key: 'A', title: 'New' });
	const { error } = await update({ fields });
	expect(error?.message).toBe('3 tasks found with \'key\' "A": t1, t2, t3');
	const { json } = await update({ fields, options: { updateAllMatches: true } });
	expect(json.map(({ id, title }) => `${id} ${title}`).join()).toBe('t1 New,t2 New,t3 New');
});
