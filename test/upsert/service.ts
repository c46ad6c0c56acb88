import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../nodes/ProjectWorkspace/old/client/connect';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import type { ListRequest } from '../../nodes/ProjectWorkspace/old/lists/listRecords';
import { ok } from '../../nodes/ProjectWorkspace/old/result';
import { MatchLists } from '../../nodes/ProjectWorkspace/old/upsert/matchLists';
import { clientThat } from '../client/fakeClient';

const search: ListRequest = {
	resource: 'task',
	request: { method: 'GET', path: '/tasks', query: {} },
	settings: { timeout: 1_000, limits: RETRY_LIMITS },
};

/** A service with these tasks, and the lists that one run opens. */
export function serviceWith(tasks: IDataObject[], send?: Client['send']) {
	/** The project of each request for the list. */
	const requested: string[] = [];
	const client = clientThat(
		send ??
			(async ({ query: { project_id: project } }) => {
				requested.push(project ?? 'all');
				const data = tasks.filter((task) => [undefined, task.project_id].includes(project));
				return ok({ status: 200, headers: {}, body: { data, has_more: false } });
			}),
	);
	const lists = new MatchLists(client, new Map(), 'UTC');
	const open = async (query: Record<string, string> = {}, matchOn = ['key']) => {
		const request = { ...search.request, query };
		const opened = await lists.open({ ...search, request }, matchOn);
		if (!opened.ok) throw new Error(opened.problem.message);
		const list = opened.value;
		const matchOf = (values: readonly unknown[]) =>
			Object.fromEntries(matchOn.map((name, at) => [name, values[at]])) as IDataObject;
		return {
			list,
			/** The records with these values, or why there is no telling. */
			find: (values: readonly unknown[]) => {
				const found = list.index.find(matchOf(values));
				return found.ok ? found.value.map(({ record }) => record) : found.problem;
			},
			findSimilar: (values: readonly unknown[]) =>
				list.index.findSimilar(matchOf(values)).map(({ record }) => record),
			put: (record: IDataObject, replaced?: IDataObject) => list.put({ record, replaced }),
			inTurn: async <T>(values: readonly unknown[], work: () => Promise<T>) =>
				await list.run.inTurn(matchOf(values), work),
		};
	};
	return { requested, open };
}
