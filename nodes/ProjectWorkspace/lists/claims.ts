import type { Remark } from './page/beside';
import type { Reading } from './page/pageReader';
import type { Signs } from './page/signs';
import type { Progress } from './progress';

/** A total may be outdated or capped, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;

/** What the pages of a list say about the whole list, compared with what was read. */
export class Claims {
	/** The last exact total; dropped when it turns out to count less, such as the page. */
	total: number | undefined;
	hasTotalChanged = false;
	/** The total equals the records, and was the same on all pages. */
	isTotalReached = false;
	/** There is more: by a flag, a number of pages, or a total. */
	saysMore = false;
	/** There is no more: by a flag. */
	saysEnd = false;
	/** The number of pages says that this is the last one. */
	isLastPage = false;
	/** How many pages there are at most, by the total or the number of pages. */
	private maxPages = Infinity;
	/** What the last page with records has next to them: a larger number, or that more follow. */
	private last: Pick<Signs, 'largerNumber' | 'more'> = {};
	/** What any page has: the list is not ready, or records were left out. */
	private unsure: Remark | undefined;
	private readonly progress: Readonly<Progress>;
	private readonly ignoresTotal: boolean;

	constructor(progress: Readonly<Progress>, { ignoreTotal = false }: { ignoreTotal?: boolean }) {
		this.progress = progress;
		this.ignoresTotal = ignoreTotal;
	}

	/** @param distinctBefore the records before this page, which has been counted */
	enter({ signs, records, response }: Reading, distinctBefore: number): void {
		const { pages, distinct, offset, hasSlipped } = this.progress;
		// Past the end, some services report a total of 0.
		if (records.length > 0 || pages === 1) this.enterNumbers(signs, distinctBefore);
		this.unsure ??= signs.unsure;
		const { hasMore, totalPages = 0, lastPage = 0, isBeforeLast, total: stated } = signs;
		const { missedTotal = 0 } = this;
		const isCapped = stated?.is === 'capped' && stated.value > distinct;
		// An empty page before the total is reached does not end the list, one after it does.
		const isLeft = missedTotal > 0 && (records.length > 0 || offset < missedTotal);
		// Partial content, with which later pages may also be the last.
		const isPart = response.status === 206 && pages === 1;
		const isFollowed = totalPages > pages || lastPage > pages || isBeforeLast;
		this.saysMore = isPart || hasMore === true || isCapped || isLeft || isFollowed;
		this.saysEnd = hasMore === false && !this.saysMore;
		this.isLastPage = totalPages === pages && !this.saysMore;
		const isReached = this.total === distinct && !this.ignoresTotal;
		const isSame = !this.hasTotalChanged && !hasSlipped;
		this.isTotalReached = isReached && isSame && !this.saysMore;
	}

	private enterNumbers(signs: Reading['signs'], distinctBefore: number): void {
		const { total, totalPages } = signs;
		const { distinct, largest } = this.progress;
		this.last = signs;
		if (totalPages !== undefined) this.maxPages = totalPages;
		if (total?.is !== 'exact') return;
		// It may count less than the list, such as the page, unless there were more before.
		const isLess = total.value < distinct;
		const before = isLess ? this.missedBy(distinctBefore) : this.total;
		this.hasTotalChanged ||= before !== undefined && before !== total.value;
		this.total = isLess ? undefined : total.value;
		if (isLess) return;
		const byTotal = Math.ceil(total.value / Math.max(1, largest));
		this.maxPages = Math.min(totalPages ?? Infinity, byTotal);
	}

	private missedBy(records: number): number | undefined {
		const { total = 0 } = this;
		return !this.ignoresTotal && total > records ? total : undefined;
	}

	/** The total, if it is larger than the records that were read. */
	get missedTotal(): number | undefined {
		return this.missedBy(this.progress.distinct);
	}

	/** A number next to the list that is larger than the list, or counts what follows, and that nothing explains. */
	get largerNumber(): Signs['largerNumber'] {
		const { largerNumber: number } = this.last;
		return number && (number.counts === 'left' || number.value > this.progress.distinct)
			? number
			: undefined;
	}

	/** What contradicts that a list is complete, and by what it does. */
	get contradiction(): { because: 'unsure' | 'counted'; said: Remark } | undefined {
		if (this.ignoresTotal) return undefined;
		const { largerNumber, last } = this;
		const said = this.unsure ?? last.more;
		if (said) return { because: 'unsure', said };
		return largerNumber?.counts ? { because: 'counted', said: largerNumber } : undefined;
	}

	get isCounted(): boolean {
		return this.isLastPage || this.isTotalReached;
	}

	/** Whether the service says that this was all. If the page may have been cut, its total may count only the page. */
	get saysAll(): boolean {
		return this.saysEnd || (this.isTotalReached && !this.progress.isFull);
	}

	/** Whether there are many more pages than the service reports. */
	get isBeyondTotal(): boolean {
		return !this.ignoresTotal && this.progress.pages > this.maxPages + MAX_PAGES_BEYOND_TOTAL;
	}
}
