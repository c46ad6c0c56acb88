import type { IDataObject } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { projectOf } from '../records/fields';
import type { ResourceName } from '../resources';
import type { ApiRequest, Client } from '../transport/types';
import { type Completeness, type Facts, judge, type Stop, unknownBecause } from './completeness';
import {
	candidatesOn,
	findPaginator,
	hasNext,
	isPage,
	isRejected,
	type KnownPaginator,
	type Search,
} from './detect';
import { findList, messageIn } from './envelope';
import { listErrors, READ_TWICE, summaryOf, unfiltered } from './messages';
import { type Page, readPageInfo } from './page';
import type { Paginator } from './paginators';
import { isNumbered, keyOf, Prefetch, urlOf } from './prefetch';
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
	/** The total that the service reports. */
	total?: number;
	/** A message of the service beside an empty list. */
	message?: string;
	/** How the list was read, in sentences for a hint. */
	summary: string;
	/** Which records were read. */
	progress: Progress;
}

/** What lists at the same address have found out about their pagination, shared by the items of a run. */
export class KnownPaginators {
	private readonly byAddress = new Map<string, KnownPaginator>();
	private readonly timesByRequest = new Map<string, number>();

	of(url: string): KnownPaginator {
		const { origin, pathname, searchParams } = new URL(url);
		const address = [origin + pathname, ...searchParams.keys()].sort().join(' ');
		const known = this.byAddress.get(address) ?? { noneOn: -1, turn: Promise.resolve() };
		this.byAddress.set(address, known);
		this.timesByRequest.set(url, (this.timesByRequest.get(url) ?? 0) + 1);
		return known;
	}

	/** How often the list that was read most was read. */
	get timesRead(): number {
		return Math.max(0, ...this.timesByRequest.values());
	}
}

export const knownPaginators = (): KnownPaginators => new KnownPaginators();

export const timesRead = (known: KnownPaginators): number => known.timesRead;

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

	const second = await readList(client, wanted);
	const summary = `${second.summary} ${READ_TWICE}`;
	const isSame = second.progress.hasAllOf(first.progress);
	if (isSame || second.completeness.is !== 'complete') return { ...second, summary };
	return { ...second, summary, completeness: unknownBecause('changed', second.read) };
}

/** More than any real list has. */
const MAX_PAGES = 10_000;
/** A total may be outdated, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), but not endlessly. */
const MAX_IDLE_PAGES = 100;
/** Where tokens are numbers, empty pages are past the end. */
const MAX_IDLE_NUMBERED = 3;

class ListReader {
	private readonly progress: Progress;
	private readonly prefetch: Prefetch;
	private readonly requested = new Set<string>();
	private readonly tried = new Set<string>();
	private readonly records: IDataObject[] = [];
	private paginator: Paginator | undefined;
	private page: Page | undefined;
	/** The error of a page, or that records name their project in another form. */
	private isOtherProject = false;

	constructor(
		private readonly client: Client,
		private readonly wanted: ListRequest,
	) {
		this.progress = new Progress(wanted.resource, client.lists.pageSize);
		this.prefetch = new Prefetch(client.baseUrl, client.send);
	}

	async read(): Promise<List> {
		const stop = await this.readPages();
		return this.result(stop);
	}

