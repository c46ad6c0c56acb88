import type { Receiver } from '../sandbox/support/receiver';
import { startReceiver } from '../sandbox/support/receiver';
import { dataTableRows, makeDataTable, tableFor, tablesPath } from './dataTable';
import { n8n } from './n8n';
import { place } from './place';
import { call, sandbox, SANDBOX_PRO, settled } from './sandbox';
import { createCredential, eventually, importTemplate, type FilledIn } from './template';

const SIGNING_SECRET = 'whsec_made_up_for_the_templates';
/** Payloads of the sandbox: the templates have to find the record in each. */
const PAYLOADS = ['event', 'type', 'nested', 'flat', 'record'] as const;

let chat: Receiver;
let signed: { projectWorkspaceApi: string };

beforeAll(async () => {
	signed = {
		projectWorkspaceApi: await createCredential('projectWorkspaceApi', {
			apiKey: SANDBOX_PRO,
			baseUrl: `${place.sandboxOrigin}/v1`,
			plan: 'pro',
			signingSecret: SIGNING_SECRET,
			signatureHeader: 'X-Service-Signature',
		}),
	};
});
beforeEach(async () => {
	await sandbox.reset();
	chat = await startReceiver();
});
afterEach(() => chat.close());

type Template = Awaited<ReturnType<typeof importTemplate>>;
let listening: Template | undefined;
afterEach(async () => {
	await listening?.deactivate();
	listening = undefined;
});

/** A template that is active and gets the deliveries of the sandbox, until the test ends. */
async function listen(file: string, trigger: string, more: FilledIn = {}): Promise<Template> {
	const template = await importTemplate(file, { credentials: signed, chatUrl: chat.url, ...more });
	const url = template.url(trigger);
	await template.activate(url);
	listening = template;
	await sandbox.control('POST', '/webhooks', { url, secret: SIGNING_SECRET });
	return template;
}

const DELIVERY = { eventHeader: 'X-Event-Name', idHeader: 'X-Delivery-ID' };

/** The messages in the chat, once there are so many. */
async function messages(count: number): Promise<string[]> {
	await eventually(async () => (chat.received.length >= count ? true : undefined));
	return chat.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
}

/** Resolves when an execution waits. */
const isWaiting = (id = '') =>
	eventually(async () => {
		const { status } = (await n8n.rest('GET', `/executions/${id}`)) as { status: string };
		return status === 'waiting' || undefined;
	});

describe('new task to chat message', () => {
	it.each(PAYLOADS)('posts a new task, with the payload "%s"', async (payload) => {
		await sandbox.settings({ events: { payload }, delivery: DELIVERY });
		const template = await listen('1-new-task-to-chat', 'Task Created');
		await call('POST', '/tasks', { title: 'Paint "the" door', project_id: 'project_site' });
		expect(await messages(1)).toEqual(['New task: Paint "the" door (project project_site)']);
		expect((await template.startedExecution()).status).toBe('success');
	});
});

describe('invite users from a spreadsheet', () => {
	async function upload(csv: string) {
		const template = await importTemplate('2-invite-users-from-spreadsheet');
		await template.activate(template.formUrl('Upload Form'));
		const form = new FormData();
		form.set('field-0', new Blob([csv], { type: 'text/csv' }), 'people.csv');
		const answer = await fetch(template.formUrl('Upload Form'), { method: 'POST', body: form });
		const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
		const id = new URL(formWaitingUrl).pathname.split('/').at(-1);
		// n8n does not respond for the page before this state.
		await isWaiting(id);
		const page = await fetch(formWaitingUrl, { signal: AbortSignal.timeout(10_000) });
		const text = await page.text();
		// Ends the execution, as the script of the page does.
		await fetch(formWaitingUrl, { method: 'POST', signal: AbortSignal.timeout(10_000) });
		return { template, page: text };
	}

	it('invites every row, and shows who was rejected and why', async () => {
		await sandbox.control('POST', '/faults', {
			...{ kind: 'errorBody', status: 422, times: 1, method: 'POST', path: '/v1/users' },
		});
		const { template, page } = await upload(
			'\uFEFFemail,name,role\ndora@example.com,Dora,\nemil@example.com,,admin\n,Nobody,\nfay@example.com,"Fay, the new one",member\n',
		);
		expect(page).toContain('2 invited, 2 rejected');
		expect(page).toContain('The service says no (injected)');
		expect(page).toContain('Nobody: There is no email address in this row');

		const sent = (await sandbox.requests()).filter(({ method }) => method === 'POST');
		// Empty cells are not sent.
		expect(sent.map(({ body }) => body)).toEqual(
			expect.arrayContaining([
				{ email: 'dora@example.com', name: 'Dora' },
				{ email: 'emil@example.com', role: 'admin' },
				{ email: 'fay@example.com', name: 'Fay, the new one', role: 'member' },
			]),
		);
		expect(sent).toHaveLength(3);
		expect((await template.startedExecution()).status).toBe('success');
		await template.deactivate();
	});
});

