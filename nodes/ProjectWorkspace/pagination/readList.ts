import type { IDataObject } from 'n8n-workflow';

import type { ApiError, UserError } from '../errors';
import { messageIn } from '../records/envelope';
import type { ResourceName } from '../resources';
import { joinSentences } from '../texts';
import { urlOf } from '../transport/request';
import type { ApiRequest, Client } from '../transport/types';
import { type Completeness, type EndReason, judge, unknownBecause } from './completeness';
import { findPaginator, hasNext, isRejected } from './findPaginator';
import { type KnownPaginator, KnownPaginators } from './knownPaginators';
import {
	allRead,
	countOf,
	endlessError,
	laterPageError,
	loopError,
	type ReadSoFar,
	shortError,
} from './messages';
import type { FailedPage, Page } from './page';
import { PageReader } from './pageReader';
import type { Paginator } from './paginators';
import { ListProgress } from './progress';

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
	recordsRead: number;
	pages: number;
	completeness: Completeness;
	/** A message of the service beside an empty list. */
	message?: string;
	/** How the list was read, in sentences for a hint. */
	summary: string;
	/** Of the records that were read. */
	keys: ReadonlySet<string>;
}

/** Reads a list page by page, up to Limit or to its end. Never throws because of a service. */
export async function readList(client: Client, listRequest: ListRequest): Promise<List> {
	return await new ListReader(client, listRequest).read();
}

/**
 * The list, to be asked for a record that it does not have. One reading of several pages does not show that it is not
 * there: if a record is deleted meanwhile, another one moves to a page that was read before. So the list is read once
 * more, and it has changed if the second reading lacks a record of the first.
 */
export async function readForAbsent(
	client: Client,
	listRequest: ListRequest,
	first: List,
): Promise<List> {
	if (first.completeness.is !== 'complete' || first.pages <= 1) return first;

	const second = await readList(client, listRequest);
	second.summary += ' Read twice to make sure that no record was missed.';
	const hasAll = [...first.keys].every((key) => second.keys.has(key));
	if (!hasAll && second.completeness.is === 'complete') {
		second.completeness = unknownBecause('changed', second.recordsRead);
	}

	return second;
}

/** The list with the first record to keep. If there is none, a list of several pages is read again. */
export async function readOne(client: Client, listRequest: ListRequest): Promise<List> {
	const one: ListRequest = { ...listRequest, limit: 1 };
	const first = await readList(client, one);
	return first.records.length > 0 ? first : await readForAbsent(client, one, first);
}

/** More than any real list has. */
const MAX_PAGES = 10_000;
/** Filtered lists can have empty pages with a token (Slack, DynamoDB), but not endlessly. */
const MAX_IDLE_PAGES = 100;
/** If the tokens are numbers, empty pages are past the end. */
const MAX_IDLE_NUMBERED = 3;

/** One reading of a list. */
class ListReader {
	private readonly progress: ListProgress;
	private readonly pageReader: PageReader;
	private readonly firstRequest: ApiRequest;
	private readonly known: KnownPaginator;
	private readonly records: IDataObject[] = [];
	private page: Page | undefined;
	private paginator: Paginator | undefined;

	constructor(
		private readonly client: Client,
		private readonly listRequest: ListRequest,
	) {
		const { pageSizeParameter: size = '', pageSize } = client.lists;
		const { request, resource, known = new KnownPaginators() } = listRequest;
		const query = pageSize ? { ...request.query, [size]: String(pageSize) } : request.query;
		this.firstRequest = { ...request, query };
		this.known = known.at(urlOf(client.baseUrl, this.firstRequest));
		this.progress = new ListProgress(resource, pageSize);
		this.pageReader = new PageReader(client, resource, request.query.project_id);
	}

