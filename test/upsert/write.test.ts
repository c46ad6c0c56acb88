import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findOperation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { failureFor } from '../../nodes/ProjectWorkspace/old/client/failure';
import { requestError } from '../../nodes/ProjectWorkspace/old/itemError';
import { readOptions } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { ok, reject } from '../../nodes/ProjectWorkspace/old/result';
import { readMatchRequest } from '../../nodes/ProjectWorkspace/old/upsert/matchRequest';
import { upsert, type RequestRecords } from '../../nodes/ProjectWorkspace/old/upsert/write';
import { readerOf } from '../parameters/readerOf';
import { serviceWith } from './service';

const found = findOperation('task', 'upsert');
if (!found || found.endpoint) throw new Error('There is no upsert of tasks');
const operation = found;

/** The request of an item with these fields, matched on `key`. */
function requestOf(
	item: Record<string, string>,
	options: INodeParameters = {},
	kind: 'upsert' | 'update' = 'upsert',
	project?: string,
) {
	const fields = { mappingMode: 'defineBelow', value: item, matchingColumns: ['key'] };
	const projectId = { mode: 'id', value: project ?? '' };
	const read = readerOf({ fields, options, projectId });
	const given = readOptions(read);
	const { resource, update, create } = operation;
	const matching = { resource, update, create: kind === 'upsert' ? create : undefined };
	const request = given.ok && readMatchRequest(read, matching, given.value);
	if (!request || !request.ok) throw new Error('The test has unusable parameters');
	return request.value;
}

/** Writes items one after the other; each response is `respond` with the body that was sent. */
async function write(
	tasks: IDataObject[],
	items: Array<Record<string, string>>,
	respond: (body: IDataObject, index: number) => Awaited<ReturnType<RequestRecords>> = (body) =>
		ok([body]),
	options: INodeParameters = {},
	kind: 'upsert' | 'update' = 'upsert',
	project?: string,
) {
	const { open, requested } = serviceWith(tasks);
	const { list, find } = await open(project === undefined ? {} : { project_id: project });
	const sent: Array<{ ids: unknown; body: IDataObject }> = [];
	const results = [];
	for (const item of items) {
		const result = await upsert(
			requestOf(item, options, kind, project),
			list,
			async (_, { ids, body = '' }) => {
				sent.push({ ids, body: JSON.parse(body) as IDataObject });
				return respond(JSON.parse(body) as IDataObject, sent.length - 1);
			},
		);
		results.push(result);
	}
	return { sent, results, requested, find };
}

const said = (message: RegExp) => ({ problem: { message: expect.stringMatching(message) } });

test('a field named like a property of every object is reported as new', async () => {
	const { results } = await write([{ id: 't1', key: 'A' }], [{ key: 'A', toString: 'x' }]);
	expect(results).toMatchObject([ok([{ changes: { toString: { to: 'x' } } }])]);
	const [first] = results[0]?.ok ? results[0].value : [];
	expect(Object.keys(first?.changes?.toString ?? {})).toEqual(['to']);
});

test('an empty value is sent for a field that no record of the list shows, and for no other', async () => {
	const tasks = [
		{ id: 't1', key: 'A' },
		{ id: 't2', key: 'B', note: 'x' },
	];
	const items: Array<Record<string, string>> = [
		{ key: 'A', hidden: '' },
		{ key: 'A', note: '' },
	];
	const { sent } = await write(tasks, items, undefined, { sendEmpty: true });
	expect(sent).toEqual([{ ids: ['t1'], body: { key: 'A', hidden: null } }]);
});

test('with Send Whole Record, a field that the service sets is only sent if it was mapped', async () => {
	const existing = { id: 't1', key: 'A', title: 'Old', note: 'kept', created_at: 'then' };
	for (const created of [{}, { created_at: 'now' }] as Array<Record<string, string>>) {
		const items = [{ key: 'A', title: 'New', ...created }];
		const { sent } = await write([existing], items, undefined, { sendWholeRecord: true });
		const body = { key: 'A', title: 'New', note: 'kept', ...created };
		expect(sent).toEqual([{ ids: ['t1'], body }]);
	}
});

