import type { IDataObject } from 'n8n-workflow';

import { type ApiError, type ApiErrorDetails, UserError } from '../errors';
import type { ResourceName } from '../resources';
import { urlOf } from '../transport/request';
import type { ApiRequest, Client } from '../transport/types';
import { type Completeness, judge, type Stop, unknownBecause } from './completeness';
import { messageIn } from './envelope';
import { findPaginator, hasNext, isPage, isRejected } from './findPaginator';
import { type KnownPaginator, KnownPaginators } from './knownPaginators';
import {
	allRead,
	countOf,
	endlessError,
	howRead,
	laterPageError,
	loopError,
	READ_TWICE,
	shortError,
} from './messages';
import type { Page } from './page';
import { PageReader } from './pageReader';
import type { Paginator } from './paginators';
import { isNumbered } from './prefetch';
import { Progress } from './progress';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. Counts the records that are kept. */
	limit?: number;
	/** Stops as at Limit after so many pages: 1 is a sample in one request. Undefined: all. */
	maxPages?: number;
	/** Which records to keep; all by default. */
	keep?: (record: IDataObject) => boolean;
	known?: KnownPaginators;
}

export interface List {
	/** Those that are kept, in the order of the service. */
	records: IDataObject[];
	/** How many records were read, with those that were not kept. */
	read: number;
	pages: number;
	completeness: Completeness;
	/** A message of the service beside an empty list. */
	message?: string;
	/** How the list was read, in sentences for a hint. */
	summary: string;
	/** Which records were read. */
	progress: Progress;
}

/** Reads a list page by page, up to Limit or to its end. Never throws because of a service. */
export async function readList(client: Client, wanted: ListRequest): Promise<List> {
	return await new ListReader(client, wanted).read();
}

/**
 * The list, to be asked for a record that it does not have. One reading of several pages does not show that it is not
 * there: if a record is deleted meanwhile, another one moves to a page that was read before. So the list is read once
 * more, and it has changed if the second reading lacks a record of the first.
 */
export async function readForAbsent(
	client: Client,
	wanted: ListRequest,
	first: List,
): Promise<List> {
	if (first.completeness.is !== 'complete' || first.pages <= 1) return first;

	const second = await new ListReader(client, wanted).read();
	const summary = `${second.summary} ${READ_TWICE}`;
	const isSame = second.progress.hasAllOf(first.progress);
	if (isSame || second.completeness.is !== 'complete') return { ...second, summary };
	return { ...second, summary, completeness: unknownBecause('changed', second.read) };
}

/** More than any real list has. */
const MAX_PAGES = 10_000;
/** Filtered lists can have empty pages with a token (Slack, DynamoDB), but not endlessly. */
const MAX_IDLE_PAGES = 100;
/** If the tokens are numbers, empty pages are past the end. */
const MAX_IDLE_NUMBERED = 3;

/** One reading of a list. */
class ListReader {
	private readonly progress: Progress;
	private readonly pages: PageReader;
	private readonly firstRequest: ApiRequest;
	private readonly known: KnownPaginator;
	private readonly records: IDataObject[] = [];
	private page: Page | undefined;
	private paginator: Paginator | undefined;

	constructor(
		private readonly client: Client,
		private readonly wanted: ListRequest,
	) {
		const { pageSizeParameter: size = '', pageSize } = client.lists;
		const { request, resource, known = new KnownPaginators() } = wanted;
		const query = pageSize ? { ...request.query, [size]: String(pageSize) } : request.query;
		this.firstRequest = { ...request, query };
		this.known = known.at(urlOf(client.baseUrl, this.firstRequest));
		this.progress = new Progress(resource, client.lists);
		this.pages = new PageReader(client, resource, request.query.project_id);
	}

	async read(): Promise<List> {
		const stop = await this.readPages();
		const completeness = this.completenessAt(stop);

		const { records, progress, page } = this;
		const { read, pages } = progress;
		const message = read === 0 ? messageIn(page?.body) : undefined;
		const summary = this.summaryOf(completeness);
		return { records, read, pages, completeness, message, summary, progress };
	}

	/** The loop: takes a page, and requests the next one until the list ends. */
	private async readPages(): Promise<Stop> {
		const request = this.firstRequest;
		let page = await this.pages.read(request);
		if (!isPage(page)) return { is: 'failed', error: page, request };

		for (;;) {
			this.page = page;
			const isCut = this.take(page);
			if (this.isLimitReached()) return { is: 'limited', isCut };

			const next: Page | Stop = this.paginator
				? await this.nextPage(page, this.paginator)
				: await this.secondPage(page);
			if ('is' in next) return next;
			page = next;
		}
	}

	/** Keeps the new records of a page. @returns whether it has more of them than Limit */
	private take(page: Page): boolean {
		const { keep, limit = Infinity } = this.wanted;
		const fresh = this.progress.take(page);

		for (const record of keep ? fresh.filter(keep) : fresh) {
			if (this.records.length === limit) return true;
			this.records.push(record);
		}
		return false;
	}

	private isLimitReached(): boolean {
		const { limit = Infinity, maxPages = Infinity } = this.wanted;
		return this.records.length >= limit || this.progress.pages >= maxPages;
	}

	/** Finds out how the pages are requested. */
	private async secondPage(first: Page): Promise<Page | Stop> {
		const { progress, known, pages } = this;
		const settings = this.client.lists;
		const found = await findPaginator({ first, settings, progress, known, pages });
		if ('is' in found) return found;

		this.paginator = found.paginator;
		return found.page;
	}

