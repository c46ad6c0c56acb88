/* eslint-disable @n8n/community-nodes/no-restricted-imports -- needs a folder of its own; tests never ship */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import type { Launched } from './launcher';
import { launch } from './launcher';
import { n8n, restOf, type Rest } from './n8n';
import { pollingWorkflow, TRIGGER } from './pollingWorkflow';
import { watchedList } from './servers/watchedList';
import { eventually } from './template';

const WITHIN_MS = 60_000;

/** An n8n of its own, since it is started again. */
const folder = mkdtempSync(join(tmpdir(), 'project-workspace-polling-'));
let current: Launched;
let rest: Rest;
let list: Awaited<ReturnType<typeof watchedList>>;

async function start(): Promise<void> {
	current = launch(folder);
	await current.ready;
	const own = restOf(current.n8nUrl());
	rest = own.rest;
	await own.login();
}

async function stop(): Promise<void> {
	current.kill('SIGTERM');
	await current.ended;
}

async function activated(name: string) {
	const id = await pollingWorkflow({ name, baseUrl: list.baseUrl, rest });

	/** The executions that n8n has started, oldest first. */
	async function executions() {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const { results } = (await rest('GET', `/executions?limit=100&filter=${filter}`)) as {
			results: Array<{ id: string; status: string }>;
		};
		return results.sort((a, b) => Number(a.id) - Number(b.id));
	}
	const eventIds = new Set<unknown>();
	let known = 0;

	return {
		/** What the next execution is about; its events have IDs that no other has had. */
		async next(): Promise<string[]> {
			const found = await eventually(async () => (await executions())[known], WITHIN_MS);
			known += 1;
			const { outputs, error } = await n8n.ended(found.id, rest);
			expect(error?.message).toBeUndefined();
			const items = (outputs(TRIGGER)[0] ?? []).map(({ json }) => json);
			return items.map((item) => {
				const { type: happened, eventId } = item._change as IDataObject;
				expect(eventIds).not.toContain(eventId);
				eventIds.add(eventId);
				return `${String(happened)} ${String(item.id)}`;
			});
		},
		/** The list is read some times more, and n8n starts nothing. */
		async startsNothing(): Promise<void> {
			await list.read(4);
			expect((await executions()).length).toBe(known);
		},
		/** The messages of the polls that have not succeeded since, once one has. */
		async failures(): Promise<Array<string | undefined>> {
			const failed = await eventually(async () => {
				const later = (await executions()).slice(known);
				const at = later.findIndex(({ status }) => status !== 'error');
				return at < 0 ? undefined : later.slice(0, at);
			}, WITHIN_MS);
			known += failed.length;
			const ended = await Promise.all(failed.map(async (each) => await n8n.ended(each.id, rest)));
			return ended.map(({ error }) => error?.message);
		},
	};
}

afterAll(async () => {
	await stop();
	await list.close();
	rmSync(folder, { recursive: true, force: true });
});

it('tells each change exactly once, over a restart too', async () => {
	list = await watchedList([1, 2, 3, 4].map((id) => ({ id, title: `Task ${id}`, status: 'open' })));
	await start();
	const used = await activated('Used');
	await used.startsNothing();

	list.state.tasks.push({ id: 5, title: 'Task 5', status: 'open' });
	expect(await used.next()).toEqual(['new 5']);
	list.set(1, { status: 'done' });
	expect(await used.next()).toEqual(['changed 1']);
	list.set(1, { status: 'open' });
	expect(await used.next()).toEqual(['changed 1']);
	list.set(2, { owner: 'Somebody', updated_at: '2026-01-01' });
	await used.startsNothing();
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 3);
	expect(await used.next()).toEqual(['removed 3']);

	list.state.breaksOff = true;
	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 4);
	list.set(1, { status: 'done' });
	await list.read(2);
	list.state.breaksOff = false;
	const failures = await used.failures();
	expect(failures.length).toBeGreaterThan(0);
	for (const message of failures) {
		expect(message).toContain('A later page of the list could not be read');
	}
	expect(await used.next()).toEqual(['changed 1', 'removed 4']);

	// What its first poll remembers is saved, although it starts nothing.
	const fresh = await activated('Fresh');
	await fresh.startsNothing();
	await used.startsNothing();
	await stop();
	list.set(1, { status: 'open' });
	await start();
	for (const each of [used, fresh]) {
		// A poll that n8n interrupts when it stops is told like any other that did not succeed.
		await each.failures();
		expect(await each.next()).toEqual(['changed 1']);
	}
	for (const each of [used, fresh]) await each.startsNothing();
}, 600_000);
