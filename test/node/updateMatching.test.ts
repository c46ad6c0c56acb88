import type { FieldType, ResourceMapperValue } from 'n8n-workflow';

import { automatic, mapped, sandboxWithTasks } from './matching';
import { byId } from './service';

const { service, addTask, update, upsert, sent } = sandboxWithTasks();

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

describe('the value to match on is converted as it would be when it is sent', () => {
	const typed = (type: FieldType, value: string): ResourceMapperValue => ({
		...mapped({ key: value }),
		schema: [
			{ id: 'key', displayName: 'Key', type, required: false, defaultMatch: false, display: true },
		],
	});

	test.each<[FieldType, string | number | boolean, string]>([
		['number', 5, ' 5.0 '],
		['boolean', true, '1'],
		['dateTime', '2026-12-31T00:00:00Z', '2026-12-31T01:00:00.000+01:00'],
		['string', 5, '5'],
	])('a field of type %s with the value %j is found by %j', async (type, existing, given) => {
		addTask({ id: 'a', key: existing });
		const { json, error } = await upsert({ fields: typed(type, given) });
		expect(error).toBeUndefined();
		expect(json.map(({ id }) => id)).toEqual(['a']);
		expect(sent().some((request) => request.startsWith('POST'))).toBe(false);
	});
});

describe('no record is created twice', () => {
	const items = ['First', 'Second'].map((title) => ({ key: 'A', title }));
	const continues = { items, onError: 'continueErrorOutput' } as const;
	const posts = () => service().requests.filter(({ method }) => method === 'POST').length;

	test('after a request that was never sent, the next item is not stopped', async () => {
		service().faults.add({ kind: 'quota', times: 1, method: 'POST', retryAfter: 300 });
		const { outputs } = await upsert(
			{ fields: automatic, options: { requests: { settings: { maxQuotaWait: 2 } } } },
			{ ...continues, items: [...items, { key: 'A', title: 'Third' }] },
		);
		expect(posts()).toBe(1);
		expect(outputs[1]?.map(({ json: { details } }) => details)).toMatchObject([
			{ cause: 'rateLimited' },
			{ cause: 'waitTooLong' },
			{ cause: 'waitTooLong' },
		]);
	});

	test('the next item finds a new record even if the response does not contain it', async () => {
		service().settings.change({ success: { create: { status: 204, body: false } } });
		const { error } = await upsert({ fields: automatic }, { items });
		expect(posts()).toBe(1);
		expect(error?.message).toMatch(/^No ID was found in the matching task/);
	});
});

test('of several matches, those after a rejected update are not sent', async () => {
	addTask({ id: 't{n}', key: 'A', title: 'Old' }, 3);
	service().faults.add({ kind: 'serverError', times: 1, method: 'PUT', path: '/v1/tasks/t2' });
	const fields = mapped({ key: 'A', title: 'New' });
	const options = { updateAllMatches: true, requests: { settings: { maxAttempts: 1 } } };
	const { outputs } = await update({ fields, options }, { onError: 'continueErrorOutput' });
	expect(outputs[1]?.[0]?.json).toMatchObject({
		error: expect.stringMatching(/HTTP 503\)\. Updated before: t1$/),
		details: { path: '/tasks/t2' },
	});
	const [, ...paths] = service().requests.map(({ path }) => path);
	expect(paths).toEqual(['/v1/tasks/t1', '/v1/tasks/t2']);
});

test('query parameters are sent with the writes, not with the search', async () => {
	addTask({ id: 'a', key: 'A', title: 'Old' });
	service().settings.change({ list: { envelope: 'data' } });
	const options = {
		includeResult: true,
		queryParameters: { parameter: [{ name: 'notify', value: 'no' }] },
	};
	const { json } = await update({
		fields: mapped({ key: 'A', title: 'New' }),
		...{ output: 'selected', outputFields: ['title'], options },
	});
	await upsert({ fields: mapped({ key: 'B', title: 'New' }), options });
	const _changes = { title: { from: 'Old', to: 'New' } };
	expect(json).toEqual([{ title: 'New', _result: 'updated', _changes }]);
	expect(service().requests.map(({ method, query }) => [method, query])).toEqual([
		['GET', ''],
		['PUT', 'notify=no'],
		['GET', ''],
		['POST', 'notify=no'],
	]);
});

test('a record with a rounded number is not sent as a whole', async () => {
	const serial = 1e30;
	addTask({ id: 'a', key: 'A', title: 'Old', serial });
	const fields = mapped({ key: 'A', title: 'New' });
	const { error } = await update({ fields, options: { sendWholeRecord: true } });
	expect(error?.message).toMatch(/contains a number that is too large to send back exactly/);
	expect(sent()).toEqual(['GET /tasks']);
	expect((await update({ fields })).error).toBeUndefined();
});
