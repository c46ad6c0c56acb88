import { wholeNumber } from '../../records/value';
import { ok } from '../../result';
import type { Stop } from '../completeness';
import type { Ask, ReadPage } from '../page/pageReader';
import { toOwnAddress } from '../page/target';
import { fieldOn } from './ledWay';
import { lastIdOf } from './suggested';
import type { Confirmation, OpenList, Way, WaySpec } from './way';

/** By page numbers. */
export const pageWay = (at: WaySpec): Way => ({
	...countedWay('page number', at, ({ cursor }) =>
		String((cursor === '' ? at.base : Number(cursor)) + 1),
	),
	// The last page may be tiny, or not there because pages are counted from 0.
	last: (total, list) => {
		const last = Math.ceil(total / Math.max(1, list.progress.largest)) - 1;
		return [last - 1, last]
			.filter((each) => each > 0)
			.map((each) => targetAt(at, at.base + each, list));
	},
	// A number of pages only counts numbered ones: offsets and last IDs may divide the list differently.
	endsOn: (_, list) => endOfCount(list, list.claims.isTotalReached || list.claims.isLastPage),
	confirmedBy(page, first, brings, list) {
		if (brings === 'empty') return emptyPage(page, first, at, list);
		// Page 1 may be the first page, even if the page calls itself 0.
		if (brings !== 'new') return page.cursor === '1' ? 'unclear' : 'ignored';
		return confirmation(growth(page, first, at), 1, list);
	},
});

/**
 * By offsets, each of the last record that was read. That it comes again shows that records are counted, and not pages,
 * and that none before it was deleted.
 */
export const offsetWay = (at: WaySpec): Way => ({
	...countedWay(
		'offset',
		at,
		({ cursor, records }, { progress }) => {
			const from = cursor === '' ? at.base : Number(cursor);
			return String(from + Math.max(1, (records.length || progress.largest) - 1));
		},
		({ records }) => (records.length > 1 ? 'always' : undefined),
	),
	last: (total, list) => [targetAt(at, at.base + total - list.progress.largest, list)],
	confirmedBy(page, first, brings, list) {
		const { length } = first.records;
		if (length === 1 && brings === 'new') return confirmation(growth(page, first, at), 1, list);
		if (page.records.length === 0)
			return emptyPage(page, first, at, list) === 'next' ? 'next' : 'ignored';
		const repeated = repeatedEnd(page, first, list);
		// If pages or other things are counted, the page begins anywhere.
		if (repeated === 0 && brings === 'new') return 'unclear';
		if (repeated === 0 || repeated === length) return 'ignored';
		if (page.records.length === repeated) return list.claims.saysMore ? 'next' : 'pastEnd';
		return confirmation(growth(page, first, at), length, list);
	},
});

/** By the ID of the last record. */
export const lastIdWay = (at: WaySpec): Way => ({
	...countedWay(
		'last ID',
		at,
		(page) => lastIdOf(page),
		() => 'perhaps',
	),
	confirmedBy: (_, __, brings, list) =>
		brings === 'empty' ? 'pastEnd' : brings === 'new' ? confirmation(0, 0, list) : 'ignored',
});

const countedWay = (
	words: string,
	{ parameter }: Pick<WaySpec, 'parameter'>,
	numberOf: (page: ReadPage, list: OpenList) => string | undefined,
	repeatsLast: (page: ReadPage) => Ask['repeatsLast'] = () => undefined,
): Pick<Way, 'next' | 'endsOn' | 'describe'> => ({
	next(page, list) {
		const cursor = numberOf(page, list);
		if (cursor === undefined || !cursor.isWellFormed()) return undefined;
		const target = targetAt({ parameter }, cursor, list);
		return ok<Ask>({ target, cursor, mayBePastEnd: true, repeatsLast: repeatsLast(page) });
	},
	endsOn: (_, list) => endOfCount(list, list.claims.isTotalReached),
	describe: () => `${words}, sent as ${parameter}`,
});

const targetAt = (
	{ parameter }: Pick<WaySpec, 'parameter'>,
	cursor: string | number,
	{ firstQuery }: OpenList,
) => toOwnAddress(firstQuery, { [parameter]: String(cursor) });

/** Pages are requested until one of them is past the end, unless the service says which one is the last. */
function endOfCount(
	{ progress: { brings, isFull }, claims: { saysMore, saysEnd } }: OpenList,
	isCounted: boolean,
): Stop | undefined {
	if (brings === 'empty') return saysMore ? undefined : { is: 'pastEnd' };
	if (brings === 'again') return { is: 'pastEnd' };
	if (brings === 'known') return { is: 'idle' };
	// A total may be too low. One more page shows it, if this one may have been cut.
	return saysEnd || (isCounted && !isFull) ? { is: 'endsHere' } : undefined;
}

/** A page within the list may be empty: its number has grown, and the service says that there is more. */
const emptyPage = (
	page: ReadPage,
	first: ReadPage,
	at: WaySpec,
	{ claims }: OpenList,
): Confirmation => (claims.saysMore && growth(page, first, at) > 0 ? 'next' : 'pastEnd');

/** @param farthest by how much the position can have grown on the next page */
function confirmation(
	grown: number,
	farthest: number,
	{ seen, overrides }: OpenList,
): Confirmation {
	if (grown > farthest) return 'unclear';
	if (grown > 0 || overrides.parameter !== undefined) return 'next';
	// Without IDs, records are compared by their content, which may change: it confirms no guess.
	return seen.hasIds ? 'guessed' : 'ignored';
}

/** By how much the position that the pages report has grown; 0 if they report none. */
function growth(page: ReadPage, first: ReadPage, at: WaySpec): number {
	if (at.name === undefined) return 0;
	const [before, after] = [first, page].map((each) => wholeNumber(fieldOn(each, at)?.value));
	return before === undefined || after === undefined ? 0 : after - before;
}

/** With how many of the last records of the first page this page begins. */
function repeatedEnd(page: ReadPage, first: ReadPage, { seen }: OpenList): number {
	const [now, before] = [page, first].map(({ records }) => records.map(seen.keyOf));
	if (!now || !before) return 0;
	const from = before.lastIndexOf(now[0] ?? '');
	const end = from < 0 ? [] : before.slice(from);
	return end.every((key, at) => key === now[at]) ? end.length : 0;
}
