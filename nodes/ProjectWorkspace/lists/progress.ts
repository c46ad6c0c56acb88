import type { CurrentPage, Reading } from './page/reading';
import type { Brings, SeenRecords } from './page/seenRecords';
import { keyOfTarget, type PageTarget } from './page/target';
import type { ListOverrides } from './types';

/** A first page with at least so many records may have been cut, so it is worth looking for a next one. */
const FULL_PAGE = 10;
/** A total may be outdated or capped, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;

/** What the person has set. */
interface Settings extends ListOverrides {
	firstQuery: Readonly<Record<string, string>>;
}

/** How much of a list has been read, and what its pages have established about the whole list. */
export class Progress {
	readonly firstQuery: Settings['firstQuery'];
	pages = 0;
	/** Pages after the first with new records. */
	followed = 0;
	/** Where the next page begins by the sizes of the pages; an empty page counts as a full one. */
	offset = 0;
	/** Different records; those that were returned. */
	distinct = 0;
	records = 0;
	repeated = 0;
	largest = 0;
	/** Where the records are, once a page had records. */
	path: readonly string[] | undefined;
	/** Sentences for the report. */
	readonly notes = new Set<string>();
	/** Parameters that were tried for the next page; those that were not, because the person has set them. */
	readonly tried = new Set<string>();
	kept: readonly string[] = [];
	/** The page has a link or cursor that leads on, whether it could be followed or not. */
	isLive = false;
	/** That link or cursor could not be followed. */
	isLost = false;
	brings: Brings = 'empty';
	/** Pages in a row that were empty, or had mostly records of earlier pages. */
	idlePages = 0;
	/** The list was not the same all the time: pages overlapped, the total changed, or an ID came with other content. */
	hasChanged = false;
	hasTotalChanged = false;
	/** A page did not begin where the one before had ended, so that records may be missing whatever their number. */
	hasSlipped = false;
	/** There is no list on the first page. */
	isAbsent = false;
	/** The last exact total; dropped when it turns out to count less, such as the page. */
	total: number | undefined;
	/** The last number next to the list that was larger than its page. */
	private number: Reading['signs']['largerNumber'];
	/** There is more: by a flag, a number of pages, or a total. */
	saysMore = false;
	/** There is no more: by a flag. */
	saysEnd = false;
	/** The number of pages says that this is the last one. */
	isLastPage = false;
	/** The total equals the records, and was the same on all pages. */
	isTotalReached = false;
	isFull = false;
	/** How many pages there are at most, by the total or the number of pages. */
	private maxPages = Infinity;
	private readonly requested = new Set<string>();
	private readonly settings: Settings;
	private readonly seen: SeenRecords;

	constructor(settings: Settings, seen: SeenRecords) {
		this.settings = settings;
		this.seen = seen;
		this.firstQuery = settings.firstQuery;
	}

	/** @param limit how many records may still be returned; @returns those of the page */
	enter({ reading, repeatsLast }: CurrentPage, limit: number) {
		const { path, note, records } = reading;
		const { length } = records;
		const { kept, fresh, overlap, brings, ...change } = this.seen.take(records, repeatsLast);
		const isFirst = this.pages === 0;
		const { missedTotal } = this;
		if (length > 0 || this.path === undefined) this.path = path;
		if (note !== undefined) this.notes.add(note);
		this.isAbsent ||= isFirst && reading.absent !== undefined;
		this.pages += 1;
		this.brings = brings;
		this.hasSlipped ||= change.hasSlipped;
		this.hasChanged ||= change.hasChanged || change.hasSlipped;
		if (!isFirst && fresh > 0) this.followed += 1;
		const returned = kept.slice(0, limit - this.records);
		this.records += returned.length;
		this.repeated += length - fresh - overlap;
		this.distinct += fresh;
		this.largest = Math.max(this.largest, length);
		this.offset += length === 0 ? this.largest : length - overlap;
		this.idlePages = fresh * 2 < length || length === 0 ? this.idlePages + 1 : 0;
		const { pageSize = FULL_PAGE } = this.settings;
		this.isFull = length >= (isFirst ? Math.min(pageSize, FULL_PAGE) : this.largest);
		// Past the end, some services report a total of 0.
		if (length > 0 || isFirst) this.enterNumbers(reading, missedTotal);
		this.enterSigns(reading);
		return { returned, isCut: returned.length < kept.length };
	}