test('if the service rejects a write, the next item for the same record is sent', async () => {
	const rejection = reject({ message: 'Rejected', description: '' });
	const items = [1, 2].map(() => ({ key: 'A', title: 'New' }));
	for (const tasks of [[], [{ id: 't1', key: 'A', title: 'Old' }]]) {
		const { sent, results } = await write(tasks, items, () => rejection);
		expect(results).toEqual([rejection, rejection]);
		expect(sent).toHaveLength(2);
	}
});

test('the next items find a new record by the values sent, with the ID and times of the service', async () => {
	const { results, find } = await write(
		[],
		[{ key: 'A', title: ' New ', id: 'mine', created_at: 'now' }],
		({ key }) => ok([{ id: 't9', key, title: 'New', created_at: 'then', state: 'open' }]),
	);
	const normalizedFields = ['title', 'id', 'created_at'];
	expect(results).toMatchObject([ok([{ result: 'created', normalizedFields }])]);
	expect(find(['A'])).toEqual([
		{ id: 't9', key: 'A', title: ' New ', created_at: 'then', state: 'open' },
	]);
});

test.each<[Record<string, string>, IDataObject, IDataObject, string[]]>([
	[{ key: '7' }, { key: 7 }, { key: 7 }, []],
	// The next run cannot tell, and says so.
	[{ key: '9007199254740993' }, { key: 2 ** 53 }, { key: 2 ** 53 }, ['key']],
	[{ key: 'A', secret: 'x' }, { key: 'A' }, {}, []],
])(
	'a new record %j may be saved as %j, with the response %j',
	async (item, saved, shown, fields) => {
		const tasks: IDataObject[] = [];
		const { results } = await write(tasks, [item], () => {
			tasks.push({ id: 't9', ...saved });
			return ok([{ id: 't9', ...shown }]);
		});
		expect(results).toMatchObject([ok([{ result: 'created', normalizedFields: fields }])]);
	},
);

describe('a creation whose response does not show the values matched on', () => {
	const items = ['A', 'B', 'C'].map((key) => ({ key }));
	const response = ok([{ status: 'ok' }]);

	test('is looked for in the list once, and the next ones are not', async () => {
		const tasks: IDataObject[] = [];
		const { sent, results, requested } = await write(tasks, items, (body) => {
			tasks.push({ id: body.key, ...body });
			return response;
		});
		expect(results.map((result) => result.ok)).toEqual([true, true, true]);
		expect(sent).toHaveLength(3);
		expect(requested).toHaveLength(2);
	});

	test('stops all further creations if the list has it in another form, but no updates', async () => {
		const tasks: IDataObject[] = [{ id: 1, key: 'X' }];
		const { sent, results } = await write(tasks, [...items, { key: 'X', title: 'New' }], (body) => {
			tasks.push({ id: 9, key: String(body.key).toLowerCase() });
			return response;
		});
		expect(sent).toHaveLength(2);
		const not = said(/^Not created, because the list/);
		expect(results).toMatchObject([
			...[said(/^The task was created, but the list of tasks/), not, not, { ok: true }],
		]);
	});
});

describe('a record that nearly has the values', () => {
	const tasks = [{ id: 't1', key: 'Fix the roof & door' }];
	test.each(['upsert', 'update'] as const)('is neither found nor absent: %s', async (kind) => {
		for (const key of ['fix the roof & door', ' Fix  the roof & door', 'Fix the roof &amp; door']) {
			const { sent, results } = await write(tasks, [{ key, title: 'New' }], undefined, {}, kind);
			expect(sent).toEqual([]);
			expect(results).toMatchObject([said(/but the task t1 has 'key' "Fix the roof & door"$/)]);
		}
	});

	test('is found with Match Similar Text, and keeps its own value', async () => {
		const items = [
			{ key: 'FIX THE ROOF & DOOR', title: 'New' },
			{ key: 'fix the roof & door', title: 'New' },
		];
		const { sent } = await write(tasks, items, undefined, { matchSimilar: true });
		expect(sent).toEqual([{ ids: ['t1'], body: { key: 'Fix the roof & door', title: 'New' } }]);
	});

	test('does not count if another one has exactly the values', async () => {
		const both = [...tasks, { id: 't2', key: 'fix the roof & door' }];
		const items = [{ key: 'fix the roof & door', title: 'New' }];
		const { sent } = await write(both, items, undefined, { matchSimilar: true });
		expect(sent.map(({ ids }) => ids)).toEqual([['t2']]);
	});

	test.each([
		['Roof', 'roof'],
		['007', '7'],
	])('counts if it was created in the same run: %s, %s', async (first, second) => {
		const { sent } = await write([], [{ key: first }, { key: second }]);
		expect(sent).toHaveLength(1);
	});
});

