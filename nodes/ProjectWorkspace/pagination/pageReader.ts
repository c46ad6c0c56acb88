import type { IDataObject } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { projectOf } from '../records/fields';
import type { ResourceName } from '../resources';
import type { ApiRequest, Client } from '../transport/types';
import { findList } from './envelope';
import { unfiltered } from './messages';
import { type Page, readPageInfo } from './page';
import { type Ahead, keyOf, Prefetch, urlOf } from './prefetch';

/** Requests the pages of a list, and reads what is on them. */
export class PageReader {
	/** Whether records name their project in another form than the request does. */
	isOtherProject = false;
	private readonly prefetch: Prefetch;
	private readonly requested = new Set<string>();
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

	hasRequested(request: ApiRequest): boolean {
		return this.requested.has(this.keyOf(request));
	}

	/** @param ahead where pages are numbered, those that follow are requested as well */
	async read(request: ApiRequest, ahead?: Ahead): Promise<Page | ApiError | UserError> {
		this.requested.add(this.keyOf(request));
		const response = await this.prefetch.request(request, ahead);
		if (response instanceof ApiError) return response;

		const { resource, client } = this;
		const settings = client.lists;
		const paths = { set: settings.recordsPath, known: this.recordsPath };
		const list = findList(response.body, resource, paths);
		if (list instanceof UserError) return list;
		const error = this.unfilteredIn(list.records);
		if (error) return error;

		const { records, path, isNoList } = list;
		const count = records.length;
		this.recordsPath ??= path;
		return {
			request,
			url: urlOf(client.baseUrl, request),
			body: response.body,
			records,
			count,
			recordsPath: path,
			isNoList,
			info: readPageInfo(response, { path, count }, { resource, settings }),
		};
	}

	private keyOf(request: ApiRequest): string {
		return keyOf(urlOf(this.client.baseUrl, request));
	}

	/** Whether there are records of another project than the requested one. */
	private unfilteredIn(records: readonly IDataObject[]): UserError | undefined {
		const { project: wanted } = this;
		if (wanted === undefined) return undefined;

		for (const record of records) {
			const project: string = projectOf(record) ?? wanted;
			if (project === wanted) continue;
			if (isDigits(project) === isDigits(wanted)) return unfiltered(wanted, project);
			this.isOtherProject = true;
		}
		return undefined;
	}
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
