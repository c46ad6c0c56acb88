import { ApiError, UserError } from '../errors';
import type { ResourceName } from '../resources';
import { urlOf } from '../transport/request';
import type { ApiRequest, Client } from '../transport/types';
import { findList } from './findList';
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
	) {
		this.prefetch = new Prefetch(client);
	}

	/** @param ahead where pages are numbered, those that follow are requested as well */
	async read(request: ApiRequest, ahead?: Ahead): Promise<Page | FailedPage> {
		const { client, resource } = this;
		const failed = (error: ApiError | UserError): FailedPage => ({ is: 'failed', error, request });

		const response = await this.prefetch.request(request, ahead);
		if (response instanceof ApiError) return failed(response);

		const list = findList(response.body, resource, client.lists.recordsPath, this.recordsPath);
		if (list instanceof UserError) return failed(list);

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
			info: readPageInfo(response, list, resource, client.lists),
		};
	}
}
