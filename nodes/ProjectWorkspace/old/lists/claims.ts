import type { Remark } from './page/remarks';
import type { ReadPage } from './page/pageReader';
import type { Signs } from './page/signs';
import type { Progress } from './progress';

/** A total may be outdated or capped, but not by so many pages. */
const MAX_PAGES_BEYOND_TOTAL = 100;

/** A number that counts the whole list. It is kept until it turns out to count less, such as the page. */
class Whole {
	value: number | undefined;
	hasChanged = false;

	/** @param read how much was read with this page, and `before` it */
	enter(now: number, { read, before }: { read: number; before: number }): void {
		const isLess = now < read;
		// If it was larger than all that was read before this page, it did count the list, which has changed.
		const last = !isLess || (this.value ?? 0) > before ? this.value : undefined;
		this.hasChanged ||= last !== undefined && last !== now;
		this.value = isLess ? undefined : now;
	}

	/** The same for one that may count anything, unless it is larger than what was read. */
	enterLarger(now: number, at: { read: number; before: number }): void {
		if (this.value !== undefined || now > at.read) this.enter(now, at);
	}
}

/** What the pages of a list say about the whole list, compared with what was read. */
export class Claims {
	/** The total equals the records, and was the same on all pages. */
	isTotalReached = false;
	/** There is more: by a flag, a number of pages, or a total. */
	saysMore = false;
	/** There is no more: by a flag. */
	saysEnd = false;
	/** The number of pages says that this is the last one. */
	isLastPage = false;
	/** The exact totals, the numbers of pages, and the counts by their names. */
	private readonly totals = new Whole();
	private readonly numbersOfPages = new Whole();
	private readonly counts = new Map<string, Whole>();
	/** An empty page was led to, though there were more pages. */
	private lacksPage = false;
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
	enter({ signs, records, response, mayBePastEnd }: ReadPage, distinctBefore: number): void {
		const { pages, distinct, offset, hasSlipped } = this.progress;
		const isEmpty = records.length === 0;
		const wasFollowed = (this.numbersOfPages.value ?? 0) >= pages;
		// Past the end, some services report a total of 0.
		if (!isEmpty || pages === 1) this.enterNumbers(signs, distinctBefore);
		const { hasMore, totalPages = 0, lastPage = 0, isBeforeLast, total: stated } = signs;
		const numberOfPages = totalPages || lastPage;
		if (numberOfPages > 0)
			this.numbersOfPages.enterLarger(numberOfPages, { read: pages, before: pages - 1 });
		this.unsure ??= signs.unsure;
		const { missedTotal = 0 } = this;
		const isCapped = stated?.is === 'capped' && stated.value > distinct;
		// An empty page before the total is reached does not end the list, one after it does.
		const isLeft = missedTotal > 0 && (!isEmpty || offset < missedTotal);
		// Partial content, with which later pages may also be the last.
		const isPart = response.status === 206 && pages === 1;
		const isFollowed = totalPages > pages || lastPage > pages || isBeforeLast;
		this.lacksPage ||= isEmpty && wasFollowed && !isFollowed && !mayBePastEnd;
		this.saysMore = isPart || hasMore === true || isCapped || isLeft || isFollowed;
		this.saysEnd = hasMore === false && !this.saysMore;
		this.isLastPage = totalPages === pages && !this.saysMore;
		const isReached = this.total === distinct && !this.ignoresTotal;
		this.isTotalReached = isReached && !this.hasOtherCounts && !hasSlipped && !this.saysMore;
	}

	private enterNumbers(signs: Signs, distinctBefore: number): void {
		const { total, totalPages, largerNumber: larger } = signs;
		const { distinct, largest } = this.progress;
		const at = { read: distinct, before: this.ignoresTotal ? Infinity : distinctBefore };
		this.last = signs;
		if (larger?.counts === 'all' && !this.ignoresTotal) {
			const count = this.counts.get(larger.name) ?? new Whole();
			this.counts.set(larger.name, count);
			count.enterLarger(larger.value, at);
		}
		if (totalPages !== undefined) this.maxPages = totalPages;
		if (total?.is !== 'exact') return;
		this.totals.enter(total.value, at);
		if (this.total === undefined) return;
		const byTotal = Math.ceil(this.total / Math.max(1, largest));
		this.maxPages = Math.min(totalPages ?? Infinity, byTotal);
	}

	/** The last exact total, unless it counts less than the list. */
	get total(): number | undefined {
		return this.totals.value;
	}

	get hasTotalChanged(): boolean {
		return this.totals.hasChanged;
	}

	/** What counts all records or pages was not the same on all of them, or a page that it counts is empty. */
	private get hasOtherCounts(): boolean {
		const all = [this.totals, this.numbersOfPages, ...this.counts.values()];
		return this.lacksPage || all.some(({ hasChanged }) => hasChanged);
	}

	/** The list was not the same all the time. */
	get hasChanged(): boolean {
		return this.progress.hasOverlapped || this.progress.hasSlipped || this.hasOtherCounts;
	}

	/** The total, if it is larger than the records that were read. */
	get missedTotal(): number | undefined {
		const { total = 0 } = this;
		return !this.ignoresTotal && total > this.progress.distinct ? total : undefined;
	}

	/** A number next to the list that is larger than the list, or counts what follows, and that nothing explains. */
	private get largerNumber(): Signs['largerNumber'] {
		const { largerNumber: last } = this.last;
		const kept = [...this.counts].map(
			([name, { value = 0 }]) => ({ name, value, counts: 'all' }) as const,
		);
		return [...(last ? [last] : []), ...kept].find(
			({ counts, value }) => counts === 'left' || value > this.progress.distinct,
		);
	}

	/** What contradicts that a list is complete, and by what it does. */
	get contradiction(): { because: 'unsure' | 'counted'; said: Remark } | undefined {
		if (this.ignoresTotal) return undefined;
		const { largerNumber, last } = this;
		const said = this.unsure ?? last.more;
		if (said) return { because: 'unsure', said };
		return largerNumber?.counts ? { because: 'counted', said: largerNumber } : undefined;
	}

	/** What next to the list may explain a doubt. */
	get said(): Remark | undefined {
		return this.contradiction?.said ?? this.largerNumber;
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
