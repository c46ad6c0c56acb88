import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { major } from './majors';
import { n8n, type StoredWorkflow } from './n8n';
import { ownN8n } from './ownN8n';
import { pollingWorkflow, TRIGGER } from './pollingWorkflow';
import { SCHEDULED_POLLS } from './scheduledPolls';
import { watchedList } from './servers/watchedList';
import { eventually } from './template';
import { executionsOf } from './workflows';

const WITHIN_MS = 60_000;
/** Often, since the test waits for many polls. */
const EVERY_SECONDS = 3;

let own: Awaited<ReturnType<typeof ownN8n>>;
let list: Awaited<ReturnType<typeof watchedList>>;

async function activated(name: string, options: INodeParameters = {}) {
	const [{ rest }, { baseUrl }] = [own, list];
	const id = await pollingWorkflow({ name, baseUrl, rest, everySeconds: EVERY_SECONDS, options });
	const executions = async () => await executionsOf(id, rest);
	const eventIds = new Set<unknown>();
	let known = 0;

	return {
		/** Saves other options, and publishes them. */
		async set(changed: INodeParameters): Promise<void> {
			const { nodes, versionId } = (await rest('GET', `/workflows/${id}`)) as StoredWorkflow;
			for (const node of nodes) node.parameters.options = changed;
			const path = `/workflows/${id}`;
			const saved = (await rest('PATCH', path, { nodes, versionId })) as StoredWorkflow;
			await rest('POST', `${path}/activate`, { versionId: saved.versionId });
		},
		/** The changes in the next execution; each has an ID that no other has had. */
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
		/** The list is read some more times, and n8n starts nothing. */
		async startsNothing(): Promise<void> {
			await list.read(4);
			expect((await executions()).length).toBe(known);
		},
		/** The messages of failed polls, once a poll has succeeded. */
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

afterEach(async () => {
	await own.close();
	await list.close();
});

const SCHEDULERS: Array<[where: string, settings: Record<string, string>]> = [
	['in its memory', {}],
];
if (major.schedulesPolls) SCHEDULERS.push(['in its database', SCHEDULED_POLLS]);

it.each(SCHEDULERS)(
	'n8n schedules polls %s: each change runs once, also after a restart',
	async (_, settings) => {
		list = await watchedList(
			[1, 2, 3, 4].map((id) => ({ id, title: `Task ${id}`, status: 'open' })),
		);
		own = await ownN8n('polling', settings);
		await own.start();
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

		// The first poll saves its state, although it starts nothing.
		const fresh = await activated('Fresh');
		await fresh.startsNothing();
		await used.startsNothing();
		await own.stop();
		list.set(1, { status: 'open' });
		await own.start();
		for (const each of [used, fresh]) {
			// A poll that n8n interrupts when it stops is reported as failed.
			await each.failures();
			expect(await each.next()).toEqual(['changed 1']);
		}
		for (const each of [used, fresh]) await each.startsNothing();
	},
	600_000,
);

it('requests only changed records, and finds removed ones when it reads everything', async () => {
	const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
	const task = (id: number) => ({ id, title: `Task ${id}`, status: 'open', updated_at: at(-60) });
	list = await watchedList([1, 2, 3, 4].map(task));
	own = await ownN8n('changed-since');
	await own.start();
	const changedSince = (overlapMinutes: number) => ({
		changedSince: { settings: { parameter: 'updated_since', overlapMinutes } },
	});
	// Responses have a date in whole seconds.
	const earliest = at(-1 - 1 / 60);
	const changing = await activated('Changing', changedSince(1));
	await changing.startsNothing();
	const [first, ...others] = list.state.asked;
	expect(first).toBeNull();
	for (const since of others) expect(since).toBe(others[0]);
	const [since = ''] = others.flatMap((each) => each ?? []);
	expect(earliest <= since && since <= at(-1)).toBe(true);

	list.set(1, { status: 'done', updated_at: at(0) });
	expect(await changing.next()).toEqual(['changed 1']);
	list.state.tasks.push({ ...task(5), updated_at: at(0) });
	expect(await changing.next()).toEqual(['new 5']);
	await list.read(2);
	expect((list.state.asked.at(-1) ?? '') > since).toBe(true);

	list.state.tasks = list.state.tasks.filter(({ id }) => id !== 3);
	await changing.startsNothing();
	expect(list.state.asked.filter((since) => since === null)).toEqual([null]);
	// After a change of the overlap, everything is read, as it is after the hours in the setting.
	await changing.set(changedSince(2));
	expect(await changing.next()).toEqual(['removed 3']);
	await changing.startsNothing();
}, 600_000);

it('a first poll that is not successful is a failed execution, and the trigger polls on', async () => {
	list = await watchedList([{ id: 1, title: 'Task 1', status: 'open' }]);
	list.state.rejection = { status: 401 };
	own = await ownN8n('polling', {});
	await own.start();
	const polling = await activated('Rejected');
	await eventually(async () => (list.state.rejected > 2 ? true : undefined), WITHIN_MS);
	list.state.rejection = undefined;
	await list.read(2);
	list.state.tasks.push({ id: 2, title: 'Task 2', status: 'open' });
	const failures = await polling.failures();
	expect(failures.length).toBeGreaterThan(1);
	for (const message of failures) expect(message).toMatch(/^The service rejected the API key/);
	expect(await polling.next()).toEqual(['new 2']);
}, 180_000);
