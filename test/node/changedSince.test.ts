import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { json, type Script } from '../servers/scriptedServer';
import { activated, pageOfTwo, told, type Polled } from './pollContexts';
import { byId, serviceThat } from './service';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The option, with these settings besides its parameter. */
const since = (settings: INodeParameters = {}) => ({
	changedSince: { settings: { parameter: 'updated_since', ...settings } },
});
const SET = since();
const ALL = ['new', 'changed', 'removed'];
const onlyFirst = { field: 'title', condition: 'equals', value: 'Task 1' };

/** n8n's clock. */
let now: number;
let tasks: IDataObject[];
/** Milliseconds by which the service's clock differs. */
let skew: number;
let answer: Script | undefined;
let server: Awaited<ReturnType<typeof serviceThat>>;

const isoAt = (ms: number) => new Date(ms).toISOString();

beforeEach(async () => {
	now = Date.parse('2026-03-01T10:00:00.000Z');
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	tasks = [];
	skew = 0;
	answer = undefined;
	[1, 2, 3].forEach((id) => put(id));
	server = await serviceThat((request, index) => {
		if (answer) return answer(request, index);
		const { searchParams } = new URL(request.url, 'http://service');
		const since = Date.parse(searchParams.get('updated_since') ?? isoAt(0));
		const all = tasks.filter(({ updated_at: at }) => Date.parse(String(at)) >= since);
		return dated(pageOfTwo(all, request));
	});
});
afterEach(() => jest.restoreAllMocks());

const dated = (value: unknown) => json(value, 200, { date: new Date(now + skew).toUTCString() });

/** Creates or changes a record. */
function put(id: number, fields: IDataObject = {}) {
	const former = tasks.find((task) => task.id === id) ?? { id, title: `Task ${id}` };
	const record = { ...former, ...fields, updated_at: isoAt(now + skew) };
	tasks = [...tasks.filter((task) => task.id !== id), record];
}

const watching = (
	options: INodeParameters = SET,
	parameters: INodeParameters = {},
	more: Partial<Polled> = {},
) =>
	activated(
		{ resource: 'task', changes: ALL, watchFields: [], filters: {}, ...parameters, options },
		{ credential: server.credential, ...more },
	);

/** The times that were asked for since the last call, page by page. */
let looked = 0;
beforeEach(() => (looked = 0));
const asked = () => {
	const urls = server.seen.slice(looked).map(({ url }) => new URL(url, 'http://service'));
	looked = server.seen.length;
	return urls.map(({ searchParams }) => searchParams.get('updated_since'));
};

test('after a complete reading only what has changed is read, with the time on every page', async () => {
	const { poll } = watching();
	await poll();
	expect(asked()).toEqual([null, null]);
	now += 10 * MINUTE;
	expect(await poll()).toBeUndefined();
	expect(asked()).toEqual(['2026-03-01T09:55:00.000Z', '2026-03-01T09:55:00.000Z']);
	[2, 4, 5].forEach((id) => put(id, { title: 'Other' }));
	expect(told(await poll())).toEqual(['changed 2', 'new 4', 'new 5']);
	asked();
	now += 10 * MINUTE;
	expect(await poll()).toBeUndefined();
	// Records that have not changed are not missing, so nothing is read a second time.
	expect(asked()).toEqual(['2026-03-01T10:05:00.000Z', '2026-03-01T10:05:00.000Z']);
});

test('many records that do not match the filters are not read at each poll either', async () => {
	const putAll = () => Array.from({ length: 100 }, (_, id) => put(id));
	putAll();
	const { poll } = watching(SET, { filters: { filter: [onlyFirst] } });
	await poll();
	now += HOUR;
	putAll();
	expect(await poll()).toBeUndefined();
	asked();
	await poll();
	expect(asked()[0]).toBe(isoAt(now - 5 * MINUTE));
});

test('the clock of the service is used if it is slow, and ignored if it is fast', async () => {
	for (const minutes of [-30, 30]) {
		skew = minutes * MINUTE;
		[1, 2, 3].forEach((id) => put(id));
		const { poll } = watching(since({ overlapMinutes: 0 }));
		await poll();
		now += MINUTE;
		put(1, { title: `By a clock that differs by ${minutes} minutes` });
		expect(told(await poll())).toEqual(['changed 1']);
	}
});

