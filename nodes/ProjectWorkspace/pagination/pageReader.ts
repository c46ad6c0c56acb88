import type { IDataObject } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { projectOf } from '../records/fields';
import type { ResourceName } from '../resources';
import { urlOf } from '../transport/request';
import type { ApiRequest, Client } from '../transport/types';
import { findList } from './envelope';
import { type FailedPage, type Page, readPageInfo } from './page';
import { type Ahead, Prefetch } from './prefetch';

/** Requests the pages of a list, and reads what is on them. */
export class PageReader {
	readonly prefetch: Prefetch;
	/** Where the first page has its records. */
	private recordsPath: readonly string[] | undefined;

	constructor(
		private readonly client: Client,
		private readonly resource: ResourceName,
		/** The project that the list is asked for. */
		private readonly project: string | undefined,
	) {
		this.prefetch = new Prefetch(client);
	}

	/** @param ahead where pages are numbered, those that follow are requested as well */
	async read(request: ApiRequest, ahead?: Ahead): Promise<Page | FailedPage> {
		const { client, resource, project } = this;
		const failed = (error: ApiError | UserError): FailedPage => ({ is: 'failed', error, request });

		const response = await this.prefetch.request(request, ahead);
		if (response instanceof ApiError) return failed(response);

		const list = findList(response.body, resource, client.lists.recordsPath, this.recordsPath);
		if (list instanceof UserError) return failed(list);

		const other = project && otherProjectIn(list.records, project);
		if (other && isDigits(other) === isDigits(project)) return failed(unfiltered(project, other));

		const { records, path, isNoList } = list;
		this.recordsPath ??= path;
		return {
			request,
			url: urlOf(client.baseUrl, request),
			body: response.body,
			records,
			count: records.length,
			recordsPath: path,
			isNoList,
			isOtherProject: other !== undefined,
			info: readPageInfo(response, list, resource, client.lists),
		};
	}
}

const otherProjectIn = (records: readonly IDataObject[], project: string): string | undefined =>
	records.map(projectOf).find((other) => other !== undefined && other !== project);

const isDigits = (text: string): boolean => /^\d+$/.test(text);

const unfiltered = (project: string, other: string): UserError =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${project}, and has a record with project_id ${other}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty, and use 'Filters' or match on 'project_id' instead.",
		{ code: 'unfiltered' },
	);
