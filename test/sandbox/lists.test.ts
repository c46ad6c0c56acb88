import type { Sandbox } from '../../sandbox';
import { api, asList, control, sharedSandbox } from './support/client.ts';

const ITEMS = 23;
const wanted = Array.from({ length: ITEMS }, (_, index) => `Task ${index + 1}`);

let sandbox: Sandbox;

sharedSandbox((started) => (sandbox = started), { seed: false });
beforeEach(() => {
	sandbox.addRecords('task', { title: 'Task {n}', project_id: 'p' }, ITEMS);
	sandbox.addRecords('task', { title: 'Of another project', project_id: 'q' }, 2);
});

describe('pagination', () => {
	test('the fields about the pages of a bare array are headers', async () => {
		sandbox.settings.change({ pagination: { style: 'page' } });
		const reply = await api(sandbox, 'GET', '/v1/tasks?project_id=p&limit=5&page=2');
		expect(asList(reply.body).map(({ title }) => title)).toEqual(wanted.slice(5, 10));
		expect(reply.headers.get('x-total')).toBe(String(ITEMS));
		expect(reply.headers.get('x-total-pages')).toBe('5');
	});

	test('a page has at most 100 records', async () => {
		sandbox.addRecords('user', {}, 101);
		expect(asList((await api(sandbox, 'GET', '/v1/users?limit=101')).body)).toHaveLength(100);
	});

	test('a page number of 0 and an unknown cursor are rejected', async () => {
		sandbox.settings.change({ pagination: { style: 'page' } });
		expect((await api(sandbox, 'GET', '/v1/tasks?page=0')).status).toBe(400);
		sandbox.settings.change({ pagination: { style: 'cursor' } });
		expect((await api(sandbox, 'GET', '/v1/tasks?cursor=nonsense')).status).toBe(400);
	});

	test('thousands of records can be added at once', async () => {
		const made = await control(sandbox, 'POST', 'records/users', {
			record: { name: 'User {n}' },
			count: 10_000,
		});
		expect(made.status).toBe(200);
		sandbox.settings.change({ pagination: { style: 'none' } });
		expect(asList((await api(sandbox, 'GET', '/v1/users')).body)).toHaveLength(10_000);
	});
});
