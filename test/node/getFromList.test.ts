import type { INodeParameters } from 'n8n-workflow';

import { json, scriptedServer } from '../servers/scriptedServer';
import { runNode } from './runNode';

const PAGE = 50;
const tasks = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, title: `Task ${at + 1}` }));

/** A list in pages of 50, with what `says` adds; page 3 is answered with an error if it `breaks`. */
async function getTask(
	taskId: unknown,
	{ says = () => ({}), breaks = false }: { says?: (more: boolean) => object; breaks?: boolean },
	options: INodeParameters = {},
) {
	const server = await scriptedServer(({ url }) => {
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
		if (breaks && page === 3) return json({ error: { code: 'no', message: 'No' } }, 403);
		const data = tasks.slice((page - 1) * PAGE, page * PAGE);
		return json({ data, page, ...says(page * PAGE < tasks.length) });
	});
	try {
		const { json: records, error } = await runNode({
			credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			parameters: {
				resource: 'task',
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: taskId as string },
				options,
			},
		});
		return { records, error, requests: server.seen.length };
	} finally {
		await server.close();
	}
}

const says = (has_more: boolean) => ({ has_more });

test.each([
	[1, 1],
	['77', 2],
	[' 120 ', 3],
])(
	'the record with the ID %j is read from the list, which ends there: %i requests',
	async (id, most) => {
		const { records, requests } = await getTask(id, { says });
		expect(records).toEqual([tasks[Number(id) - 1]]);
		expect(requests).toBe(most);
	},
);

test('a record that is found is returned, whatever comes after it', async () => {
	expect((await getTask(60, { says, breaks: true })).records).toEqual([tasks[59]]);
});

test('a record that a complete list does not have is not found', async () => {
	const { error } = await getTask('x9', { says });
	expect(error?.message).toBe('No task found with the ID "x9"');
});

test('where the list may have more, the message says so and what to set', async () => {
	const list = { data: tasks.slice(0, 7) };
	const server = await scriptedServer(() => json(list));
	const run = async (options: INodeParameters) =>
		await runNode({
			credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			parameters: {
				resource: 'project',
				operation: 'get',
				projectId: { __rl: true, mode: 'id', value: '99' },
				options,
			},
		});
	try {
		const { error } = await run({});
		expect(error?.message).toMatch(/^No project found with the ID "99", but there may be one: /);
		expect(error?.description).toMatch(/'Pagination'/);
		expect((await run({ style: 'none' })).error?.message).toBe('No project found with the ID "99"');
	} finally {
		await server.close();
	}
});

test('a list that breaks off before the record is an error', async () => {
	const { error } = await getTask(111, { says, breaks: true });
	expect(error?.message).toMatch(/^A later page of the list could not be read/);
});

test('a record without an ID is not the one with the ID "undefined"', async () => {
	const server = await scriptedServer(() => json({ data: [{ title: 'No ID' }], has_more: false }));
	try {
		const { error } = await runNode({
			credential: { apiKey: 'ac_test_made_up', baseUrl: server.baseUrl },
			parameters: {
				resource: 'task',
				operation: 'get',
				taskId: { __rl: true, mode: 'id', value: 'undefined' },
			},
		});
		expect(error?.message).toBe('No task found with the ID "undefined"');
	} finally {
		await server.close();
	}
});
