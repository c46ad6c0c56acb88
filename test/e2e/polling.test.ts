/* eslint-disable @n8n/community-nodes/no-restricted-imports -- needs a folder of its own; tests never ship */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import type { Launched } from './launcher';
import { launch } from './launcher';
import { n8n, type Rest, type StoredWorkflow } from './n8n';
import { place } from './place';
import { watchedList } from './servers/watchedList';
import { eventually } from './template';

const TRIGGER = 'Polling';

/** An n8n of its own, since it is started again. */
const folder = mkdtempSync(join(tmpdir(), 'project-workspace-polling-'));
let current: Launched;
let rest: Rest;
let list: Awaited<ReturnType<typeof watchedList>>;
let workflow: StoredWorkflow;

async function start(): Promise<void> {
	current = launch(folder);
	await current.ready;
	let cookie = '';
	rest = async (method, path, body) => {
		const response = await fetch(`${current.n8nUrl()}/rest${path}`, {
			method,
			headers: { 'content-type': 'application/json', cookie },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		const set = response.headers.getSetCookie().find((each) => each.startsWith('n8n-auth='));
		if (set) cookie = set.split(';', 1)[0] ?? '';
		return (JSON.parse(text) as { data: unknown }).data;
	};
	const { email, password } = place.owner;
	await rest('POST', '/login', { emailOrLdapLoginId: email, password });
}

async function stop(): Promise<void> {
	current.kill('SIGTERM');
	await current.ended;
}

/** n8n refuses an expression below a minute, but takes several, each with a second of its own. */
const everyTenSeconds = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

async function storeWorkflow(): Promise<StoredWorkflow> {
	const type = 'projectWorkspaceApi';
	const data = { apiKey: 'ac_test_made_up', baseUrl: list.baseUrl, plan: 'pro' };
	const { id } = (await rest('POST', '/credentials', { name: 'Watched', type, data })) as {
		id: string;
	};
	const node = {
		id: randomUUID(),
		name: TRIGGER,
		type: 'n8n-nodes-project-workspace.projectWorkspacePollingTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			pollTimes: everyTenSeconds,
			resource: 'task',
			changes: ['new', 'changed', 'removed'],
			watchFields: ['title', 'status'],
		},
		credentials: { [type]: { id, name: 'Watched' } },
	};
	const settings = { executionOrder: 'v1' };
	return await n8n.store({ name: 'Polled', nodes: [node], connections: {}, settings }, rest);
}

/** The executions that n8n has started, oldest first. */
async function executions() {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
	const { results } = (await rest('GET', `/executions?limit=100&filter=${filter}`)) as {
		results: Array<{ id: string; status: string }>;
	};
	return results.sort((a, b) => Number(a.id) - Number(b.id));
}

const eventIds = new Set<unknown>();
let known = 0;

/** What the next execution is about; there must be one, and its events have IDs that no other has had. */
async function nextExecution(): Promise<string[]> {
	const found = await eventually(async () => (await executions())[known], 60_000);
	known += 1;
	const { outputs } = await n8n.ended(found.id, rest);
	const items = (outputs(TRIGGER)[0] ?? []).map(({ json }) => json);
	return items.map(({ id, _change }) => {
		const { type, eventId } = _change as IDataObject;
		expect(eventIds).not.toContain(eventId);
		eventIds.add(eventId);
		return `${String(type)} ${String(id)}`;
	});
}

/** The list is read some times more, and n8n starts nothing. */
async function startsNothing(): Promise<void> {
	await list.read(2);
	expect((await executions()).length).toBe(known);
}

afterAll(async () => {
	await stop();
	await list.close();
	rmSync(folder, { recursive: true, force: true });
});

it('tells each change exactly once, over a restart too', async () => {
	list = await watchedList([1, 2, 3, 4].map((id) => ({ id, title: `Task ${id}`, status: 'open' })));
	await start();
	workflow = await storeWorkflow();
	await rest('POST', `/workflows/${workflow.id}/activate`, { versionId: workflow.versionId });
	await startsNothing();

	// n8n saves what the first poll has remembered, although it has started nothing.
	await stop();
	list.set(1, { status: 'done' });
	await start();
	expect(await nextExecution()).toEqual(['changed 1']);
	await startsNothing();

	list.state.tasks.push({ id: 5, title: 'Task 5', status: 'open' });
	expect(await nextExecution()).toEqual(['new 5']);
	list.set(1, { status: 'open' });
	expect(await nextExecution()).toEqual(['changed 1']);
	list.set(2, { owner: 'Somebody', updated_at: '2026-01-01' });
	await startsNothing();
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 3);
	expect(await nextExecution()).toEqual(['removed 3']);

	list.state.breaksOff = true;
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 4);
	list.set(1, { status: 'done' });
	await list.read(1);
	const failed = await eventually(async () => (await executions())[known], 60_000);
	expect(failed.status).toBe('error');
	const { error } = await n8n.ended(failed.id, rest);
	expect(error?.message).toContain('A later page of the list could not be read');
	// A poll may come in between; all that broke off are known once one has gone through.
	list.state.breaksOff = false;
	await list.read(1);
	known = await eventually(async () => {
		const at = (await executions()).findIndex(
			({ status }, index) => index >= known && status !== 'error',
		);
		return at < 0 ? undefined : at;
	}, 60_000);
	expect(await nextExecution()).toEqual(['changed 1', 'removed 4']);
	await startsNothing();

	await stop();
	await start();
	await startsNothing();
}, 600_000);