test('a service that ignores the parameter is read in full each time, and no record is reported twice', async () => {
	answer = () => dated({ data: tasks, next_cursor: null });
	const { poll } = watching();
	await poll();
	now += MINUTE;
	put(1, { title: 'Other' });
	expect(told(await poll())).toEqual(['changed 1']);
	expect(await poll()).toBeUndefined();
});

test('changes that may have been cut are reported, and requested again until everything is read', async () => {
	answer = ({ url }) =>
		url.includes('updated_since')
			? dated(tasks.filter(({ title }) => title === 'Other'))
			: dated({ data: tasks, next_cursor: null });
	const { poll } = watching();
	await poll();
	for (const id of [1, 2]) {
		now += HOUR;
		put(id, { title: 'Other' });
		expect(told(await poll())).toEqual([`changed ${id}`]);
	}
	expect(asked()).toEqual([null, '2026-03-01T09:55:00.000Z', '2026-03-01T09:55:00.000Z']);
	now += 24 * HOUR;
	await poll();
	await poll();
	expect(asked()).toEqual([null, '2026-03-02T11:55:00.000Z']);
});

test('records that were removed do not count towards the most that can be watched until all are read', async () => {
	const all = Array.from({ length: 50_000 }, (_, id) => ({ id }));
	answer = ({ url }) =>
		dated({ data: url.includes('since') ? [{ id: 'a' }] : all, next_cursor: null });
	const { poll } = watching();
	await poll();
	now += HOUR;
	expect(told(await poll())).toEqual(['new a']);
	all.shift();
	all.push({ id: 50_000 }, { id: 50_001 });
	now += 24 * HOUR;
	await expect(poll()).rejects.toThrow(/more than 50,000 records/);
});

test.each<[string, INodeParameters, INodeParameters, boolean]>([
	['is added to a workflow that was saved before', {}, SET, true],
	['gets another parameter', SET, since({ parameter: 'changed_after' }), false],
	['is removed', SET, {}, false],
])(
	'the known records are kept when the option %s, and everything is read once',
	async (_, before, after, isPart) => {
		const first = watching(before);
		await first.poll();
		asked();
		now += HOUR;
		put(1, { title: 'Other' });
		const { workflowId } = first;
		const { poll } = watching(after, {}, { staticData: first.saved(), workflowId });
		expect(told(await poll())).toEqual(['changed 1']);
		expect(asked()[0]).toBeNull();
		await poll();
		expect(asked()[0]).toBe(isPart ? isoAt(now - 5 * MINUTE) : null);
	},
);

test('that all of the changed records have changed in one field says nothing about the field', async () => {
	for (let id = 1; id <= 8; id++) put(id);
	const { poll, emitted } = watching();
	await poll();
	for (let time = 1; time <= 3; time++) {
		now += HOUR;
		for (let id = 1; id <= 8; id++) put(id, { title: `Title ${time}` });
		expect(await poll()).toHaveLength(8);
	}
	expect(emitted).toEqual([]);
});

test('a test in the editor sends no time', async () => {
	const { poll } = watching(SET, {}, { mode: 'manual', activation: 'manual' });
	expect(await poll()).toHaveLength(3);
	expect(asked()).toEqual([null, null]);
});

const twice = /^The query parameter 'updated_since' in 'Changed Since' is already sent/;
const sameName = { parameter: [{ name: 'updated_since', value: '2026' }] };

test.each<[string, INodeParameters, RegExp]>([
	['is also in Query Parameters', { ...SET, queryParameters: sameName }, twice],
	[
		'sends the project',
		since({ parameter: 'project_id' }),
		/'project_id' in 'Changed Since' is already/,
	],
	['cannot be sent', since({ parameter: 'a\ud800' }), /^'Parameter' must be plain text/],
])('a parameter that %s is rejected before anything is sent', async (_, options, message) => {
	const { failure } = watching(options, { projectId: byId('p') });
	expect((await failure())?.message).toMatch(message);
	expect(server.seen).toEqual([]);
});

test('with other filters, everything is read, so that no record counts as new later', async () => {
	now += HOUR;
	const first = watching();
	await first.poll();
	const filters = { filter: [{ field: 'title', condition: 'contains', value: 'Task' }] };
	const { poll } = watching(SET, { filters }, { staticData: first.saved() });
	now += 10 * MINUTE;
	expect(await poll()).toBeUndefined();
	put(1, { title: 'Task 1, changed' });
	expect(told(await poll())).toEqual(['changed 1']);
});