	/** The loop: takes a page, and requests the next one. */
	private async readPages(): Promise<Stop> {
		let page = await this.ask(this.firstRequest());
		if (!isPage(page)) return { is: 'broken', error: page };

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

	private firstRequest(): ApiRequest {
		const { request } = this.wanted;
		const { pageSizeParameter, pageSize } = this.client.lists;
		if (pageSizeParameter === undefined || pageSize === undefined) return request;
		return { ...request, query: { ...request.query, [pageSizeParameter]: String(pageSize) } };
	}

	/** Keeps the new records of a page. @returns whether there are more of them than Limit */
	private take(page: Page): boolean {
		const { keep = () => true, limit = Infinity } = this.wanted;
		for (const record of this.progress.take(page)) {
			if (!keep(record)) continue;
			if (this.records.length === limit) return true;
			this.records.push(record);
		}
		return false;
	}

	private isLimitReached(): boolean {
		const { limit = Infinity, maxPages = Infinity } = this.wanted;
		return this.records.length >= limit || this.progress.pages >= maxPages;
	}

	private async secondPage(first: Page): Promise<Page | Stop> {
		const found = await findPaginator(this.searchFrom(first));
		if ('is' in found) return found;
		this.paginator = found.paginator;
		return found.page;
	}

	private searchFrom(first: Page): Search {
		return {
			first,
			settings: this.client.lists,
			progress: this.progress,
			ask: async (request) => await this.ask(request),
			hasRequested: (request) => this.hasRequested(request),
			known: this.known(),
			tried: this.tried,
		};
	}

	private known(): KnownPaginator {
		this.knownPaginator ??= this.wanted.known?.of(this.urlOf(this.firstRequest()));
		return this.knownPaginator ?? { noneOn: -1, turn: Promise.resolve() };
	}
	private knownPaginator: KnownPaginator | undefined;

	/** The page that follows, or why none does. */
	private async nextPage(page: Page, paginator: Paginator): Promise<Page | Stop> {
		const request = paginator.next(page);
		if (request instanceof UserError) return this.broken(request);
		const end = this.endAt(page, paginator, request);
		if (end) return end;
		if (!request) return { is: 'noPaginator', isLeadLost: hasNext(page) };

		const next = await this.ask(request, page.request);
		if (isPage(next)) return next;
		if (paginator.from === 'lead' || !isRejected(next)) return this.broken(next);
		// Only a service that knows its pages says in JSON that there is no such page.
		const isNoPage = next.details.status === 404 && next.details.serviceMessage !== undefined;
		return { is: isNoPage ? 'pastEnd' : 'rejected' };
	}

	private broken(error: ApiError | UserError): Stop {
		return { is: 'broken', error: listErrors.laterPage(error, this.soFar()) };
	}

	private soFar() {
		return { recordsRead: this.progress.read, records: this.records };
	}

	/** Whether the list ends with this page, or must not be read further. */
	private endAt(page: Page, paginator: Paginator, next: ApiRequest | undefined): Stop | undefined {
		const { progress } = this;
		if (progress.pages >= this.maxPages()) {
			return { is: 'broken', error: listErrors.endless(this.soFar(), progress.pages) };
		}
		if (paginator.isEnd(page)) return { is: 'ended' };
		if (page.info.more === false && !hasNext(page)) return { is: 'ended' };
		return paginator.from === 'lead' ? this.endOfLeads(page, next) : this.endOfCount(page);
	}

	private maxPages(): number {
		const total = this.total() ?? Infinity;
		const byTotal = total / Math.max(1, this.progress.largest);
		return Math.min(MAX_PAGES, Math.ceil(byTotal) + MAX_PAGES_BEYOND_TOTAL);
	}

	/** There is a link or a token, which may lead nowhere. */
	private endOfLeads(page: Page, next: ApiRequest | undefined): Stop | undefined {
		const { brought, idlePages } = this.progress;
		if (brought === 'new' || !next) return undefined;

		const isLoop = this.hasRequested(next);
		const isNumberedLead = isNumbered(page.request, next);
		if (isLoop && (brought === 'empty' || this.isTotalReached())) return { is: 'pastEnd' };
		if (isLoop) return { is: 'broken', error: listErrors.loop(this.soFar()) };
		if (brought === 'empty' && isNumberedLead && idlePages >= MAX_IDLE_NUMBERED) {
			return { is: 'pastEnd' };
		}
		if (idlePages < MAX_IDLE_PAGES) return undefined;
		return { is: 'broken', error: listErrors.endless(this.soFar(), this.progress.pages) };
	}

	/** Counted pages are requested until one is past the end, unless the service says which one is the last. */
	private endOfCount({ info: { pages } }: Page): Stop | undefined {
		const { progress } = this;
		const { brought, isFull } = progress;
		if (brought === 'known' && progress.isGrowing && progress.idlePages < MAX_IDLE_PAGES) {
			return undefined;
		}
		if (brought !== 'new') return { is: 'pastEnd' };
		// A total may be too low. One more page shows it, if this one may have been cut.
		const isCounted = this.isTotalReached() || pages === progress.pages;
		return isCounted && !isFull ? { is: 'ended' } : undefined;
	}

	private total(): number | undefined {
		return this.client.lists.ignoreTotal ? undefined : this.progress.total;
	}

	private isTotalReached(): boolean {
		const total = this.total();
		return total !== undefined && total <= this.progress.read;
	}

	/** How many pages probably follow after the one that is requested next. */
	private pagesLeft(): number {
		const { limit, keep } = this.wanted;
		if (keep && limit !== undefined) return 0;

		const { pages, position, largest } = this.progress;
		const inPages = (records: number) => Math.ceil(records / Math.max(1, largest));
		const counts = [
			this.page?.info.pages === undefined ? Infinity : this.page.info.pages - pages,
			this.total() === undefined ? Infinity : inPages((this.total() ?? 0) - position),
		];
		const left = Math.min(...counts);
		if (left === Infinity) return 0;
		return Math.min(left, inPages((limit ?? Infinity) - this.records.length)) - 1;
	}

	private urlOf = (request: ApiRequest): string => urlOf(this.client.baseUrl, request);

	private hasRequested(request: ApiRequest): boolean {
		return this.requested.has(keyOf(this.urlOf(request)));
	}

	/** Requests and reads a page. @param before the request of the page before, to see whether pages are numbered */
	private async ask(
		request: ApiRequest,
		before?: ApiRequest,
	): Promise<Page | ApiError | UserError> {
		const url = this.urlOf(request);
		this.requested.add(keyOf(url));
		const response = await this.prefetch.request(request, before, before ? this.pagesLeft() : 0);
		if (response instanceof ApiError) return response;

		const { resource } = this.wanted;
		const { lists } = this.client;
		const known = this.page?.recordsPath;
		const found = findList(response.body, resource, { set: lists.recordsPath, known });
		if (found instanceof UserError) return found;

		const { records, path, isNoList } = found;
		const info = readPageInfo(response, path, records.length, { resource, settings: lists });
		const page = { request, url, response, records, count: records.length, info };
		return this.unfilteredIn(records) ?? { ...page, recordsPath: path, isNoList };
	}

	/** Whether the service returned records of another project than the requested one. */
	private unfilteredIn(records: readonly IDataObject[]): UserError | undefined {
		const wanted = this.wanted.request.query.project_id;
		if (wanted === undefined) return undefined;
		for (const record of records) {
			const project = projectOf(record);
			if (project === undefined || project === wanted) continue;
			if (isNumber(project) === isNumber(wanted)) return unfiltered(wanted, project);
			this.isOtherProject = true;
		}
		return undefined;
	}

	private result(stop: Stop): List {
		const { progress, records, page, paginator } = this;
		const { read, pages } = progress;
		const completeness = this.completenessAt(stop);
		const summary = summaryOf({
			read,
			pages,
			kept: this.wanted.keep ? records.length : undefined,
			path: page?.recordsPath ?? [],
			paginator: paginator?.describe(),
			isPlain: completeness.is === 'complete' && this.client.lists.style === undefined,
		});
		return {
			records,
			read,
			pages,
			completeness,
			total: progress.total,
			message: read === 0 ? messageIn(page?.response.body) : undefined,
			summary,
			progress,
		};
	}

	private completenessAt(stop: Stop): Completeness {
		if (stop.is === 'limited') return { is: 'limited', more: this.hasMore(stop.isCut) };

		const facts = this.facts();
		const verdict = judge(stop, facts);
		if (verdict === 'complete') return { is: 'complete' };
		if (verdict === 'short') return { is: 'short', error: this.shortBecause(stop, facts) };
		return unknownBecause(verdict, facts.read);
	}

	private hasMore(isCut: boolean): boolean | undefined {
		const { page } = this;
		if (isCut || (page && hasNext(page)) || this.facts().saysMore) return true;
		const total = this.total();
		if (total !== undefined && total > this.progress.read) return true;
		const isEnd = page?.info.more === false || page?.info.endsHere === true;
		return isEnd || (this.isTotalReached() && !this.progress.isFull) ? false : undefined;
	}

	private facts(): Facts {
		const { progress, page } = this;
		const { more, pages = 0 } = page?.info ?? {};
		const { style } = this.client.lists;
		const setStyle = style === 'none' ? 'none' : 'paginator';
		return {
			read: progress.read,
			saysMore: more === true || pages > progress.pages,
			saysEnd: more === false,
			total: this.total(),
			hasChanged: progress.hasChanged,
			isNoList: progress.isNoList,
			isOtherProject: this.isOtherProject,
			newPages: progress.newPages,
			set: style === undefined ? undefined : setStyle,
		};
	}

	private shortBecause(stop: Stop, { total, read }: Facts): ApiError | UserError {
		if (stop.is === 'broken') return stop.error;
		const list = this.soFar();
		const missed = total !== undefined && total > read ? total : undefined;
		if (stop.is === 'noPaginator' || (stop.is === 'pastEnd' && this.progress.newPages === 0)) {
			return listErrors.noNextPage(
				list,
				missed,
				[...this.tried].filter(Boolean),
				this.keptParameters(),
			);
		}
		return missed === undefined ? listErrors.more(list) : listErrors.short(list, missed);
	}

	/** The parameters that the person has set, so that they are not replaced. */
	private keptParameters(): string[] {
		const { page } = this;
		if (!page) return [];
		const { query } = this.wanted.request;
		const blank = { ...page, request: { ...page.request, query: {} } };
		const names = candidatesOn({ ...this.searchFrom(blank) }).map(({ parameter }) => parameter);
		return [...new Set(names)].filter((name) => name in query);
	}
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);
