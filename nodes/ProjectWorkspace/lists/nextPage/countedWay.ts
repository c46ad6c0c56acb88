import { wholeNumber } from '../../records/json';
import { ok } from '../../result';
import { toOwnAddress } from '../page/target';
import type { Ask, Confirmation, Reached, Stop, Way } from './way';
import type { CurrentPage } from '../page/reading';

/** How pages are counted. */
interface Counted {
	parameter: string;
	/** The number of the first page, or the offset of the first record. */
	base: number;
	/** The field in which pages report their position, if they do. */
	name?: string;
	path?: string;
}

/** By page numbers. */
export const pageWay = (at: Counted): Way => ({
	...countedWay('page number', at, ({ cursor }) =>
		String((cursor === '' ? at.base : Number(cursor)) + 1),
	),
	// The last page may be tiny, or not there because pages are counted from 0.
	last: (total, reached) => {
		const last = Math.ceil(total / Math.max(1, reached.progress.largest)) - 1;
		return [last - 1, last]
			.filter((each) => each > 0)
			.map((each) => ask(at, at.base + each, reached));
	},
	// A number of pages only counts numbered ones: offsets and last IDs may divide the list differently.
	endsOn: (_, reached) =>
		endOfCount(reached, reached.claims.isTotalReached || reached.claims.isLastPage),
	confirmedBy(page, first, brings, reached) {
		if (brings === 'empty') return emptyPage(page, first, at, reached);
		// Page 1 may be the first page, even if the page calls itself 0.
		if (brings !== 'other') return page.cursor === '1' ? 'unclear' : 'ignored';
		return confirmation(growth(page, first, at), 1, reached);
	},
});

/**
 * By offsets, each of the last record that was read. That it comes again shows that records are counted, and not pages,
 * and that none before it was deleted.
 */
export const offsetWay = (at: Counted): Way => ({
	...countedWay(
		'offset',
		at,
		({ cursor, reading: { records } }, { progress }) => {
			const from = cursor === '' ? at.base : Number(cursor);
			return String(from + Math.max(1, (records.length || progress.largest) - 1));
		},
		({ reading: { records } }) => (records.length > 1 ? 'always' : undefined),
	),
	last: (total, reached) => [ask(at, at.base + total - reached.progress.largest, reached)],
	confirmedBy(page, first, brings, reached) {
		const { length } = first.reading.records;
		if (length === 1 && brings === 'other')
			return confirmation(growth(page, first, at), 1, reached);
		if (page.reading.records.length === 0)
			return emptyPage(page, first, at, reached) === 'next' ? 'next' : 'ignored';
		const repeated = repeatedEnd(page, first, reached);
		// If pages or other things are counted, the page begins anywhere.
		if (repeated === 0 && brings === 'other') return 'unclear';
		if (repeated === 0 || repeated === length) return 'ignored';
		if (page.reading.records.length === repeated)
			return reached.claims.saysMore ? 'next' : 'pastEnd';
		return confirmation(growth(page, first, at), length, reached);
	},
});

/** By the ID of the last record. */
export const lastIdWay = (
	parameter: string,
	idOf: (page: CurrentPage) => string | undefined,
): Way => ({
	...countedWay('last ID', { parameter, base: 0 }, idOf, () => 'perhaps'),
	confirmedBy: (_, __, brings) =>
		brings === 'empty' ? 'pastEnd' : brings === 'other' ? 'next' : 'ignored',
});

const countedWay = (
	words: string,
	{ parameter }: Counted,
	numberOf: (page: CurrentPage, reached: Reached) => string | undefined,
	repeatsLast: (page: CurrentPage) => Ask['repeatsLast'] = () => undefined,
): Pick<Way, 'parameter' | 'next' | 'endsOn' | 'describe'> => ({
	parameter,
	next(page, reached) {
		const cursor = numberOf(page, reached);
		if (cursor === undefined || !cursor.isWellFormed()) return undefined;
		const target = ask({ parameter }, cursor, reached);
		return ok<Ask>({ target, cursor, isCounted: true, repeatsLast: repeatsLast(page) });
	},
	endsOn: (_, reached) => endOfCount(reached, reached.claims.isTotalReached),
	describe: () => `${words}, sent as ${parameter}`,
});

const ask = (
	{ parameter }: Pick<Counted, 'parameter'>,
	cursor: string | number,
	{ firstQuery }: Reached,
) => toOwnAddress(firstQuery, { [parameter]: String(cursor) });

/** Pages are requested until one of them is past the end, unless the service says which one is the last. */
function endOfCount(
	{ progress: { brings, isFull }, claims: { saysMore, saysEnd } }: Reached,
	isCounted: boolean,
): Stop | undefined {
	if (brings === 'empty') return saysMore ? undefined : { is: 'pastEnd' };
	if (brings === 'again') return { is: 'pastEnd' };
	if (brings === 'known') return { is: 'idle' };
	// A total may be too low. One more page shows it, if this one may have been cut.
	return saysEnd || (isCounted && !isFull) ? { is: 'closed' } : undefined;
}

/** A page within the list may be empty: its number has grown, and the service says that there is more. */
const emptyPage = (
	page: CurrentPage,
	first: CurrentPage,
	at: Counted,
	{ claims }: Reached,
): Confirmation => (claims.saysMore && growth(page, first, at) > 0 ? 'next' : 'pastEnd');

/** @param farthest by how much the position can have grown on the next page */
function confirmation(grown: number, farthest: number, { seen, overrides }: Reached): Confirmation {
	// Without IDs, records are compared by their content, which may change: it confirms no guess.
	if (!seen.hasIds && overrides.parameter === undefined && grown <= 0) return 'ignored';
	return grown > farthest ? 'unclear' : 'next';
}

/** By how much the position that the pages report has grown; 0 if they report none. */
function growth(page: CurrentPage, first: CurrentPage, { name, path }: Counted): number {
	if (name === undefined) return 0;
	const [before, after] = [first, page].map(({ reading }) => {
		const found = reading.fields.findAnywhere(name);
		const field = found.find((each) => each.path.join('.') === path) ?? found[0];
		return wholeNumber(field?.value);
	});
	return before === undefined || after === undefined ? 0 : after - before;
}

/** With how many of the last records of the first page this page begins. */
function repeatedEnd(page: CurrentPage, first: CurrentPage, { seen }: Reached): number {
	const [now, before] = [page, first].map(({ reading }) => reading.records.map(seen.keyOf));
	if (!now || !before) return 0;
	const from = before.lastIndexOf(now[0] ?? '');
	const end = from < 0 ? [] : before.slice(from);
	return end.every((key, at) => key === now[at]) ? end.length : 0;
}