	/** @param missedTotal before this page */
	private enterNumbers(
		{ signs: { total, totalPages, largerNumber } }: Reading,
		missedTotal: number | undefined,
	): void {
		this.number = largerNumber;
		if (totalPages !== undefined) this.maxPages = totalPages;
		if (total?.is !== 'exact') return;
		// It may count less than the list, such as the page, unless there were more before.
		const isLess = total.value < this.distinct;
		const before = isLess ? missedTotal : this.total;
		this.hasTotalChanged ||= before !== undefined && before !== total.value;
		this.hasChanged ||= this.hasTotalChanged;
		this.total = isLess ? undefined : total.value;
		if (isLess) return;
		const byTotal = Math.ceil(total.value / Math.max(1, this.largest));
		this.maxPages = Math.min(totalPages ?? Infinity, byTotal);
	}

	private enterSigns({ signs, records }: Reading): void {
		const { hasMore, totalPages = 0, lastPage = 0, total: stated } = signs;
		const { distinct, pages, offset, missedTotal = 0 } = this;
		const isCapped = stated?.is === 'capped' && stated.value > distinct;
		// An empty page before the total is reached does not end the list, one after it does.
		const isLeft = missedTotal > 0 && (records.length > 0 || offset < missedTotal);
		this.saysMore =
			hasMore === true || isCapped || isLeft || totalPages > pages || lastPage > pages;
		this.saysEnd = hasMore === false && !this.saysMore;
		this.isLastPage = totalPages === pages && !this.saysMore;
		const isReached = this.total === distinct && !this.settings.ignoreTotal;
		const isSame = !this.hasTotalChanged && !this.hasSlipped;
		this.isTotalReached = isReached && isSame && !this.saysMore;
	}

	/** The total, if it is larger than the records that were read. */
	get missedTotal(): number | undefined {
		const { settings, total = 0, distinct } = this;
		return !settings.ignoreTotal && total > distinct ? total : undefined;
	}

	/** A number next to the list that is larger than the list, and that nothing explains. */
	get largerNumber() {
		return this.number && this.number.value > this.distinct ? this.number : undefined;
	}

	get isCounted(): boolean {
		return this.isLastPage || this.isTotalReached;
	}

	/** Whether the service says that this was all. If the page may have been cut, its total may count only the page. */
	get saysAll(): boolean {
		return this.saysEnd || (this.isTotalReached && !this.isFull);
	}

	/** Whether there are many more pages than the service reports. */
	get isBeyondTotal(): boolean {
		return !this.settings.ignoreTotal && this.pages > this.maxPages + MAX_PAGES_BEYOND_TOTAL;
	}

	/** Whether the person has set that there is one page only, or how the next page is requested. */
	get set(): 'none' | 'way' | undefined {
		const { style, nextPath, parameter } = this.settings;
		if (style === 'none') return 'none';
		return [style, nextPath, parameter].some((set) => set !== undefined) ? 'way' : undefined;
	}

	get hasIds(): boolean {
		return this.seen.hasIds;
	}

	get keyOf() {
		return this.seen.keyOf;
	}

	readonly hasRequested = (target: PageTarget): boolean => this.requested.has(keyOfTarget(target));

	/** Also by its URL, because a link may lead back to it. */
	addRequested(...targets: readonly PageTarget[]): void {
		for (const target of targets) this.requested.add(keyOfTarget(target));
	}
}
