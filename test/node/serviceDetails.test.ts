import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { json, type ScriptedAnswer } from '../servers/scriptedServer';
import { automatic } from './matching';
import { activated, told } from './pollContexts';
import { editorContext } from './runNode';
import { byId, serviceThat } from './service';

const TASKS = [1, 2, 3, 4, 5].map((n) => ({
	id: `t${n}`,
	title: `Task ${n}`,
	...(n === 5 && { only_last: true }),
}));
const ALL = TASKS.map(({ id }) => id);

/** Two tasks from this position on, and whether there are more. */
const from = (at: number) => ({ rows: TASKS.slice(at, at + 2), isMore: at + 2 < TASKS.length });

type Service = (query: URLSearchParams) => object;

/** Services that the node cannot guess, and what is set once in the credential. */
const SERVICES: ReadonlyArray<[name: string, Service, settings: IDataObject]> = [
	[
		'has two lists that may be the records',
		() => ({ left: { rows: TASKS.slice(0, 1) }, right: { rows: TASKS } }),
		{ recordsPath: 'right.rows', style: 'none' },
	],
	[
		'numbers its pages in a parameter of its own',
		(query) => ({ data: from(2 * Number(query.get('blatt') ?? 1) - 2).rows }),
		{ style: 'page', parameter: 'blatt', firstPage: 1 },
	],
	[
		'takes an offset in a parameter of its own',
		(query) => ({ data: from(Number(query.get('von') ?? 0)).rows }),
		{ style: 'offset', parameter: 'von' },
	],
	[
		'has its cursor where none is expected',
		(query) => {
			const at = Number(query.get('ab') ?? 0);
			const { rows, isMore } = from(at);
			return { data: rows, weiter: { marke: isMore ? String(at + 2) : null } };
		},
		{ style: 'cursor', nextPath: 'weiter.marke', parameter: 'ab' },
	],
	[
		'takes the last ID in a parameter of its own, and counts too many',
		(query) => ({ data: from(1 + ALL.indexOf(query.get('nach') ?? '')).rows, total: 99 }),
		{ style: 'lastId', parameter: 'nach', ignoreTotal: true },
	],
];

const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;

async function serviceWith(service: Service, settings: IDataObject) {
	const { credential, run, seen } = await serviceThat(
		({ method, url, body }): ScriptedAnswer =>
			method === 'GET' ? json(service(new URL(url, 'http://service').searchParams)) : { body },
		{ settings },
	);
	const editor = (operation: string) => editorContext({ resource: 'task', operation }, credential);
	const writes = () => seen.filter(({ method }) => method !== 'GET').map(({ url }) => url);
	return { credential, run, editor, writes };
}

type Known = Awaited<ReturnType<typeof serviceWith>>;

const ids = (records: readonly IDataObject[]) => records.map(({ id }) => id);
const listed = async (run: Known['run'], parameters: INodeParameters, more = {}) => {
	const { json: records, error } = await run({ resource: 'task', ...parameters }, more);
	return error?.message ?? ids(records);
};

async function upserted({ run, writes }: Known) {
	const fields = { ...automatic, matchingColumns: ['title'] };
	const items = ['Task 5', 'Task 6'].map((title) => ({ title, status: 'open' }));
	const { error } = await run({ resource: 'task', operation: 'upsert', fields }, { items });
	return error?.message ?? writes().sort();
}

async function polled({ credential }: Known, mode?: 'manual') {
	const given = { resource: 'task', changes: ['new'], watchFields: [], filters: {} };
	const options = mode ? {} : { startWithExisting: true };
	return told(await activated({ ...given, options }, { credential, mode }).poll());
}

async function searched({ editor }: Known) {
	const { results = [] } = (await listSearch.task?.call(editor('update'), 'task 5')) ?? {};
	return results.map(({ value }) => value);
}

async function mapped({ editor }: Known) {
	const { fields } = await resourceMapping.getFields.call(editor('create'));
	return fields.map(({ id }) => id);
}

async function offered({ editor }: Known) {
	const fields = await loadOptions.getOutputFields.call(editor('getAll'));
	return fields.map(({ value }) => value);
}

const getMany = { operation: 'getAll' };
const whole = { ...getMany, returnAll: true, options: { requireComplete: true } };
const last = { operation: 'get', taskId: byId('t5') };
const fields = ['id', 'title', 'only_last'];
const found = ALL.map((id) => `new ${id}`);

/** Everything that reads a list, and what it must find. */
const READERS: ReadonlyArray<[name: string, read: (service: Known) => unknown, found: unknown]> = [
	['Get Many', ({ run }) => listed(run, whole), ALL],
	['Get', ({ run }) => listed(run, last), ['t5']],
	['Create or Update', upserted, ['/v1/tasks', '/v1/tasks/t5']],
	['the polling trigger', (service) => polled(service), found],
	['a test of the polling trigger in the editor', (service) => polled(service, 'manual'), found],
	['a record list that is searched', searched, ['t5']],
	['the mapper', mapped, fields],
	['the fields to choose', offered, fields],
	['an agent', ({ run }) => listed(run, { ...getMany, limit: 10 }, { asTool: true }), ALL],
];

describe.each(SERVICES)('a service that %s, set once in the credential', (_, service, settings) => {
	test.each(READERS)('%s reads the whole list', async (_name, read, found) => {
		expect(await read(await serviceWith(service, settings))).toEqual(found);
	});

	test('without it, the list is short, or not known to be complete', async () => {
		const { run } = await serviceWith(service, {});
		const { error } = await run({ resource: 'task', ...whole });
		expect(error?.description).toContain("in the credential under 'Service Details'");
	});
});

test('settings that cannot be read name the credential', async () => {
	const { run } = await serviceWith(() => [], { style: 'cursors' });
	const { error } = await run({ resource: 'task', ...getMany });
	expect(error).toMatchObject({
		message: expect.stringContaining("'Pagination' must be one of the choices in its list"),
		description: expect.stringContaining('in the credential'),
	});
});

test.each(['__proto__', 'constructor', 'a&b=c#d'])(
	'a parameter with the name %j arrives as it is',
	async (pageSizeParameter) => {
		const settings = { pageSizeParameter, pageSize: 5 };
		const service = await serviceThat(() => json([{ id: 1 }]), { settings });
		await service.run({ resource: 'task', operation: 'getAll', limit: 1 });
		expect(service.seen[0]?.url).toBe(`/v1/tasks?${encodeURIComponent(pageSizeParameter)}=5`);
	},
);