describe('a service that saves text in another form', () => {
	const KEYS = ['Roof', ' Wall ', 'Door'];
	const FORMS: Array<[string, string[], (key: string) => unknown]> = [
		['lower case', KEYS, (key) => key.toLowerCase()],
		['no spaces around', [' Roof', 'Wall', 'Door '], (key) => key.trim()],
		['entities', ['A & B', 'C & D', 'E'], (key) => key.replace('&', '&amp;')],
		['no leading zeros', ['007', '08', '9'], (key) => key.replace(/^0+/, '')],
		['a number', ['007', '08', '9'], Number],
		['an object', KEYS, (key) => ({ id: 3, name: key })],
	];
	const RESPONSES: Array<[string, (saved: IDataObject, sent: IDataObject) => IDataObject[]]> = [
		['the saved record', (saved) => [saved]],
		['its ID', ({ id }) => [{ id }]],
		['nothing', () => []],
		['what was sent', ({ id }, sent) => [{ id, ...sent }]],
	];
	const cases = FORMS.flatMap(([form, keys, save]) =>
		RESPONSES.map(([response, show]) => ({ form, response, keys, save, show })),
	);
	const run = async (
		tasks: IDataObject[],
		{ keys, save, show }: (typeof cases)[number],
		options: INodeParameters,
	) =>
		await write(
			tasks,
			keys.map((key) => ({ key })),
			(body) => {
				const saved = { id: `n${tasks.length}`, key: save(String(body.key)) } as IDataObject;
				tasks.push(saved);
				return ok(show(saved, body));
			},
			options,
		);

	test.each(cases)(
		'$form, and responds with $response: with Match Similar Text, all are created, and found by the next run',
		async (given) => {
			const tasks: IDataObject[] = [{ id: 'other', key: 'something else' }];
			const keys = [...given.keys, given.keys[0]?.toUpperCase() ?? ''];
			const { sent, results } = await run(tasks, { ...given, keys }, { matchSimilar: true });
			expect(results.map((result) => result.ok)).toEqual([true, true, true, true]);
			expect(sent).toHaveLength(3);
			const next = await run(tasks, given, { matchSimilar: true });
			expect(next.sent).toEqual([]);
		},
	);

	test.each(cases.filter(({ response, form }) => /record/.test(response) && form !== 'a number'))(
		'$form, and responds with $response: the message names the option that helps',
		async ({ keys: [first = ''], ...given }) => {
			const { results } = await run(
				[{ id: 'other', key: 'else' }],
				{ ...given, keys: [first] },
				{},
			);
			const description = expect.stringContaining("turn on 'Match Similar Text' under 'Options'");
			expect(results).toMatchObject([said(/was created, but/)]);
			expect(results).toMatchObject([{ problem: { description } }]);
		},
	);
});

test('nothing more is created if the first new record was saved with another value', async () => {
	const items = ['+49 30', '+49 31', '+49 32'].map((key) => ({ key }));
	const digits = ({ key }: IDataObject) => ok([{ id: 'n', key: String(key).replace(/\D/g, '') }]);
	const { sent, results, requested } = await write([{ id: 'old', key: 'zzz' }], items, digits);
	expect([sent.length, requested.length]).toEqual([1, 2]);
	expect(results).toMatchObject([
		...[said(/^The task n was created, but/), said(/^Not created/), said(/^Not created/)],
	]);
});

describe('a new record in a project', () => {
	const items = ['A', 'B'].map((key) => ({ key }));
	const existing = { id: 't1', key: 'X', project_id: 'p1' };
	const inbox = { project_id: 'inbox' };

	test.each<[string, IDataObject[], IDataObject]>([
		['another project', [existing], inbox],
		['no project, in a list that shows it', [existing], {}],
		['another project, in an empty list', [], inbox],
		['no project, in an empty list', [], {}],
	])('whose response shows %s is looked for in its list, once', async (_, before, project) => {
		for (const savedIn of ['inbox', 'p1']) {
			const tasks = [...before];
			const respond = ({ key }: IDataObject) => {
				tasks.push({ id: `n${String(key)}`, key, project_id: savedIn });
				return ok([{ id: `n${String(key)}`, key, ...project }]);
			};
			const { sent, results, requested } = await write(tasks, items, respond, {}, 'upsert', 'p1');
			const isLost = savedIn === 'inbox';
			expect([sent.length, requested.length]).toEqual([isLost ? 1 : 2, 2]);
			expect(results.map((result) => result.ok)).toEqual([!isLost, !isLost]);
		}
	});

	test('whose response shows the project is not looked for', async () => {
		const respond = ({ key }: IDataObject) => ok([{ id: key, key, project: { id: 'p1' } }]);
		const { requested } = await write([existing], items, respond, {}, 'upsert', 'p1');
		expect(requested).toHaveLength(1);
	});
});

