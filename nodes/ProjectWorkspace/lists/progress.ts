import { NO_PAGINATION, notes, WHOLE_RESPONSE } from './messages';
import type { Candidate } from './nextPage/follow';
import type { Reading } from './reading';
import type { ListReport, Proof } from './types';

/** How far one walk through a list has come. */
export interface Progress {
	pages: number;
	/** Where the next page begins by the sizes of the pages, with what came twice; an empty page counts as a full one. */
	position: number;
	/** Different records. */
	distinct: number;
	/** The largest page: a server's own page size shows in what it gives. */
	largest: number;
	emptyInARow: number;
	/** How many of the last page's records were new. */
	fresh: number;
	/** How pages are asked for, once that is confirmed. */
	strategy?: Pick<Candidate, 'strategy' | 'base'>;
	/** The service said that a page was the last, and the next one had new records. */
	isEndRefuted: boolean;
	/** The total only counts the records on its page. */
	isTotalOfPage: boolean;
	/** What the last page with new records said. */
	evidence?: Evidence;
}

/** What a page says about the end. Any sign of more beats any sign of the end. */
export interface Evidence {
	more: boolean;
	/** Something says that this was all. Alone it only explains a page that then brings nothing. */
	isLikelyEnd: boolean;
	/** Said outright, or the total is reached. */
	isClosed: boolean;
	/** The service says outright that this was all, or two counts agree on it; and the page is not full. */
	isEnd: boolean;
	isFull: boolean;
	/** As many pages were read as there are. */
	isLastPage: boolean;
}

const USUAL_SIZES: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000];

/** Where exactly this many records come, a page may have been cut. */
export const isUsualSize = (records: number): boolean => USUAL_SIZES.includes(records);

export function evidenceOf({ totals, records }: Reading, progress: Progress): Evidence {
	const { hasMore, totalIs, totalPages, pageSize } = totals;
	const { pages, distinct, position, largest, strategy, isEndRefuted } = progress;
	const kind = strategy?.strategy.kind;
	const isFirst = pages === 1;
	const total = progress.isTotalOfPage ? undefined : totals.total;
	// A list may be empty in between, but not behind its total. An estimate says no more than that.
	const isWithin =
		isFirst || records.length > 0 ? totalIs !== 'estimated' : position < (total ?? 0);
	const isLeft = total !== undefined && total > distinct && isWithin;
	const more = hasMore === true || isLeft || (totalPages !== undefined && totalPages > pages);

	const isFull = isFirst
		? isUsualSize(records.length) || (pageSize !== undefined && records.length >= pageSize)
		: records.length >= largest;
	const isShort = !isFull && (!isFirst || pageSize !== undefined);
	const isReached = total === distinct && totalIs === 'exact';
	const isLastPage = totalPages !== undefined && totalPages > 0 && pages >= totalPages;
	// Pages may be counted from 0, and those by offset overlap where records are hidden.
	const isSurelyLast =
		isLastPage &&
		kind !== 'offset' &&
		!(pages === totalPages && kind === 'page' && strategy?.base === 0);
	const isSaid = hasMore === false && !isEndRefuted;
	const agreeing = [isReached, isShort, isSurelyLast].filter(Boolean).length;
	// On the first page a total may be the number of its records, which says no more than that they are few.
	const mayCountPage = isFirst && isReached && !isLastPage;
	return {
		more,
		isLikelyEnd: !more && (isSaid || isReached || isShort || isLastPage),
		isClosed: !more && (isSaid || isReached),
		isEnd: !more && !isFull && (isSaid || (agreeing > 1 && !mayCountPage)),
		isFull,
		isLastPage,
	};
}

/** The walks through a list, and the report at the end. */
export interface ListProgress {
	walk: Progress;
	enter: (reading: Reading, counts: { fresh: number; unread: number }) => void;
	follow: (confirmed: Candidate) => void;
	note: (note: string) => void;
	/** Records are missing, or may have been skipped because the list changed. */
	isDoubtful: (isCounted: boolean, ignoreTotal: boolean) => boolean;
	/** The last total, where it is more than was read. */
	missingOf: () => number | undefined;
	startAgain: () => void;
	/** Handed on. */
	records: () => number;
	/** Read, in all walks. */
	pages: () => number;
	report: (part?: { limited?: ListReport['limited']; proof?: Proof }) => ListReport;
}

const atStart = (): Progress => ({
	pages: 0,
	position: 0,
	distinct: 0,
	largest: 0,
	emptyInARow: 0,
	fresh: 0,
	isEndRefuted: false,
	isTotalOfPage: false,
});

export function trackProgress(): ListProgress {
	let walk = atStart();
	let wasSaidEnd = false;
	let hasChanged = false;
	let total: number | undefined;
	let isTotalExact = false;
	let pages = 0;
	let records = 0;
	let repeated = 0;
	let place = WHOLE_RESPONSE;
	let pagination: string | undefined;
	const said = new Set<string>();

	const enterTotal = ({ totals, records: { length } }: Reading) => {
		// Past the end some services count nothing at all.
		if (totals.total === undefined || (length === 0 && walk.pages > 1)) return;
		if (walk.pages > 1 && totals.total === length && totals.total < walk.distinct) {
			walk.isTotalOfPage = true;
		}
		const isExact = totals.totalIs === 'exact' && !walk.isTotalOfPage;
		if (isExact && isTotalExact && total !== totals.total) hasChanged = true;
		total = totals.total;
		isTotalExact = isExact;
	};

	return {
		get walk() {
			return walk;
		},
		enter: (reading, { fresh, unread }) => {
			const { length } = reading.records;
			pages += 1;
			walk.pages += 1;
			walk.fresh = fresh;
			walk.distinct += fresh;
			walk.largest = Math.max(walk.largest, length);
			walk.position += length === 0 ? walk.largest : length;
			walk.emptyInARow = length === 0 ? walk.emptyInARow + 1 : 0;
			walk.isEndRefuted ||= wasSaidEnd && fresh > 0;
			wasSaidEnd = reading.totals.hasMore === false;
			records += unread;
			repeated += length - fresh;
			if (reading.path.length > 0) place = reading.path.join('.');
			if (reading.note !== undefined) said.add(reading.note);
			enterTotal(reading);
			if (fresh > 0 || walk.pages === 1) walk.evidence = evidenceOf(reading, walk);
		},
		follow: (confirmed) => {
			pagination = confirmed.label;
			walk.strategy = confirmed;
		},
		note: (note) => said.add(note),
		isDoubtful: (isCounted, ignoreTotal) => {
			const isWhole = isTotalExact && total === records && !hasChanged;
			if (isCounted && repeated > 0 && !isWhole) return true;
			return !ignoreTotal && isTotalExact && (hasChanged || (total ?? 0) > records);
		},
		missingOf: () => (isTotalExact && total !== undefined && total > records ? total : undefined),
		startAgain: () => {
			walk = { ...atStart(), strategy: walk.strategy };
			wasSaidEnd = false;
			isTotalExact = false;
			repeated = 0;
			said.add(notes.walkedAgain);
		},
		records: () => records,
		pages: () => pages,
		report: ({ limited, proof } = {}) => ({
			recordsPath: place,
			pagination: pagination ?? (proof === 'stated' ? notes.closed : NO_PAGINATION),
			pages,
			records,
			repeated,
			total,
			limited,
			proof,
			notes: [
				...said,
				...(proof === 'unpaged' ? [notes.noPagination] : []),
				...(hasChanged ? [notes.totalChanged] : []),
				...(repeated > 0 ? [notes.repeated(repeated)] : []),
			],
		}),
	};
}