	async read(): Promise<List> {
		const end = await this.readPages();
		const completeness = this.completenessAt(end);

		const { records, progress, page } = this;
		const { recordsRead, pages, keys } = progress;
		const message = recordsRead === 0 ? messageIn(page?.body) : undefined;
		const summary = this.summaryOf(completeness);
		return { records, recordsRead, pages, completeness, message, summary, keys };
	}

	/** The loop: takes a page, and requests the next one until the list ends. */
	private async readPages(): Promise<EndReason> {
		let page: Page | EndReason = await this.pageReader.read(this.firstRequest);

		while (!('is' in page)) {
			this.page = page;
			const isCut = this.take(page);
			if (this.isLimitReached()) {
				return { is: 'limited', hasMore: this.hasMoreAtLimit(page, isCut) };
			}

			page = this.paginator
				? await this.nextPage(page, this.paginator)
				: await this.secondPage(page);
		}

		return page;
	}

	/** Keeps the new records of a page. @returns whether it has more of them than Limit */
	private take(page: Page): boolean {
		const { keep, limit = Infinity } = this.listRequest;
		const fresh = this.progress.take(page);
		const kept = keep ? fresh.filter(keep) : fresh;

		const left = limit - this.records.length;
		for (const record of kept.slice(0, left)) this.records.push(record);
		return kept.length > left;
	}

	private isLimitReached(): boolean {
		const { limit = Infinity, maxPages = Infinity } = this.listRequest;
		return this.records.length >= limit || this.progress.pages >= maxPages;
	}

	private hasMoreAtLimit(page: Page, isCut: boolean): boolean | undefined {
		const { hasMore, total = 0, recordsRead, isTotalReached, isFull } = this.progress;
		if (isCut || hasNext(page) || hasMore || total > recordsRead) return true;
		return hasMore === false || (isTotalReached && !isFull) ? false : undefined;
	}

	/** Finds out how the pages are requested. */
	private async secondPage(first: Page): Promise<Page | EndReason> {
		const { progress, known, pageReader } = this;
		const settings = this.client.lists;
		const found = await findPaginator({ first, settings, progress, known, pageReader });
		if ('is' in found) return found;

		this.paginator = found.paginator;
		return found.page;
	}

	/** The page after this one, or why there is none. */
	private async nextPage(page: Page, paginator: Paginator): Promise<Page | EndReason> {
		const request = paginator.next(page);
		const end = this.endAt(page, paginator, request);
		if (end) return end;
		if (!request) return { is: 'nextNotFound', hasNext: hasNext(page), tried: [] };

		const ahead = { before: page.request, pages: this.pagesLeft(page) };
		const next = await this.pageReader.read(request, ahead);
		const isCounted = paginator.from !== 'nextValue';
		return 'is' in next && isCounted ? endAtFailure(next) : next;
	}

	/** Whether the list ends with this page, or must not be read further. */
	private endAt(
		page: Page,
		paginator: Paginator,
		next: ApiRequest | undefined,
	): EndReason | undefined {
		if (this.progress.pages >= MAX_PAGES) return this.endless();
		if (page.info.hasMore === false || paginator.isEnd?.(page)) return { is: 'lastPage' };
		if (paginator.from !== 'nextValue') return this.endAtCounted(page);
		return next && this.endAtLinked(page, next);
	}

	/** There is a link or a token, which may lead nowhere. */
	private endAtLinked({ request }: Page, next: ApiRequest): EndReason | undefined {
		const { lastPage, idlePages, isTotalReached } = this.progress;
		if (lastPage === 'new') return undefined;

		const isEmpty = lastPage === 'empty';
		const { prefetch } = this.pageReader;
		if (prefetch.hasRequested(next)) {
			if (isEmpty || isTotalReached) return { is: 'pastEnd' };
			return { is: 'endless', error: loopError(this.readSoFar()) };
		}

		const isNumbered = idlePages >= MAX_IDLE_NUMBERED && prefetch.isNumbered(request, next);
		if (isEmpty && isNumbered) return { is: 'pastEnd' };
		return idlePages < MAX_IDLE_PAGES ? undefined : this.endless();
	}