test('a record is not updated if another one of the list has its ID', async () => {
	const tasks = [
		{ id: 1, project: 'a', key: 'A' },
		{ id: 1, project: 'b', key: 'B' },
	];
	const { sent, results } = await write(tasks, [{ key: 'A', title: 'New' }, { key: 'B' }]);
	expect(sent).toEqual([]);
	expect(results).toMatchObject([
		said(/^Several tasks have the ID "1", so the matching task cannot be updated$/),
		ok([{ result: 'unchanged' }]),
	]);
});

describe('two projects of one run in which a task has the same ID', () => {
	const [first, second] = [
		{ id: 1, key: 'A' },
		{ id: 1, key: 'B' },
	];
	const queries = [{ project_id: 'p1' }, { project_id: 'p2' }];

	const allAndSecond: Array<Record<string, string>> = [{}, { project_id: 'p2' }];
	const named = { ...first, project_id: 'p1' };
	const inObject = { ...first, project: { id: 'p1' } };

	test.each<[string, IDataObject, IDataObject, Array<Record<string, string>>, boolean]>([
		['by the lists', first, second, queries, true],
		['by their fields', named, { ...second, project_id: 'p2' }, queries, true],
		['in an object', inObject, second, allAndSecond, true],
		['the same task', first, first, queries, false],
		['the same task of all', { ...first, n: 1 }, first, allAndSecond, false],
		['other IDs', first, { ...second, id: 2 }, queries, false],
	])('%s: it is not updated', async (_, ofFirst, ofSecond, [one = {}, other = {}], isRefused) => {
		const { open } = serviceWith([], async ({ query }) => {
			const data = [query.project_id === 'p2' ? ofSecond : ofFirst];
			return ok({ status: 200, headers: {}, body: { data, has_more: false } });
		});
		const [{ list }] = await Promise.all([open(one), open(other)]);
		const sent: unknown[] = [];
		const send: RequestRecords = async (__, { ids }) => ok([{ id: sent.push(ids) }]);
		const result = await upsert(requestOf({ key: 'A', title: 'New' }), list, send);
		expect([result.ok, sent.length]).toEqual(isRefused ? [false, 0] : [true, 1]);
	});

	test('also counts while the list of the other project is still read', async () => {
		let respond: () => void = () => undefined;
		const later = new Promise<void>((resolve) => (respond = resolve));
		const { open } = serviceWith([], async ({ query: { project_id: project } }) => {
			if (project === 'p2') await later;
			const data = [project === 'p2' ? second : first];
			return ok({ status: 200, headers: {}, body: { data, has_more: false } });
		});
		const [opening] = queries.map(async (query) => await open(query));
		const send = jest.fn<ReturnType<RequestRecords>, []>(async () => ok([]));
		const result = opening?.then(
			async ({ list }) => await upsert(requestOf({ key: 'A', title: 'New' }), list, send),
		);
		await new Promise(setImmediate);
		respond();
		expect(await result).toMatchObject(said(/^Several tasks have the ID "1"/));
		expect(send).not.toHaveBeenCalled();
	});

	test('a task that was created before counts', async () => {
		const { open } = serviceWith([{ ...second, project_id: 'p2' }]);
		const [list, other] = await Promise.all(queries.map(async (query) => await open(query)));
		if (!list || !other) throw new Error('No lists');
		const send: RequestRecords = async (_, { body = '' }) => ok([{ id: 1, ...JSON.parse(body) }]);
		expect(await upsert(requestOf({ key: 'A' }), list.list, send)).toMatchObject({ ok: true });
		expect(await upsert(requestOf({ key: 'B', title: 'New' }), other.list, send)).toMatchObject(
			said(/^Several tasks have the ID "1"/),
		);
	});
});

