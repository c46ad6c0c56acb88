import { isResponseDriven } from './nextPage/follow';
import type { Reached, Way } from './types';
import type { Reading } from './page/reading';

/** How much of a list has been read, and what its pages have reported. */
export class Progress implements Reached {
	pages = 0;
	position = 0;
	distinct = 0;
	largest = 0;
	/** How the next page is requested, once another page has confirmed it. */
	way: Way | undefined;
	/** Pages that were read, and records that were returned, since 'Start From Position'. */
	pagesRead = 0;
	records = 0;
	repeated = 0;
	emptyInARow = 0;
	/** Pages in a row with mostly known records: the list grows while it is read. */
	knownInARow = 0;
	/** Whether the last page was not one of the earlier pages. */
	isOtherPage = true;
	/** Pages after all records or pages of the reported total. */
	pagesBeyondTotal = 0;
	hasTotalChanged = false;
	/** Pages overlapped, so records may have moved between them. */
	hasMoved = false;
	/** The last exact total; dropped when it turns out to count only the page. */
	total: number | undefined;
	readonly ignoreTotal: boolean;
	private isTotalWrong = false;
	private isPageCountWrong = false;

	/** @param ignoreTotal the person has set that the reported total is wrong */
	constructor(start: Partial<Reached> & { way?: Way }, ignoreTotal = false) {
		Object.assign(this, start);
		this.ignoreTotal = ignoreTotal;
	}

	/** @param page `fresh`: how many records are new; `kept`: how many are returned; `isOther`: whether it is another page */
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
		// Past the end, some services report a total of 0.
		if (length > 0 || isFirst) this.enterTotal(reading);
	}

	private enterTotal({ signs: { total, totalPages }, records }: Reading): void {
		if (totalPages !== undefined && totalPages < this.pages) this.isPageCountWrong = true;
		// A total that counts only its page is not exceeded by other pages.
		const isBeyond = total?.is === 'exact' && total.value < this.distinct;
		if ((isBeyond && total.value !== records.length) || (totalPages ?? Infinity) < this.pages) {
			this.pagesBeyondTotal += 1;
		}
		if (total?.is !== 'exact') return;
		if (total.value < this.distinct) {
			this.isTotalWrong = true;
			// It counts only the page.
			if (total.value === records.length) {
				this.total = undefined;
				return;
			}
		}
		this.hasTotalChanged ||= this.total !== undefined && this.total !== total.value;
		this.total = total.value;
	}

	/**
	 * What a page says about the whole list, corrected by what earlier pages have shown.
	 * @returns `saysMore`: by a flag, a number of pages, or a lower bound; `saysEnd`: by a flag; `isLastPage`: by the number
	 * of pages, if pages are requested by number
	 */
	stated({ signs, records }: Reading) {
		const { hasMore, totalPages = 0, lastPage = 0, total } = signs;
		const { distinct, pages, position } = this;
		const pageCount = this.isPageCountWrong ? 0 : totalPages;
		const known = this.isTotalWrong || this.ignoreTotal ? undefined : this.total;
		const isCapped = total?.is === 'capped' && total.value > distinct;
		// An empty page before the total is reached does not end the list, one after it does.
		const isLeft =
			known !== undefined && known > distinct && (records.length > 0 || position < known);
		const saysMore =
			hasMore === true || isCapped || isLeft || pageCount > pages || lastPage > pages;
		// A number of pages only counts numbered pages: offsets and last IDs may divide the list differently.
		const isByNumber = pages === 1 || this.way?.kind === 'page';
		return {
			saysMore,
			saysEnd: hasMore === false && !saysMore,
			isLastPage: isByNumber && pageCount === pages && pageCount > 0 && !saysMore,
			total:
				known === undefined
					? undefined
					: {
							value: known,
							isReached: known === distinct && !this.hasTotalChanged && !saysMore,
							isMissed: known > distinct,
						},
		};
	}

	/** Whether the page may be followed by another: it is as large as any other, or a first page that may have been cut. */
	isFull({ records }: Reading, fullPage: number): boolean {
		return this.pages === 1 ? records.length >= fullPage : records.length >= this.largest;
	}

	/** Whether the response leads to the next page. Numbered pages, on the contrary, are requested until one has no records. */
	get isResponseDriven(): boolean {
		return this.way !== undefined && isResponseDriven(this.way);
	}

	get reached(): Reached & { way?: Way } {
		const { pages, position, distinct, largest, way } = this;
		return { pages, position, distinct, largest, way };
	}
}