describe('nightly sync of tasks into a database table', () => {
	const TABLE = 'Project Workspace tasks';

	const COLUMNS = ['task_id', 'title', 'status', 'project_id', 'record', 'seen_in_run'];
	const rows = () => dataTableRows(TABLE);

	it('writes all tasks, and changes, adds and removes rows the next time', async () => {
		await sandbox.settings({
			list: { envelope: 'data' },
			pagination: { style: 'cursor', pageSize: 2 },
		});
		const dataTable = await tableFor(TABLE, COLUMNS);
		const template = await importTemplate('3-nightly-task-sync', { dataTable });
		const first = await n8n.run(template.id, 'Every Night');
		expect(first.status).toBe('success');
		expect((await rows()).map((row) => row.title).sort()).toEqual([
			'Draw the floor plan',
			'Draw the icons',
			'Order moving boxes',
			'Write the welcome text',
		]);

		await sandbox.control('DELETE', '/records/tasks');
		await sandbox.addRecord('tasks', { id: 'task_icons', title: 'Draw icons', status: 'done' });
		await sandbox.addRecord('tasks', { id: 'task_new', title: 'A new one' });
		expect((await n8n.run(template.id, 'Every Night')).status).toBe('success');
		const after = await rows();
		expect(after).toHaveLength(2);
		expect(after).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ task_id: 'task_icons', title: 'Draw icons', status: 'done' }),
				expect.objectContaining({ task_id: 'task_new', title: 'A new one' }),
			]),
		);
		expect(JSON.parse(String(after[0]?.record))).toHaveProperty('created_at');

		// If the list cannot be read, no row is removed.
		await sandbox.control('POST', '/faults', { kind: 'errorBody', path: '/v1/tasks*' });
		expect((await n8n.run(template.id, 'Every Night')).status).toBe('error');
		expect(await rows()).toEqual(after);

		// If the list is empty, all rows are removed.
		await sandbox.control('DELETE', '/faults');
		await sandbox.control('DELETE', '/records/tasks');
		expect((await n8n.run(template.id, 'Every Night')).status).toBe('success');
		expect(await rows()).toEqual([]);
	});
});

describe('trigger a workflow and act when its run completes', () => {
	it('starts a run, and posts a message when it has completed', async () => {
		await sandbox.addRecord('workflows', { id: 'workflow_123', name: 'Nightly cleaning' });
		const template = await listen('4-trigger-a-workflow-and-act', 'Run Completed');
		const started = await n8n.run(template.id, 'Start');
		expect(started.status).toBe('success');
		const run = started.outputs('Start Run')[0]?.[0]?.json;
		expect(run).toMatchObject({ workflow_id: 'workflow_123', status: 'running' });
		expect(await messages(1)).toEqual([`Run ${String(run?.id)} of workflow_123 is done.`]);
	});

	it('posts a message if a run did not succeed', async () => {
		await listen('4-trigger-a-workflow-and-act', 'Run Completed');
		await sandbox.control('POST', '/events', {
			event: 'workflow.run.completed',
			data: { id: 'run_9', workflow_id: 'workflow_report', status: 'Failed' },
		});
		expect(await messages(1)).toEqual(['Run run_9 of workflow_report ended as Failed.']);
	});
});