	/** Counted pages are requested until one is past the end, unless the service says which one is the last. */
	private endAtCounted({ info }: Page): EndReason | undefined {
		const { lastPage, hasGrown, idlePages, isFull, isTotalReached, pages } = this.progress;
		// Records that were added have moved those of the page before to this one.
		if (lastPage === 'old' && hasGrown && idlePages < MAX_IDLE_PAGES) return undefined;
		if (lastPage !== 'new') return { is: 'pastEnd' };

		// A total may be too low. One more page shows it, if this one is full.
		const isLast = isTotalReached || info.pageCount === pages;
		return isLast && !isFull ? { is: 'lastPage' } : undefined;
	}

	private endless(): EndReason {
		return { is: 'endless', error: endlessError(this.readSoFar(), this.progress.pages) };
	}

	/** How many pages probably follow after the one that is requested next. */
	private pagesLeft({ info }: Page): number {
		const { limit = Infinity, keep } = this.listRequest;
		const { pages, recordsRead, largest, total = Infinity } = this.progress;
		// How many records a filter keeps is not known in advance.
		if (keep && limit < Infinity) return 0;

		const pagesOf = (records: number): number => Math.ceil(records / Math.max(1, largest));
		const left = Math.min((info.pageCount ?? Infinity) - pages, pagesOf(total - recordsRead));
		if (left === Infinity) return 0;
		return Math.min(left, pagesOf(limit - this.records.length)) - 1;
	}

	private summaryOf({ is }: Completeness): string {
		const { recordsRead, pages } = this.progress;
		const { keep } = this.listRequest;
		const isPlain = is === 'complete' && this.client.lists.style === undefined;
		if (isPlain && !keep) return allRead(recordsRead);

		// By this, a person can check what was detected.
		const path = this.page?.recordsPath.join('.');
		const paginator = this.paginator?.description;

		return joinSentences([
			`${countOf(recordsRead, 'record')} from ${countOf(pages, 'page')}`,
			path ? `Records in ${path}` : undefined,
			paginator && `Next page: ${paginator}`,
			keep && `Matching the filters: ${this.records.length}`,
		]);
	}

	private completenessAt(end: EndReason): Completeness {
		if (end.is === 'limited') return end;

		const verdict = judge(end, this.progress, this.client.lists.style);
		if (verdict === 'complete') return { is: 'complete' };
		if (verdict === 'short') return { is: 'short', error: this.shortBecause(end) };
		return unknownBecause(verdict, this.progress.recordsRead);
	}

	/** Why records are missing. */
	private shortBecause(end: EndReason): ApiError | UserError {
		if (end.is === 'endless') return end.error;

		const { recordsRead, pages, total = 0 } = this.progress;
		const list = this.readSoFar();
		if (end.is === 'failed') {
			list.cursor = this.cursorIn(end.request);
			return pages === 0 ? end.error : laterPageError(end.error, list);
		}

		const tried = end.is === 'nextNotFound' ? end.tried : [];
		return shortError(list, total > recordsRead ? total : undefined, tried);
	}

	private readSoFar(): ReadSoFar {
		return { recordsRead: this.progress.recordsRead, records: this.records };
	}

	/** By which a page was requested: a link, or what the first request does not send. */
	private cursorIn({ url, query }: ApiRequest): string | undefined {
		const sent = this.firstRequest.query;
		const added = Object.entries(query).find(([name, value]) => sent[name] !== value);
		return url ?? added?.[1];
	}
}

/** A counted page that the service rejects may be past the end. */
function endAtFailure(page: FailedPage): EndReason {
	if (!isRejected(page.error)) return page;

	// Only a service that knows its pages says in JSON that there is no such page.
	const { status, isJson } = page.error.details;
	return { is: status === 404 && isJson ? 'pastEnd' : 'rejected' };
}
