import { isResponseDriven } from './nextPage/follow';
import type { Reached, Way } from './types';
import type { Reading } from './page/reading';

/** What a page says about the whole list, after what the pages before it have proven. */
export interface Stated {
	/** By a flag, a number of pages, or a lower bound. */
	saysMore: boolean;
	/** By a flag. */
	saysEnd: boolean;
	/** By the number of pages, where pages are asked for by their number. */
	isLastPage: boolean;
	total?: { value: number; isReached: boolean; isMissed: boolean };
}

/** How far reading a list has come, and what its pages have said so far. */
export class Progress implements Reached {
	pages = 0;
	position = 0;
	distinct = 0;
	largest = 0;
	/** How pages are asked for, once another page has confirmed it. */
	way: Way | undefined;
	/** Pages and records of this reading alone; `records` are those that were returned. */
	pagesRead = 0;
	records = 0;
	repeated = 0;
	emptyInARow = 0;
	/** Pages in a row of which most records were known: the list grows as it is read. */
	knownInARow = 0;
	/** Whether the last page was another one than those before it. */
	isOtherPage = true;
	/** Pages that came after all records or pages of the reported total. */
	pagesBeyondTotal = 0;
	hasTotalChanged = false;
	/** Counted pages overlap, so records may have moved between them. */
	hasMoved = false;
	/** The last total that was exact; only kept as long as no page has more. */
	total: number | undefined;
	readonly ignoreTotal: boolean;
	private isTotalWrong = false;
	private isPageCountWrong = false;

	/** @param ignoreTotal the person knows that the total is wrong */
	constructor(start: Partial<Reached> & { way?: Way }, ignoreTotal = false) {
		Object.assign(this, start);
		this.ignoreTotal = ignoreTotal;
	}

	/** @param fresh how many records are new; `kept`: how many are returned; `isOther`: whether it is another page */
	enter(
		reading: Reading,
		{ fresh, kept, isOther }: { fresh: number; kept: number; isOther: boolean },
	): void {
		const { length } = reading.records;
		const isFirst = this.pagesRead === 0;
		this.pagesRead += 1;
		this.pages += 1;
		this.records += kept;
		this.repeated += length - fresh;
		this.distinct += fresh;
		this.largest = Math.max(this.largest, length);
		this.position += length === 0 ? this.largest : length;
		this.emptyInARow = length === 0 ? this.emptyInARow + 1 : 0;
		this.knownInARow = length > 0 && fresh * 2 < length ? this.knownInARow + 1 : 0;
		this.isOtherPage = isFirst || isOther;
		const isCounted = this.way?.kind === 'page' || this.way?.kind === 'offset';
		if (isCounted && !isFirst && isOther && fresh < length) this.hasMoved = true;
		// Past the end some services count nothing at all.
		if (length > 0 || isFirst) this.enterTotal(reading);
	}

	private enterTotal({ signs: { total, totalPages }, records }: Reading): void {
		if (totalPages !== undefined && totalPages < this.pages) this.isPageCountWrong = true;
		// One that only counts its page is no total that the list goes beyond.
		const isBeyond = total?.is === 'exact' && total.value < this.distinct;
		if ((isBeyond && total.value !== records.length) || (totalPages ?? Infinity) < this.pages) {
			this.pagesBeyondTotal += 1;
		}
		if (total?.is !== 'exact') return;
		if (total.value < this.distinct) this.isTotalWrong = true;
		if (total.value < this.distinct && total.value === records.length) {
			// It counts its page.
			this.total = undefined;
			return;
		}
		this.hasTotalChanged ||= this.total !== undefined && this.total !== total.value;
		this.total = total.value;
	}

	stated({ signs, records }: Reading): Stated {
		const { hasMore, totalPages = 0, lastPage = 0, total } = signs;
		const { distinct, pages, position } = this;
		const pageCount = this.isPageCountWrong ? 0 : totalPages;
		const known = this.isTotalWrong || this.ignoreTotal ? undefined : this.total;
		const isCapped = total?.is === 'capped' && total.value > distinct;
		// A page may be empty in between, but not behind the total.
		const isLeft =
			known !== undefined && known > distinct && (records.length > 0 || position < known);
		const saysMore =
			hasMore === true || isCapped || isLeft || pageCount > pages || lastPage > pages;
		// It counts pages by number: offsets and last IDs may cut the list elsewhere.
		const isByNumber = pages === 1 || this.way?.kind === 'page';
		return {
			saysMore,
			saysEnd: hasMore === false && !saysMore,
			isLastPage: isByNumber && pageCount === pages && pageCount > 0 && !saysMore,
			...(known === undefined
				? {}
				: {
						total: {
							value: known,
							isReached: known === distinct && !this.hasTotalChanged && !saysMore,
							isMissed: known > distinct,
						},
					}),
		};
	}

	/** Whether the last page may not be the last: as large as any other, or on the first page large enough to be cut. */
	isFull({ records }: Reading, fullPage: number): boolean {
		return this.pages === 1 ? records.length >= fullPage : records.length >= this.largest;
	}

	/** Counted pages end where one brings nothing, those that the response leads to where it leads nowhere. */
	get isResponseDriven(): boolean {
		return this.way !== undefined && isResponseDriven(this.way);
	}

	get reached(): Reached & { way?: Way } {
		const { pages, position, distinct, largest, way } = this;
		return { pages, position, distinct, largest, way };
	}
}