	/** The page after this one, or why there is none. */
	private async nextPage(page: Page, paginator: Paginator): Promise<Page | Stop> {
		const request = paginator.next(page);
		const end = this.endAt(page, paginator, request);
		if (end) return end;
		if (!request) return { is: 'noPaginator', isLeadLost: hasNext(page) };

		const ahead = { before: page.request, pages: this.pagesLeft(page) };
		const next = await this.pages.read(request, ahead);
		if (isPage(next)) return next;

		const isCounted = paginator.from !== 'lead';
		if (!isCounted || next instanceof UserError) return { is: 'failed', error: next, request };
		// Only a service that knows its pages says in JSON that there is no such page.
		const { status, isJson } = next.details;
		if (status === 404 && isJson) return { is: 'pastEnd' };
		return isRejected(next) ? { is: 'rejected' } : { is: 'failed', error: next, request };
	}

	/** Whether the list ends with this page, or must not be read further. */
	private endAt(page: Page, paginator: Paginator, next: ApiRequest | undefined): Stop | undefined {
		if (this.progress.pages >= MAX_PAGES) return { is: 'endless' };
		if (page.info.says === 'end' || paginator.isEnd(page)) return { is: 'ended' };
		return paginator.from === 'lead' ? this.endOfLeads(page, next) : this.endOfCount(page);
	}

	/** There is a link or a token, which may lead nowhere. */
	private endOfLeads(page: Page, next: ApiRequest | undefined): Stop | undefined {
		const { brings, idlePages, isTotalReached } = this.progress;
		if (brings === 'new' || !next) return undefined;

		const isEmpty = brings === 'empty';
		if (this.pages.hasRequested(next)) {
			return isEmpty || isTotalReached ? { is: 'pastEnd' } : { is: 'loop' };
		}
		const isPastEnd = isEmpty && idlePages >= MAX_IDLE_NUMBERED && isNumbered(page.request, next);
		if (isPastEnd) return { is: 'pastEnd' };
		return idlePages < MAX_IDLE_PAGES ? undefined : { is: 'endless' };
	}

	/** Counted pages are requested until one is past the end, unless the service says which one is the last. */
	private endOfCount({ info }: Page): Stop | undefined {
		const { brings, hasGrown, idlePages, isFull, isTotalReached, pages } = this.progress;
		// Records that were added have moved those of the page before to this one.
		if (brings === 'known' && hasGrown && idlePages < MAX_IDLE_PAGES) return undefined;
		if (brings !== 'new') return { is: 'pastEnd' };

		// A total may be too low. One more page shows it, if this one may have been cut.
		const isLast = isTotalReached || info.pages === pages;
		return isLast && !isFull ? { is: 'ended' } : undefined;
	}

	/** How many pages probably follow after the one that is requested next. */
	private pagesLeft({ info }: Page): number {
		const { limit = Infinity, keep } = this.wanted;
		const { pages, read, largest, total = Infinity } = this.progress;
		// How many records a filter keeps is not known in advance.
		if (keep && limit < Infinity) return 0;

		const pagesOf = (records: number): number => Math.ceil(records / Math.max(1, largest));
		const byPages = (info.pages ?? Infinity) - pages;
		const left = Math.min(byPages, pagesOf(total - read));
		if (left === Infinity) return 0;
		return Math.min(left, pagesOf(limit - this.records.length)) - 1;
	}

	private summaryOf({ is }: Completeness): string {
		const { read, pages } = this.progress;
		const isPlain = is === 'complete' && this.client.lists.style === undefined;
		const path = this.page?.recordsPath ?? [];
		const paginator = this.paginator?.describe();
		const how = isPlain ? allRead(read) : howRead(read, pages, path, paginator);
		if (!this.wanted.keep) return how;

		return `${this.records.length} of ${countOf(read, 'record')} read match the filters. ${how}`;
	}

	private completenessAt(stop: Stop): Completeness {
		if (stop.is === 'limited') return { is: 'limited', more: this.hasMore(stop.isCut) };

		const verdict = judge(stop, this.progress);
		if (verdict === 'complete') return { is: 'complete' };
		if (verdict === 'short') return { is: 'short', error: this.errorAt(stop) };
		return unknownBecause(verdict, this.progress.read);
	}

	/** At Limit. */
	private hasMore(isCut: boolean): boolean | undefined {
		const { says, total = 0, read, isTotalReached, isFull } = this.progress;
		const isNext = this.page !== undefined && hasNext(this.page);
		if (isCut || isNext || says === 'more' || total > read) return true;
		return says === 'end' || (isTotalReached && !isFull) ? false : undefined;
	}

	/** Why records are missing. */
	private errorAt(stop: Stop): ApiError | UserError {
		const { read, pages, total = 0 } = this.progress;
		const list: ApiErrorDetails['list'] = { recordsRead: read, records: this.records };
		if (stop.is === 'loop') return loopError(list);
		if (stop.is === 'endless') return endlessError(list, pages);
		if (stop.is === 'failed') {
			list.cursor = this.cursorIn(stop.request);
			return pages === 0 ? stop.error : laterPageError(stop.error, list);
		}
		const tried = stop.is === 'noPaginator' ? stop.tried : undefined;
		return shortError(list, total > read ? total : undefined, tried);
	}

	/** By which a page was requested: a link, or what the first request does not send. */
	private cursorIn({ url, query }: ApiRequest): string | undefined {
		const sent = this.firstRequest.query;
		const added = Object.entries(query).find(([name, value]) => sent[name] !== value);
		return url ?? added?.[1];
	}
}
