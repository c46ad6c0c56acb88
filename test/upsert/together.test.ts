import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import type { ApiRequest, Client } from '../../nodes/ProjectWorkspace/transport/types';
import { batchesOf } from '../../nodes/ProjectWorkspace/upsert/batches';
import { MatchLists } from '../../nodes/ProjectWorkspace/upsert/matchList';
import { carryOut, type Written } from '../../nodes/ProjectWorkspace/upsert/write';
import { matchRequestOf } from './matchRequestOf';

/** A service whose responses take some turns of the event loop each, and which rejects some writes. */
function service(tasks: IDataObject[], turns: number[], rejected: Set<number>): Client {
	let requests = 0;
	const answer = ({ method, path, query, body = '{}' }: ApiRequest): unknown => {
		const sent = JSON.parse(body) as IDataObject;
		const page = Number(query.cursor ?? 0);
		if (method === 'GET') {
			const next_cursor = tasks.length > page + 3 ? String(page + 3) : null;
			return { data: tasks.slice(page, page + 3), next_cursor };
		}
		const existing = tasks.find(({ id }) => path === `/tasks/${String(id)}`);
		if (!existing) tasks.push({ id: `t${tasks.length}`, ...sent });
		return existing ? Object.assign(existing, sent) : tasks.at(-1);
	};
	return {
		baseUrl: 'https://example.com/v1',
		lists: { ignoreTotal: false },
		async send(request: ApiRequest) {
			const at = requests++;
			const wait = turns[at % turns.length] ?? 0;
			for (let turn = 0; turn < wait; turn++) await Promise.resolve();
			const isRejected = request.method !== 'GET' && rejected.has(at);
			if (isRejected) return new ApiError('Rejected', '', { code: 'no', status: 422 });
			return { status: 200, headers: {}, body: answer(request) };
		},
	} as Partial<Client> as Client; // no more than this is used
}

test('items that run together leave each record once, with the values of its last item', async () => {
	const key = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F');
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(key),
			fc.array(fc.tuple(key, fc.constantFrom('x', 'y', 'z')), { maxLength: 25 }),
			fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }),
			fc.uniqueArray(fc.nat(30), { maxLength: 4 }),
			fc.boolean(),
			async (existing, rows, turns, rejected, isInOrder) => {
				const tasks: IDataObject[] = existing.map((each, at) => ({
					id: `o${at}`,
					key: each,
					title: 'x',
					owner: 'Ada',
				}));
				const client = service(tasks, turns, new Set(rejected));
				const lists = new MatchLists(client);
				const read = async ([each, title]: [string, string], at: number) => ({
					...(await lists.locate(matchRequestOf({ key: each, title }, ['key']))),
					at,
				});
				const results: Array<Written | ApiError> = [];
				for await (const batch of batchesOf(await Promise.all(rows.map(read)), isInOrder)) {
					const written = batch.map(async ([item, plan]) => {
						results[item.at] = await carryOut(item, plan).catch((error: ApiError) => error);
					});
					await Promise.all(written);
				}

				for (const name of new Set([...existing, ...rows.map(([each]) => each)])) {
					const written = rows.filter(
						([each], at) => each === name && !(results[at] instanceof Error),
					);
					const last = written.at(-1)?.[1] ?? (existing.includes(name) ? 'x' : undefined);
					const titles = tasks.filter((task) => task.key === name).map(({ title }) => title);
					expect(titles).toEqual(last === undefined ? [] : [last]);
				}
			},
		),
		{ numRuns: 300 },
	);
});
