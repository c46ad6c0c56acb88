import type { FieldType, ResourceMapperValue } from 'n8n-workflow';

import { automatic, mapped, sandboxWithTasks } from './matching';

const { service, addTask, update, upsert, sent } = sandboxWithTasks();

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
