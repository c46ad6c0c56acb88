import { type Completeness, conclude, establishedIn } from './completeness';
import { notes } from './messages';
import { candidatesOn } from './nextPage/candidates';
import type { Stop } from './nextPage/way';
import type { ReadPage } from './page/pageReader';
import type { OpenList } from './openList';
import type { SeenRecords } from './page/seenRecords';

export interface ListOutcome {
	/** How the list was read, in sentences with the names that the service uses. */
	summary: string;
	/** The same for a person who need not know how: if nothing is unknown or set manually. */
	plain: string;
	total?: number;
	completeness: Completeness;
	/** Whether there are more records than Limit; `perhaps` if that is not known. */
	more: boolean | 'perhaps';
	pages: number;
	/** Which records were read; undefined if Limit was reached within a page. */
	seen?: SeenRecords;
}

/** Reading stopped before the end of the list, so nobody asks whether it is complete. */
export const LIMIT_REACHED: Completeness = { is: 'unknown', because: 'noSign' };

/** @param last the page on which reading stopped; undefined if not even the first one was read */
export function outcomeOf(list: OpenList, stop: Stop, last?: ReadPage): ListOutcome {
	const { pages } = list.progress;
	const { total } = list.claims;
	const { more, completeness } =
		stop.is === 'limit' && last
			? atLimit(list, stop, last)
			: { more: false, completeness: conclude(stop, establishedIn(list)) };
	const remarks = remarksOn(list);
	const summary = sentences(detectedIn(list, completeness, more), ...remarks);
	const isPlain = (completeness.is === 'complete' || more) && !isSetManually(list.overrides);
	const plain = isPlain ? sentences(readOf(list.progress, more), ...remarks) : summary;
	return { summary, plain, total, completeness, more, pages, seen: list.seen };
}

/** Limit is no end, unless the page says so: only a page past the end ends a walk. */
function atLimit(
	list: OpenList,
	stop: Extract<Stop, { is: 'limit' }>,
	last: ReadPage,
): Pick<ListOutcome, 'more' | 'completeness'> {
	const { progress, claims, search, overrides, firstQuery } = list;
	const found = candidatesOn(last.reading, firstQuery, overrides);
	const { hasLead = false, endsHere: isNull = false } = found.ok ? found.value : {};
	const endsHere = isNull || search.way?.endsOn(last, list)?.is === 'endsHere';
	const established = establishedIn(list, hasLead);
	const completeness = conclude(endsHere ? { is: 'endsHere' } : stop, established);
	if (stop.isCut || completeness.is === 'short' || (hasLead && !endsHere))
		return { more: true, completeness: LIMIT_REACHED };
	// A total may count only the page.
	const isSure = endsHere || claims.saysEnd || !progress.isFull;
	return completeness.is === 'complete' && isSure
		? { more: false, completeness }
		: { more: 'perhaps', completeness: LIMIT_REACHED };
}

const sentences = (...each: Array<string | false | undefined>) => each.filter(Boolean).join(' ');

/** The style and the path say the most; the other settings come with them or change only the numbers. */
const isSetManually = ({ style, nextPath, recordsPath }: OpenList['overrides']) =>
	[style, nextPath, recordsPath].some((each) => each !== undefined);

const readOf = ({ pages, records }: OpenList['progress'], more: ListOutcome['more']) =>
	pages === 0 ? '' : more ? notes.readSome(records) : notes.readAll(records);

function detectedIn(
	{ progress, search: { way, tried } }: OpenList,
	completeness: Completeness,
	more: ListOutcome['more'],
): string {
	const { pages, records, path = [] } = progress;
	if (pages === 0) return '';
	const isStated = completeness.is === 'complete' && completeness.because === 'stated';
	return sentences(
		notes.read(records, pages),
		path.length > 0 && notes.recordsIn(path.join('.')),
		way ? notes.nextPage(way.describe()) : isStated && !more && notes.stated,
		tried.size > 0 && !way && !isStated && notes.tried([...tried]),
	);
}

/** What a person should know about the list in any case. */
function remarksOn({ progress, claims, overrides }: OpenList) {
	const { pages, repeated, distinct } = progress;
	const { total, hasTotalChanged } = claims;
	if (pages === 0) return [];
	const isIgnored = overrides.ignoreTotal && total !== undefined && total > distinct;
	return [
		...progress.notes,
		hasTotalChanged && notes.totalChanged,
		repeated > 0 && notes.repeated(repeated),
		isIgnored && notes.ignoredTotal(total),
	];
}
