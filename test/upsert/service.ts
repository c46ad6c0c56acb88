import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../nodes/ProjectWorkspace/client/connect';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import type { ListRequest } from '../../nodes/ProjectWorkspace/lists/listRecords';
import { ok } from '../../nodes/ProjectWorkspace/result';
import { createMatchLists } from '../../nodes/ProjectWorkspace/upsert/matchLists';
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
	const openList = createMatchLists(client, new Map(), 'UTC');
	const open = async (query: Record<string, string> = {}, matchOn = ['key']) => {
		const request = { ...search.request, query };
		const list = await openList({ ...search, request }, matchOn);
		if (!list.ok) throw new Error(list.problem.message);
		return list.value;
	};
	return { requested, open };
}