describe('task changes to chat message, without a webhook', () => {
	it('sends a message for each task when it is tried in the editor', async () => {
		const template = await importTemplate('6-task-changes-to-chat', {
			credentials: signed,
			chatUrl: chat.url,
		});
		const tasks = (await sandbox.records('tasks')).slice(0, 10);
		expect((await n8n.run(template.id, 'Task Changes')).status).toBe('success');
		expect(await messages(tasks.length)).toEqual(
			tasks.map(({ title }) => expect.stringContaining(`New task: ${String(title)}`) as string),
		);
	});
});

describe('two-way sync of tasks with a table', () => {
	const TABLE = 'Project Workspace task list';
	const COLUMNS = ['title', 'status', 'synced_status', 'task_id'];

	async function table() {
		const id = await makeDataTable(TABLE, COLUMNS);
		const path = `${await tablesPath()}/${id}`;
		return {
			id,
			insert: (rows: Array<Record<string, string>>) =>
				n8n.rest('POST', `${path}/insert`, { data: rows, returnType: 'id' }),
			/** Status by title. */
			statuses: async () =>
				Object.fromEntries(
					(await dataTableRows(TABLE)).map(({ title, status }) => [title, status]),
				) as Record<string, unknown>,
			remove: () => n8n.rest('DELETE', path),
		};
	}
	const writes = async () =>
		(await sandbox.requests())
			.filter(({ method }) => method !== 'GET')
			.map(({ method, body }) => ({ method, ...(body as object) }));
	const row = (title: string, status: string, synced = '') => ({
		...{ title, status, synced_status: synced, task_id: '' },
	});

	it('writes changed rows, keeps and reports rejected ones, and adds all tasks', async () => {
		const rows = await table();
		await sandbox.control('DELETE', '/records/tasks');
		await sandbox.addRecord('tasks', { id: 'task_1', title: 'One', status: 'open' });
		await sandbox.addRecord('tasks', { id: 'task_2', title: 'Two', status: 'open' });
		await sandbox.addRecord('tasks', { id: 'task_3', title: 'Three', status: 'open' });
		await rows.insert([
			row('One', 'done', 'open'),
			row('Two', 'open', 'open'),
			row('Three', 'done', 'open'),
			row('New', 'open'),
		]);
		await sandbox.control('POST', '/faults', {
			...{ kind: 'errorBody', status: 422, times: 1, method: 'PUT', path: '/v1/tasks/task_3' },
		});
		const template = await importTemplate('7-two-way-task-sync', {
			dataTable: rows.id,
			chatUrl: chat.url,
		});
		expect((await n8n.run(template.id, 'Every Hour')).status).toBe('success');
		expect(await writes()).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ method: 'PUT', status: 'done' }),
				expect.objectContaining({ method: 'POST', title: 'New', status: 'open' }),
			]),
		);
		expect(await messages(1)).toEqual([expect.stringMatching(/^Not written: Three \(/)]);
		expect(await rows.statuses()).toEqual({ One: 'done', Two: 'open', Three: 'done', New: 'open' });
		const tasks = await sandbox.records('tasks');
		expect(tasks.find(({ title }) => title === 'Three')).toMatchObject({ status: 'open' });

		// The rejected row is sent again; the next time there is nothing to write.
		expect((await n8n.run(template.id, 'Every Hour')).status).toBe('success');
		const before = (await writes()).length;
		expect((await n8n.run(template.id, 'Every Hour')).status).toBe('success');
		expect((await writes()).length).toBe(before);
		await rows.remove();
	});

	it('stops before it writes if too much would change', async () => {
		const rows = await table();
		await rows.insert(Array.from({ length: 21 }, (_, n) => row(`New ${n}`, 'open')));
		const template = await importTemplate('7-two-way-task-sync', {
			dataTable: rows.id,
			chatUrl: chat.url,
		});
		const { status, error } = await n8n.run(template.id, 'Every Hour');
		expect(status).toBe('error');
		expect(JSON.stringify(error)).toContain('21 tasks would be created or updated');
		expect(await writes()).toEqual([]);
		await rows.remove();
	});
});

