import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { findOperation } from '../../nodes/ProjectWorkspace/catalogue';
import { failureFor } from '../../nodes/ProjectWorkspace/client/response';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { ok, reject } from '../../nodes/ProjectWorkspace/result';
import { readMatchRequest } from '../../nodes/ProjectWorkspace/upsert/matchRequest';
import { upsert, type Send } from '../../nodes/ProjectWorkspace/upsert/write';
import { readerOf } from '../parameters/readerOf';
import { serviceWith } from './service';

const found = findOperation('task', 'upsert');
if (!found || found.endpoint) throw new Error('There is no upsert of tasks');
const operation = found;

/** The request of an item with these fields, matched on `key`. */
function requestOf(item: Record<string, string>, options: INodeParameters = {}) {
	const fields = { mappingMode: 'defineBelow', value: item, matchingColumns: ['key'] };
	const read = readerOf({ fields, options });
	const given = readOptions(read);
	const request = given.ok && readMatchRequest(read, operation, given.value);
	if (!request || !request.ok) throw new Error('The test has unusable parameters');
	return request.value;
}

/** Writes items one after the other; each response is `respond` with the body that was sent. */
async function write(
	tasks: IDataObject[],
	items: Array<Record<string, string>>,
	respond: (body: IDataObject, index: number) => Awaited<ReturnType<Send>> = (body) => ok([body]),
	options: INodeParameters = {},
) {
	const list = await serviceWith(tasks).open();
	const sent: Array<{ ids: unknown; body: IDataObject }> = [];
	const results = [];
	for (const item of items) {
		const result = await upsert(requestOf(item, options), list, async (_, { ids, body = '' }) => {
			sent.push({ ids, body: JSON.parse(body) as IDataObject });
			return respond(JSON.parse(body) as IDataObject, sent.length - 1);
		});
		results.push(result);
	}
	return { sent, results, find: list.find };
}

test('a field named like a property of every object is reported as new', async () => {
	const { results } = await write([{ id: 't1', key: 'A' }], [{ key: 'A', toString: 'x' }]);
	expect(results).toMatchObject([ok([{ changes: { toString: { to: 'x' } } }])]);
	const [first] = results[0]?.ok ? results[0].value : [];
	expect(Object.keys(first?.changes?.toString ?? {})).toEqual(['to']);
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

test.each([
	['7', 7],
	['9007199254740993', Number('9007199254740993')],
])('a new record with the key %j is accepted if the service saves it as %j', async (key, saved) => {
	const { results } = await write([], [{ key }], () => ok([{ id: 't9', key: saved }]));
	expect(results).toMatchObject([ok([{ result: 'created', normalizedFields: ['key'] }])]);
});

test('a field that the response leaves out is not reported as saved differently', async () => {
	const { results } = await write([], [{ key: 'A', secret: 'x' }], () => ok([{ id: 't9' }]));
	expect(results).toMatchObject([ok([{ result: 'created', normalizedFields: [] }])]);
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
	const failed = reject({ kind: 'request' as const, failure });
	const { sent, results } = await write([], [{ key: 'A' }, { key: 'A' }], () => failed, options);
	expect(sent).toHaveLength(count);
	const message = expect.stringMatching(/^An earlier item could not create the task/);
	expect(results[1]).toMatchObject(count === 1 ? { problem: { message } } : failed);
});

test('after an update that failed but may have been made, its old values are sent again', async () => {
	const failure = failureFor('timeout', { method: 'PUT', path: '/tasks/t1', query: {} });
	const items = [
		{ key: 'A', title: 'New' },
		{ key: 'A', note: 'x' },
		{ key: 'A', title: 'Old' },
	] as Array<Record<string, string>>;
	const { sent } = await write([{ id: 't1', key: 'A', title: 'Old' }], items, (body, index) =>
		index === 0 ? reject({ kind: 'request', failure }) : ok([body]),
	);
	expect(sent.map(({ body }) => body)).toEqual(items);
});

test('after such an update, other lists with the record do not trust its old values either', async () => {
	const { open } = serviceWith([], async () =>
		ok({ status: 200, headers: {}, body: [{ id: 't1', key: 'A', title: 'Old' }] }),
	);
	const [list, other] = [await open(), await open({ page_size: '100' })];
	const request = { method: 'PUT', path: '/tasks/t1', query: {} } as const;
	const failure = { ...failureFor('conflict', request), status: 409, attempts: 2 };
	const failed = reject({ kind: 'request' as const, failure });
	const send = jest.fn<ReturnType<Send>, []>(async () => failed);
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
