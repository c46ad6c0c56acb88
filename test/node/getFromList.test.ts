import type { IDataObject } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { byId, serviceThat } from './service';

const PAGE = 50;
const tasks = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, title: `Task ${at + 1}` }));

const get = { resource: 'task', operation: 'get' };

/** A list in pages of 50, with what `says` adds; page 3 is answered with an error if it `breaks`. */
async function getTask(
	taskId: unknown,
	{ says, breaks = false }: { says: (more: boolean) => object; breaks?: boolean },
) {
	const { run, seen } = await serviceThat(({ url }) => {
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
		if (breaks && page === 3) return json({ error: { code: 'no', message: 'No' } }, 403);
		const data = tasks.slice((page - 1) * PAGE, page * PAGE);
		return json({ data, page, ...says(page * PAGE < tasks.length) });
	});
	// The editor saves a number that is selected from a list.
	const { json: records, error } = await run({ ...get, taskId: byId(taskId as string) });
	return { records, error, requests: seen.length };
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

test('a record that is found is returned without reading on', async () => {
	expect((await getTask(60, { says, breaks: true })).records).toEqual([tasks[59]]);
});

test('a record that a complete list does not have is not found', async () => {
	const { error } = await getTask('x9', { says });
	expect(error?.message).toBe('No task found with the ID "x9"');
});

test('where the list may have more, the message says so and what to set', async () => {
	const find = async (settings: IDataObject) => {
		const { run } = await serviceThat(() => json({ data: tasks.slice(0, 7) }), { settings });
		return await run({ resource: 'project', operation: 'get', projectId: byId('99') });
	};
	const { error } = await find({});
	expect(error?.message).toMatch(/^No project found with the ID "99", but there may be one: /);
	expect(error?.description).toMatch(/'Pagination'/);
	expect((await find({ style: 'none' })).error?.message).toBe('No project found with the ID "99"');
});

test('how to get the next page is only tried for the first item', async () => {
	const { run, seen } = await serviceThat(() => json({ data: tasks.slice(0, 10) }));
	const find = (...items: Array<{ id: string }>) =>
		run({ ...get, taskId: byId() }, { items, onError: 'continueRegularOutput' });
	await find({ id: 'x' });
	const once = seen.length;
	await find({ id: 'x' }, { id: 'y' });
	expect(seen.length).toBe(2 * once + 1);
});

test('a list that breaks off before the record is an error', async () => {
	const { error } = await getTask(111, { says, breaks: true });
	expect(error?.message).toMatch(/^A later page of the list could not be read/);
	expect(error?.description).not.toContain('so far');
	expect(error?.context.data).toMatchObject({ recordsSoFar: 100, records: [] });
});

test('the ID may be in any field that the list to select from uses', async () => {
	const { run } = await serviceThat(() => json({ data: [{ key: 'T-1' }, { key: 'T-2' }] }));
	expect((await run({ ...get, taskId: byId('T-2') })).json).toEqual([{ key: 'T-2' }]);
});

test('a record without an ID is not the one with the ID "undefined"', async () => {
	const { run } = await serviceThat(() => json({ data: [{ title: 'No ID' }], has_more: false }));
	const { error } = await run({ ...get, taskId: byId('undefined') });
	expect(error?.message).toBe('No task found with the ID "undefined"');
});
