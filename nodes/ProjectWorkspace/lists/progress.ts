import { isResponseDriven } from './nextPage/follow';
import type { Reading } from './page/reading';
import type { ListOverrides, Reached, Way } from './types';

/** A first page with at least so many records may have been cut, so it is worth looking for a next one. */
const FULL_PAGE = 10;
/** A total may be outdated or capped, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;

/** How much of a list has been read, and what its pages say about the whole list. */
export class Progress implements Reached {
	pages = 0;
	offset = 0;
	distinct = 0;
	largest = 0;
	way?: Way;
	/** Where the records are, once a page had records. */
	path: readonly string[] | undefined;
	readonly requested = new Set<string>();
	/** Parameters that were tried for the next page, and whether one of them led to a page past the end. */
	readonly tried = new Set<string>();
	isPastEnd = false;
	/** Sentences for the report. */
	readonly notes = new Set<string>();
	/** Records that were returned. */
	records = 0;
	repeated = 0;
	/** Pages in a row that were empty, or had mostly records of earlier pages. */
	idlePages = 0;
	/** Whether the last page was not one of the earlier pages. */
	isOtherPage = true;
	/** Pages overlapped, so records may have moved between them. */
	hasMoved = false;
	hasTotalChanged = false;
	/** The last exact total; dropped when it turns out to count less, such as the page. */
	total: number | undefined;
	/** There is more: by a flag, a number of pages, or a total. */
	saysMore = false;
	/** There is no more: by a flag. */
	saysEnd = false;
	/** The number of pages says that this is the last one. */
	isLastPage = false;
	/** The total equals the records, and was the same on all pages. */
	isTotalReached = false;
	/** The last page may be followed by another: it is as large as any other, or a first page that may have been cut. */
	isFull = false;
	/** How many pages there are at most, by the total or the number of pages. */
	private maxPages = Infinity;
	private readonly set: Pick<ListOverrides, 'ignoreTotal' | 'pageSize'>;

	/** @param set by the person: the reported total is wrong, and a page with so many records is full */
	constructor(set: Progress['set']) {
		this.set = set;
	}

	/** @param page `fresh`: how many records are new; `kept`: how many are returned; `isOther`: whether it is another page */
	enter(
		reading: Reading,
		{ fresh, kept, isOther }: { fresh: number; kept: number; isOther: boolean },
	): void {
		const { path, note } = reading;
		const { length } = reading.records;
		if (length > 0 || this.path === undefined) this.path = path;
		if (note !== undefined) this.notes.add(note);
		const isFirst = this.pages === 0;
		this.pages += 1;
		this.records += kept;
		this.repeated += length - fresh;
		this.distinct += fresh;
		this.largest = Math.max(this.largest, length);
		this.offset += length === 0 ? this.largest : length;
		this.idlePages = fresh * 2 < length || length === 0 ? this.idlePages + 1 : 0;
		this.isOtherPage = isOther;
		const { pageSize = FULL_PAGE } = this.set;
		this.isFull = length >= (this.pages === 1 ? Math.min(pageSize, FULL_PAGE) : this.largest);
		const isNumbered = this.way?.kind === 'page' || this.way?.kind === 'offset';
		if (isNumbered && !isFirst && isOther && fresh < length) this.hasMoved = true;
		// Past the end, some services report a total of 0.
		if (length > 0 || isFirst) this.enterTotal(reading);
		this.enterSigns(reading);
	}

	private enterTotal({ signs: { total, totalPages } }: Reading): void {
		if (totalPages !== undefined) this.maxPages = totalPages;
		if (total?.is !== 'exact') return;
		// It counts less than the list, such as the page.
		if (total.value < this.distinct) {
			this.total = undefined;
			return;
		}
		this.hasTotalChanged ||= this.total !== undefined && this.total !== total.value;
		this.total = total.value;
		this.maxPages = Math.min(
			totalPages ?? Infinity,
			Math.ceil(total.value / Math.max(1, this.largest)),
		);
	}

	private enterSigns({ signs, records }: Reading): void {
		const { hasMore, totalPages = 0, lastPage = 0, total: stated } = signs;
		const { distinct, pages, offset } = this;
		const total = this.set.ignoreTotal ? undefined : this.total;
		const isCapped = stated?.is === 'capped' && stated.value > distinct;
		// An empty page before the total is reached does not end the list, one after it does.
		const isLeft =
			total !== undefined && total > distinct && (records.length > 0 || offset < total);
		this.saysMore =
			hasMore === true || isCapped || isLeft || totalPages > pages || lastPage > pages;
		this.saysEnd = hasMore === false && !this.saysMore;
		// A number of pages only counts numbered pages: offsets and last IDs may divide the list differently.
		const isByNumber = pages === 1 || this.way?.kind === 'page';
		this.isLastPage = isByNumber && totalPages === pages && !this.saysMore;
		this.isTotalReached = total === distinct && !this.hasTotalChanged && !this.saysMore;
	}

	/** The total or the number of pages says that this is the last page, but may count only this one. */
	get isCounted(): boolean {
		return this.isLastPage || this.isTotalReached;
	}

	/** Whether the service says that this was all. If the page may have been cut, its total may count only the page. */
	get saysAll(): boolean {
		return this.saysEnd || (this.isTotalReached && !this.isFull);
	}

	/** The total, if it is larger than the records that were read. */
	get missedTotal(): number | undefined {
		const { set, total, distinct } = this;
		return !set.ignoreTotal && total !== undefined && total > distinct ? total : undefined;
	}

	/** Whether there are many more pages than the service reports. */
	get isBeyondTotal(): boolean {
		return !this.set.ignoreTotal && this.pages > this.maxPages + MAX_PAGES_BEYOND_TOTAL;
	}

	/** Whether the list may have changed while it was read. */
	get hasChanged(): boolean {
		return this.hasMoved || this.hasTotalChanged;
	}

	/** Whether the response leads to the next page. Numbered pages are requested until one has no records. */
	get isResponseDriven(): boolean {
		return this.way !== undefined && isResponseDriven(this.way);
	}
}
