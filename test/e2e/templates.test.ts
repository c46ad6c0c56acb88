import { scriptedServer } from '../servers/scriptedServer';
import { major } from './majors';
import { eventually, n8n } from './n8n';
import { call, credentialData, sandbox, writes } from './sandbox';
import { importTemplate } from './template';

let chat: Awaited<ReturnType<typeof scriptedServer>>;

beforeEach(async () => {
	await sandbox.reset();
	chat = await scriptedServer(() => ({ body: '{}' }));
});
afterEach(() => chat.close());

/** The messages in the chat, once there are so many. */
async function messages(count: number): Promise<string[]> {
	await eventually(async () => (chat.seen.length >= count ? true : undefined));

	return chat.seen.map(({ body }) => (JSON.parse(body) as { text: string }).text);
}

it('first steps, which npm start imports with a credential that works', async () => {
	const workflows = await n8n.rest<Array<{ id: string; name: string }>>('GET', '/workflows');
	const imported = workflows.find(({ name }) => name === 'First steps');
	const { status, outputs } = await n8n.run(imported?.id ?? '', 'Start');

	expect(status).toBe('success');
	expect(outputs('Get Tasks')[0]?.[0]?.json).toMatchObject({ status: 'completed' });
	expect(outputs('Archive Project')[0]?.[0]?.json).toMatchObject({ archived: true });
	expect(outputs('Trigger Workflow')[0]?.[0]?.json).toMatchObject({ status: 'running' });
});

it('new task to chat message', async () => {
	const template = await importTemplate('2-new-task-to-chat', { chatUrl: chat.origin });
	const url = template.url('Task Created');
	await n8n.activate(template);
	await eventually(async () => (await fetch(url, { method: 'POST' })).status !== 404 || undefined);

	await sandbox.control('POST', '/webhooks', { url, secret: credentialData.signingSecret });
	await call('POST', '/tasks', { title: 'Paint "the" door', project_id: 'project_site' });
	expect(await messages(1)).toEqual(['New task: Paint "the" door (project project_site)']);
	await n8n.deactivate(template.id);
});

it('task changes to chat message, tried in the editor', async () => {
	const template = await importTemplate('3-task-changes-to-chat', { chatUrl: chat.origin });
	const { status } = await n8n.run(template.id, 'Task Changes');

	expect(status).toBe('success');
	expect(await messages(4)).toContain('New task: Draw the icons (in_progress)');
});

describe('nightly sync of tasks into a database table', () => {
	const NAME = 'Project Workspace tasks';
	const COLUMNS = ['task_id', 'title', 'status', 'project_id', 'record', 'seen_in_run'];
	let tables: string;

	/** The titles in the table. */
	async function titles(): Promise<unknown[]> {
		type Data<T> = { data: T[] };
		const { data } = await n8n.rest<Data<{ id: string; name: string }>>('GET', tables);
		const id = data.find(({ name }) => name === NAME)?.id;
		const rows = await n8n.rest<Data<{ title: string }>>('GET', `${tables}/${id}/rows?take=100`);
		return rows.data.map(({ title }) => title).sort();
	}

	it('writes all tasks, and changes, adds and removes rows the next time', async () => {
		const { id } = await n8n.rest<{ id: string }>('GET', '/projects/personal');
		tables = `/projects/${id}/data-tables`;
		const columns = COLUMNS.map((name) => ({ name, type: 'string' }));
		const made = major.makesTables
			? undefined
			: await n8n.rest<{ id: string }>('POST', tables, { name: NAME, columns });
		const template = await importTemplate('4-nightly-task-sync', { dataTable: made?.id });
		const run = async () => (await n8n.run(template.id, 'Every Night')).status;

		await sandbox.settings({ pagination: { style: 'cursor', pageSize: 2 } });
		expect(await run()).toBe('success');
		expect(await titles()).toHaveLength(4);

		await call('DELETE', '/tasks/task_text');
		await call('PUT', '/tasks/task_icons', { title: 'Icons' });
		await call('POST', '/tasks', { title: 'A new one' });
		expect(await run()).toBe('success');
		const after = ['A new one', 'Draw the floor plan', 'Icons', 'Order moving boxes'];
		expect(await titles()).toEqual(after);

		// If the list cannot be read, no row is removed; if it is empty, all are.
		await sandbox.control('POST', '/faults', { path: '/v1/tasks*', status: 403 });
		expect(await run()).toBe('error');
		expect(await titles()).toEqual(after);
		await sandbox.control('DELETE', '/faults');
		await sandbox.control('DELETE', '/records/tasks');
		expect(await run()).toBe('success');
		expect(await titles()).toEqual([]);
	});
});

it('invite users from a spreadsheet, and list the rejected rows', async () => {
	await sandbox.control('POST', '/faults', {
		method: 'POST',
		path: '/v1/users',
		status: 422,
		times: 1,
	});
	const template = await importTemplate('5-invite-users-from-spreadsheet');
	await n8n.activate(template);
	const url = template.url('Upload Form', 'form');
	await eventually(async () => (await fetch(url)).ok || undefined);

	const form = new FormData();
	const csv = '\uFEFFemail,name,role\ndora@example.com,Dora,\nemil@example.com,,admin\n,Nobody,\n';
	form.set('field-0', new Blob([csv], { type: 'text/csv' }), 'people.csv');
	const answer = await fetch(url, { method: 'POST', body: form });
	const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
	const id = new URL(formWaitingUrl).pathname.split('/').at(-1);
	await eventually(async () => {
		const { status } = await n8n.rest<{ status: string }>('GET', `/executions/${id}`);
		return status === 'waiting' || undefined;
	});
	const page = await (await fetch(formWaitingUrl)).text();

	expect(page).toContain('1 invited, 2 rejected');
	expect(page).toContain('Nobody: There is no email address in this row');
	const bodies = (await writes()).map(({ body }) => body);
	expect(bodies).toHaveLength(2);
	// Empty cells are not sent.
	expect(bodies).toEqual(
		expect.arrayContaining([
			{ email: 'dora@example.com', name: 'Dora' },
			{ email: 'emil@example.com', role: 'admin' },
		]),
	);
	await n8n.deactivate(template.id);
});
