import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json } from '../servers/scriptedServer';
import { automatic } from './matching';
import type { NodeAnswer } from './runNode';
import { serviceThat } from './service';

/** A service that saves values in a form of its own. */
async function serviceSaving(saves: (record: IDataObject) => IDataObject) {
	const tasks: IDataObject[] = [];
	const { run, seen } = await serviceThat(({ method, url, body }) => {
		if (method === 'GET') return json({ data: tasks, next_cursor: null });
		const given = JSON.parse(body) as IDataObject;
		const at = method === 'PUT' ? Number(url.split('/').at(-1)) : tasks.length;
		tasks[at] = saves({ ...tasks[at], ...given, id: at });
		return json(tasks[at]);
	});
	const upsert = async (items: IDataObject[], options: INodeParameters = {}) =>
		await run(
			{ resource: 'task', operation: 'upsert', fields: automatic, options },
			{ items, onError: 'continueErrorOutput' },
		);
	const writes = () => seen.filter(({ method }) => method !== 'GET').length;
	return { upsert, writes };
}

const trimmed = (record: IDataObject) =>
	JSON.parse(JSON.stringify(record).replaceAll(/" *(.*?) *"/g, '"$1"')) as IDataObject;

/** The fields that a hint names. */
const reported = ({ hints }: NodeAnswer) =>
	hints.map(({ message }) => /different values than you sent in: (.*?)\. /.exec(message)?.[1]);

test('a value that the service saves in another form is reported, as each run writes it again', async () => {
	const { upsert, writes } = await serviceSaving(trimmed);
	const items = [
		{ key: 'A', title: ' Roof ', note: 'x' },
		{ key: 'B', title: 'Door' },
	];
	for (const written of [2, 3]) {
		const answer = await upsert(items, { includeResult: true });
		expect(answer.outputs[1]).toEqual([]);
		expect(reported(answer)).toContain('title');
		expect(writes()).toBe(written);
	}
	expect(reported(await upsert(items, { previewOnly: true }))).not.toContain('title');
});

test('a response that is not the record says nothing about what was saved', async () => {
	const data: IDataObject[] = [];
	const { run } = await serviceThat(({ method, body }) => {
		if (method === 'GET') return json({ data, next_cursor: null });
		data.push({ id: 1, ...(JSON.parse(body) as IDataObject) });
		return json({ status: 'ok' });
	});
	const answer = await run(
		{ resource: 'task', operation: 'upsert', fields: automatic },
		{ items: [{ key: 'A', status: 'open' }] },
	);
	expect(answer.error).toBeUndefined();
	expect(reported(answer)).not.toContain('status');
});

test('a date that the service saves as midnight is not written again', async () => {
	const { upsert, writes } = await serviceSaving(({ due, ...record }) => ({
		...record,
		due: new Date(String(due)).toISOString(),
	}));
	for (const title of ['Roof', 'Roof']) {
		const answer = await upsert([{ key: 'A', title, due: '2026-12-31' }]);
		expect(reported(answer)).not.toContain('due');
	}
	expect(writes()).toBe(1);
});

test('a record that no later run would find is reported with its ID, its copies find it, and nothing more is created', async () => {
	const { upsert, writes } = await serviceSaving(trimmed);
	const { outputs } = await upsert([{ key: ' A ' }, { key: ' A ' }, { key: 'B' }]);
	expect(outputs[1]?.map(({ json: { error } }) => error)).toEqual([
		`The task 0 was created, but the service saved 'key' in a different form than " A "`,
		expect.stringMatching(/^Not created/),
	]);
	expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	expect(writes()).toBe(1);
});