describe('catch up on task changes', () => {
	const COLUMNS = ['task_id', 'kind', 'version', 'seen_by'];
	let dataTable: string | undefined;
	beforeAll(async () => {
		dataTable = await tableFor('Project Workspace task changes', COLUMNS);
	});

	it.each(PAYLOADS)(
		'posts a new and a changed task once, with the payload "%s"',
		async (payload) => {
			await sandbox.settings({
				events: { payload },
				// The table still has the IDs from before the reset of the sandbox.
				ids: 'uuid',
				delivery: { ...DELIVERY, copies: 2 },
			});
			await listen('8-catch-up-on-task-changes', 'Task Event', { dataTable });
			const { id } = await call('POST', '/tasks', { title: 'Paint' });
			expect(await messages(1)).toEqual(['New task: Paint']);
			await call('PUT', `/tasks/${id}`, { status: 'done' });
			await settled();
			expect(await messages(2)).toEqual(['New task: Paint', 'Changed task: Paint (done)']);
		},
	);
});

describe('trigger a workflow and wait for its run', () => {
	const TABLE = 'Project Workspace runs';
	let dataTable: string | undefined;
	beforeAll(async () => {
		dataTable = await tableFor(TABLE, ['run_id', 'state', 'resume_url', 'run']);
	});

	async function activated(parameters: FilledIn['parameters'] = {}) {
		await sandbox.addRecord('workflows', { id: 'workflow_123', name: 'Nightly cleaning' });
		const more = { dataTable, parameters };
		return await listen('9-trigger-a-workflow-and-wait', 'Run Completed', more);
	}

	it.each(PAYLOADS)('waits until the run has completed, with the payload "%s"', async (payload) => {
		await sandbox.settings({ events: { payload }, delivery: DELIVERY, runs: { delayMs: 3_000 } });
		const template = await activated();
		const { executionId = '' } = await n8n.start(template.id, 'Start');
		await isWaiting(executionId);
		expect(chat.received).toEqual([]);
		const { status, outputs } = await n8n.ended(executionId);
		expect(status).toBe('success');
		const { id } = outputs('Start Run')[0]?.[0]?.json ?? {};
		expect(await messages(1)).toEqual([`Run ${String(id)} is done: completed.`]);
		const [waiting, completed] = (await dataTableRows(TABLE)).filter((row) => row.run_id === id);
		expect([waiting?.state, completed?.state]).toEqual(['waiting', 'completed']);
	});

	it('does not wait for a run that has completed before the response to its start arrives', async () => {
		await sandbox.settings({ runs: { delayMs: 0 } });
		await sandbox.control('POST', '/faults', {
			...{ kind: 'latency', ms: 3_000, times: 1, when: 'after', method: 'POST' },
			path: '/v1/workflows/*',
		});
		const template = await activated();
		const { status, outputs } = await n8n.run(template.id, 'Start');
		expect(status).toBe('success');
		expect(outputs('Wait for Run')).toEqual([]);
		expect(await messages(1)).toEqual([expect.stringContaining('is done: completed.')]);
	});

	it('misses no run that completes while it starts to wait', async () => {
		const template = await activated();
		const delays = [0, 20, 40, 60, 80, 100, 120, 150, 200, 300];
		for (const delayMs of delays) {
			await sandbox.settings({ runs: { delayMs } });
			expect((await n8n.run(template.id, 'Start')).status).toBe('success');
		}
		expect(await messages(delays.length)).toEqual(
			delays.map(() => expect.stringContaining('is done: completed.') as string),
		);
	}, 300_000);

	it('continues on another path if the run does not complete in time', async () => {
		await sandbox.settings({ runs: { delayMs: 3_600_000 } });
		const template = await activated({
			'Wait for Run': { resumeAmount: 2, resumeUnit: 'seconds' },
		});
		// n8n looks once a minute for executions that have waited long enough.
		const { status, outputs } = await n8n.run(template.id, 'Start', 100_000);
		expect(status).toBe('success');
		const { id } = outputs('Start Run')[0]?.[0]?.json ?? {};
		expect(await messages(1)).toEqual([`Run ${String(id)} did not complete in time.`]);
	});
});
