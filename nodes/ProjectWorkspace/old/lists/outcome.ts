import { withSuggestion } from '../records/fieldNames';
import { type Completeness, conclude, type Stop } from './completeness';
import { candidatesOn } from './nextPage/candidates';
import type { OpenList } from './nextPage/way';
import type { SeenRecords } from './page/seenRecords';

export interface ListOutcome {
	/** How the list was read, in sentences: with the names that the service uses … */
	detected: string;
	/** … and for a person who need not know them, unless something is unknown or set manually. */
	summary: string;
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

export function outcomeOf(list: OpenList, stop: Stop): ListOutcome {
	const { progress, claims, seen, overrides } = list;
	const { more, completeness } =
		stop.is === 'limit' ? atLimit(list, stop) : { more: false, completeness: conclude(stop, list) };
	const remarks = remarksOn(list);
	const detected = sentences(detectedIn(list, completeness, more), ...remarks);
	const isPlain = (completeness.is === 'complete' || more) && !isSetManually(overrides);
	const summary = isPlain ? sentences(readOf(progress, more), ...remarks) : detected;
	const { pages } = progress;
	return { detected, summary, total: claims.total, completeness, more, pages, seen };
}

/** Limit is no end, unless the page says so: only a page past the end ends a walk. */
function atLimit(
	list: OpenList,
	stop: Extract<Stop, { is: 'limit' }>,
): Pick<ListOutcome, 'more' | 'completeness'> {
	const { page, way } = list;
	const { hasLead = false, endsHere: isNull = false } = page ? candidatesOn(page, list) : {};
	const endsHere = isNull || (page && way?.endsOn(page, list)?.is === 'endsHere');
	const completeness = conclude(endsHere ? { is: 'endsHere' } : stop, list);
	if (stop.isCut || completeness.is === 'short' || (hasLead && !endsHere))
		return { more: true, completeness: LIMIT_REACHED };
	// A total may count only the page.
	const isSure = endsHere || list.claims.saysEnd || !list.progress.isFull;
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
	{ progress, way, tried }: OpenList,
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

const GET_OTHERS =
	"To get others, change 'Limit' or 'Filters', or set 'Skip' or 'Query Parameters' under 'Options'.";

/** How a list was read, in sentences for an execution hint. */
export const notes = {
	read: (records: number, pages: number) =>
		`${records} ${records === 1 ? 'record' : 'records'} from ${pages} ${pages === 1 ? 'page' : 'pages'}.`,
	readAll: (records: number) =>
		records === 0
			? 'The list is empty.'
			: records === 1
				? 'The only record was read.'
				: `All ${records} records were read.`,
	readSome: (records: number) =>
		records === 1 ? '1 record was read.' : `${records} records were read.`,
	matching: (kept: number, read: number) => `${kept} of ${read} records read match the filters.`,
	fewValues: ({ field, values }: { field: string; values: readonly string[] }) =>
		`The records have these values in '${field}': ${values.map((value) => JSON.stringify(value)).join(', ')}.`,
	/** Most likely, their names are misspelled. */
	missingFields: (fields: readonly string[], known: ReadonlySet<string> = new Set()) =>
		`None of the records read has the field ${fields.map((field) => withSuggestion(field, known)).join(' or ')}: check its name.`,
	recordsIn: (path: string) => `Records in ${path}.`,
	nextPage: (way: string) => `Next page: ${way}.`,
	tried: (parameters: readonly string[]) =>
		`The service ignored the usual parameters for a next page (${parameters.join(', ')}).`,
	readAgain: (readings: number) =>
		`The list was read ${readings === 2 ? 'twice' : `${readings} times`}, because one reading of several pages does not show that a record is not there.`,
	totalChanged: 'The reported total changed while the list was being read.',
	repeated: (count: number) => `Repeated records on later pages were left out: ${count}.`,
	ignoredTotal: (total: number) => `The service reports ${total} records in total.`,
	stated: 'Next page: none (the service says this is the last page).',
	limited: (more: true | 'perhaps', total: string) =>
		`The limit was reached, and the list ${more === true ? 'has' : 'may have'} more records${total}. ${GET_OTHERS}`,
	/** The whole list had to be read to sort it. */
	limitedAfterSort: (limit: number, sorted: number) =>
		`After sorting, 'Limit' left ${limit} of ${sorted}. ${GET_OTHERS}`,
};