test.each([
	[{ gid: 'g1', key: 'A' }, 0],
	[{ sid: 's1', key: 'A' }, 0],
	[{ gid: 'g1', key: 'A', resource_type: 'task' }, 1],
	[{ sid: 's1', key: 'A', url: 'https://example.com/v1/tasks/s1' }, 1],
	[{ _id: 'm1', key: 'A' }, 1],
	[{ id: 1, gid: 'g1', key: 'A' }, 1],
])('the ID in %j is written to: %i', async (record, count) => {
	const { sent } = await write([record], [{ key: 'A', title: 'New' }]);
	expect(sent).toHaveLength(count);
});

const IDEMPOTENT = { headers: { header: [{ name: 'Idempotency-Key', value: 'k' }] } };

test.each<[object, INodeParameters, number]>([
	[{ sent: false }, {}, 2],
	[{ status: 400 }, {}, 2],
	[{ status: 422, attempts: 3 }, {}, 2],
	[{ status: 422 }, IDEMPOTENT, 2],
	// An earlier attempt may have been processed.
	[{ status: 422, attempts: 2 }, IDEMPOTENT, 1],
	[{ status: 408 }, {}, 1],
	[{ status: 500 }, {}, 1],
	[{ status: 302 }, {}, 1],
	[{}, {}, 1],
])('after a creation that failed with %j and %j, %i of two are sent', async (...row) => {
	const [part, options, count] = row;
	const request = { method: 'POST', path: '/tasks', query: {} } as const;
	const failure = { ...failureFor('serverFault', request), ...part };
	const failed = reject(requestError(failure));
	const { sent, results } = await write([], [{ key: 'A' }, { key: 'A' }], () => failed, options);
	expect(sent).toHaveLength(count);
	const isStopped = count === 1;
	expect(results[1]).toMatchObject(isStopped ? said(/^An earlier item could not create/) : failed);
});

test('after an update that failed but may have been made, its old values are sent again', async () => {
	const failure = failureFor('timeout', { method: 'PUT', path: '/tasks/t1', query: {} });
	const items = [
		{ key: 'A', title: 'New' },
		{ key: 'A', note: 'x' },
		{ key: 'A', title: 'Old' },
	] as Array<Record<string, string>>;
	const { sent } = await write([{ id: 't1', key: 'A', title: 'Old' }], items, (body, index) =>
		index === 0 ? reject(requestError(failure)) : ok([body]),
	);
	expect(sent.map(({ body }) => body)).toEqual(items);
});

test('after such an update, other lists with the record do not trust its old values either', async () => {
	const { open } = serviceWith([], async () =>
		ok({ status: 200, headers: {}, body: [{ id: 't1', key: 'A', title: 'Old' }] }),
	);
	const [{ list }, { list: other }] = [await open(), await open({ page_size: '100' })];
	const request = { method: 'PUT', path: '/tasks/t1', query: {} } as const;
	const failure = { ...failureFor('conflict', request), status: 409, attempts: 2 };
	const failed = reject(requestError(failure));
	const send = jest.fn<ReturnType<RequestRecords>, []>(async () => failed);
	expect(await upsert(requestOf({ key: 'A', title: 'New' }), list, send)).toEqual(failed);
	await upsert(requestOf({ key: 'A', title: 'Old' }), other, send);
	expect(send).toHaveBeenCalledTimes(2);
});

test('if the response to a creation has several records, none of them is updated', async () => {
	const items = ['a', 'b'].map((title) => ({ key: 'A', title }));
	const { sent } = await write([], items, () => ok(['t1', 't2'].map((id) => ({ id, key: 'A' }))));
	expect(sent).toHaveLength(1);
});

test('an update may match on a field that the service sets, which is not sent', () => {
	const value = { created_at: 'then', title: 'New' };
	const fields = { mappingMode: 'defineBelow', value, matchingColumns: ['created_at'] };
	const read = readerOf({ fields });
	const options = readOptions(read);
	const { resource, update } = operation;
	expect(options.ok && readMatchRequest(read, { resource, update }, options.value)).toMatchObject({
		value: { match: { created_at: 'then' }, desired: { title: 'New' }, references: [] },
	});
	expect(options.ok && readMatchRequest(read, operation, options.value)).toMatchObject({
		ok: false,
	});
});
