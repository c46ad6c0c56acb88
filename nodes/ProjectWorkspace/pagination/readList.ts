import type { IDataObject } from 'n8n-workflow';

import { messageIn } from '../records/aboutResponse';
import type { ResourceName } from '../resources';
import { countOf, joinSentences } from '../texts';
import type { ApiRequest, Client } from '../transport/types';
import { type Completeness, completenessOf, unknownBecause } from './completeness';
import { checkPagination } from './candidates';
import { End, FailedPage } from './end';
import { Evidence, isTotalReached, saysMore, takePage } from './evidence';
import { findPaginator } from './findPaginator';
import { hasNext, type Page, PageReader } from './page';
import type { Paginator } from './paginators';
import { requestAfter } from './requestAfter';
import { wholeNumber } from './responseFields';

export interface ListRequest {
	resource: ResourceName;
	request: ApiRequest;
	/** Undefined: all. Counts the records that are kept. */
	limit?: number;
	/** Stops as at Limit after so many pages: 1 is a sample in one request. Undefined: all. */
	maxPages?: number;
	/** Which records to keep; all by default. */
	keep?: (record: IDataObject) => boolean;
}

export interface List {
	/** The records that are kept, in the order of the service. */
	records: IDataObject[];
	/** How many records were read, with those that were not kept. */
	recordsRead: number;
	pages: number;
	completeness: Completeness;
	/** A message of the service beside an empty list. */
	message?: string;
	/** How many records of other projects were left out. */
	warning?: string;
	/** How the list was read, in sentences for a hint. */
	summary: string;
	/** The keys of the records that were read. */
	keys: ReadonlySet<string>;
}

/** Reads a list page by page, up to Limit or to its end. Never throws because of a service. */
export async function readList(client: Client, listRequest: ListRequest): Promise<List> {
	return await new ListReader(client, listRequest).read();
}

/**
 * The list, to be asked for a record that it does not have. One reading of several pages does not show that it is not
 * there: if a record is deleted while it is read, another one moves to a page that was read before. So it is read once
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

/** One reading of a list. */
class ListReader {
	private readonly firstRequest: ApiRequest;
	private readonly evidence: Evidence;
	private readonly pageReader: PageReader;
	private readonly records: IDataObject[] = [];
	private page?: Page;
	private paginator?: Paginator;

	constructor(
		private readonly client: Client,
		private readonly listRequest: ListRequest,
	) {
		const { request, resource, maxPages } = listRequest;
		const { pageSizeParameter = '', pageSize } = client.lists;
		checkPagination(client.lists);

		// What the person sends is not replaced.
		const size = pageSize === undefined ? {} : { [pageSizeParameter]: String(pageSize) };
		const query = { ...size, ...request.query };
		this.firstRequest = { ...request, query };
		this.pageReader = new PageReader(client, resource);
		this.evidence = new Evidence({
			resource,
			pageSize: wholeNumber(query[pageSizeParameter]) ?? pageSize,
			// A sample is read for its fields, and those of other projects are as good.
			project: maxPages === undefined ? query.project_id : undefined,
		});
	}

	async read(): Promise<List> {
		const end = await this.readPages();
		const { records, evidence, page } = this;
		const completeness = completenessOf(end, evidence, this.client.lists.style);

		const { recordsRead, pages, leftOut, seen } = evidence;
		const were = leftOut === 1 ? 'was' : 'were';
		return {
			records,
			recordsRead,
			pages,
			completeness,
			message: recordsRead === 0 ? messageIn(page?.body) : undefined,
			warning:
				leftOut > 0
					? `${countOf(leftOut, 'record')} of other projects ${were} left out`
					: undefined,
			summary: this.summaryOf(completeness),
			keys: seen.keys,
		};
	}

	/** The loop: takes a page, and requests the next one until the list ends. */
	private async readPages(): Promise<End> {
		const { evidence, pageReader, records } = this;
		const { limit = Infinity, maxPages = Infinity, keep = () => true } = this.listRequest;
		let page: Page | End = await pageReader.read(this.firstRequest);

		while (!(page instanceof End)) {
			this.page = page;
			const kept = takePage(evidence, page).filter(keep);
			const left = limit - records.length;
			for (const record of kept.slice(0, left)) records.push(record);
			if (records.length >= limit || evidence.pages >= maxPages) {
				return this.endAtLimit(page, kept.length > left);
			}

			if (this.paginator) {
				page = await this.nextPage(page, this.paginator);
				continue;
			}

			const found = await findPaginator(page, evidence, pageReader);
			if (found instanceof End) return found;
			this.paginator = found.paginator;
			page = found.page;
		}

		return page;
	}

	/** @param isCut whether the page has more records than Limit */
	private endAtLimit(page: Page, isCut: boolean): End {
		const { evidence } = this;
		if (isCut || hasNext(page) || saysMore(evidence)) return new End('limit', { hasMore: true });

		const isAll = evidence.says === 'end' || (isTotalReached(evidence) && !evidence.isFull);
		return new End('limit', { hasMore: isAll ? false : undefined });
	}

	/** The page after this one, or why there is none. */
	private async nextPage(page: Page, paginator: Paginator): Promise<Page | End> {
		const { evidence, pageReader } = this;
		const request = requestAfter(page, paginator, evidence, pageReader.prefetch);
		if (request instanceof End) return request;

		const next = await pageReader.read(request, page.request, this.pagesLeft(page));
		const isRejected = next instanceof FailedPage && next.isRejected;
		if (!isRejected || paginator.leadsOn) return next;
		// A page that was only counted may be past the end.
		return new End(next.isPastEnd ? 'pastEnd' : 'rejected');
	}

	/** How many pages probably follow after the one that is requested next. */
	private pagesLeft({ pageCount = Infinity }: Page): number {
		const { limit = Infinity, keep } = this.listRequest;
		const { pages, recordsRead, largest, total = Infinity } = this.evidence;
		// How many records a filter keeps is not known in advance.
		if (keep && limit < Infinity) return 0;

		const pagesOf = (records: number): number => Math.ceil(records / Math.max(1, largest));
		const left = Math.min(pageCount - pages, pagesOf(total - recordsRead));
		if (left === Infinity) return 0;
		return Math.min(left, pagesOf(limit - this.records.length)) - 1;
	}

	private summaryOf({ is }: Completeness): string {
		const { recordsRead, pages } = this.evidence;
		const { keep } = this.listRequest;
		if (is === 'complete' && this.client.lists.style === undefined && !keep) {
			if (recordsRead === 0) return 'The list is empty.';
			if (recordsRead === 1) return 'The only record was read.';
			return `All ${recordsRead} records were read.`;
		}

		// So that a person can check what was detected.
		const path = this.pageReader.recordsPath?.join('.');
		const paginator = this.paginator?.description;

		return joinSentences([
			`${countOf(recordsRead, 'record')} from ${countOf(pages, 'page')}`,
			path && `Records in ${path}`,
			paginator && `Next page: ${paginator}`,
			keep && `Matching the filters: ${this.records.length}`,
		]);
	}
}
