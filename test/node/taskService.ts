import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	json,
	type Script,
	type ScriptedAnswer,
	type SeenRequest,
} from '../servers/scriptedServer';
import type { NodeRun } from './runNode';
import { pageOf, queryOf, serviceThat } from './service';

export interface Behavior {
	pageSize?: number;
	/** What PUT leaves of a record: by default, it changes what is sent. */
	put?: (record: IDataObject, sent: IDataObject) => IDataObject;
	/** What is saved of what is sent. */
	saves?: (sent: IDataObject) => IDataObject;
	/** The body of the response to a write; undefined: no content. */
	responds?: (record: IDataObject, sent: IDataObject) => unknown;
	/** How a list shows a record. */
	lists?: (record: IDataObject) => IDataObject;
	/** Whether a list has a record. */
	shows?: (record: IDataObject) => boolean;
	/** Answers before the service does. */
	first?: Script;
}

/** A service with tasks, as ordinary ones are: a list with a cursor, POST, PUT and DELETE. */
export async function taskService(tasks: IDataObject[], behavior: Behavior = {}) {
	const {
		pageSize = 50,
		put = (record, sent) => ({ ...record, ...sent }),
		saves = (sent) => sent,
		responds = (record) => record,
		lists = (record) => record,
		shows = () => true,
		first = () => undefined,
	} = behavior;

	const service = await serviceThat(
		async (request, index) => (await first(request, index)) ?? answer(request),
	);

	function answer(request: SeenRequest): ScriptedAnswer {
		const { method, url, body } = request;
		if (method === 'GET') {
			const project = queryOf(request).get('project_id');
			const isIn = (task: IDataObject) => project === null || task.project_id === project;
			const all = tasks.filter((task) => isIn(task) && shows(task));
			return json(pageOf(all.map(lists), request, pageSize));
		}

		const [path = ''] = url.split('?');
		const id = decodeURIComponent(path.split('/').at(-1) ?? '');
		const at = tasks.findIndex((task) => String(task.id) === id);
		if (method === 'DELETE') {
			tasks.splice(at, 1);
			return { status: 204 };
		}
		const sent = JSON.parse(body) as IDataObject;
		const before = tasks[at];
		if (method === 'PUT' && !before) return json({ error: { message: 'No such task' } }, 404);
		const record: IDataObject = before
			? put(before, saves(sent))
			: { id: `t${tasks.length + 1}`, ...saves(sent) };
		if (before) tasks[at] = record;
		else tasks.push(record);
		const content = responds(record, sent);
		return content === undefined ? { status: 204 } : json(content);
	}

	return {
		...service,
		tasks,
		/** Create or Update of tasks, mapped automatically and matched on `key`, unless said otherwise. */
		upsert: (
			items: IDataObject[],
			options: INodeParameters = {},
			{ parameters = {}, ...more }: Partial<NodeRun> = {},
		) =>
			service.run(
				{
					resource: 'task',
					operation: 'upsert',
					fields: automatic(['key']),
					options,
					...parameters,
				},
				{ items, ...more },
			),
		/** Such as `PUT /tasks/t1 {"title":"New"}`. */
		writes: () =>
			service.seen
				.filter(({ method }) => method !== 'GET')
				.map(({ method, url, body }) => `${method} ${url.replace('/v1', '')} ${body}`.trim()),
		readings: () => service.seen.filter(({ method }) => method === 'GET').length,
	};
}

/** Rejected items are in the second output. */
export const continues = { onError: 'continueErrorOutput' } as const;

export const automatic = (matchingColumns: string[]) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns,
	schema: [],
});
