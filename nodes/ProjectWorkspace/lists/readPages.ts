import type { JsonObject } from '../records/value';
import { ok, reject, type Result } from '../result';
import { findWay } from './findWay';
import { listMessages } from './messages';
import { candidatesOn } from './nextPage/candidates';
import type { Stop } from './nextPage/way';
import { pagesAhead, type ReadPage } from './page/pageReader';
import { broken, type ListOptions, type OpenList, openList, REJECTED } from './openList';
import { type ListOutcome, outcomeOf } from './outcome';
import { toOwnAddress } from './page/target';

/** More than any real list has. */
const MAX_PAGES = 10_000;
const MAX_RECORDS = 5_000_000;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), and pages may overlap, but not endlessly. */
const MAX_IDLE_PAGES = 100;

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order, up to Limit or to its end.
 * The number of pages is bounded. Does not throw: the return value of the generator says how reading ended.
 * @yields the records of a page
 */
export async function* readPages(
	options: ListOptions,
): AsyncGenerator<JsonObject[], ListOutcome, void> {
	const list = openList(options);
	const { progress, claims, limit } = list;
	let step: Result<ReadPage, Stop> = await firstPage(list);
	let last: ReadPage | undefined;
	while (step.ok) {
		last = step.value;
		const { distinct } = progress;
		const { returned, isCut } = progress.enter(last, limit);
		claims.enter(last, distinct);
		const page = last;
		if (progress.pages === 1) options.begun?.(async () => await lastRecords(list, page));
		if (returned.length > 0) yield returned;
		step = progress.records >= limit ? reject({ is: 'limit', isCut }) : await nextPage(list, last);
	}
	return outcomeOf(list, step.problem, last);
}

/**
 * The last records of a list that is only begun, where the service states a total and the pages are numbered. A sample:
 * there are none if the numbers lead nowhere.
 */
async function lastRecords(list: OpenList, first: ReadPage): Promise<JsonObject[]> {
	const { claims, firstQuery, overrides, manual, read } = list;
	const { missedTotal } = claims;
	if (missedTotal === undefined) return [];
	const found = candidatesOn(first.reading, firstQuery, overrides);
	const candidates = found.ok ? found.value.ways : [];
	const numbered = candidates.find(
		({ way, evidence }) => way.last && (evidence !== 'guess' || manual === 'way'),
	);
	const targets = (list.search.way ?? numbered?.way)?.last?.(missedTotal, list) ?? [];
	const pages = await Promise.all(targets.map(async (target) => await read(target)));
	return pages.flatMap((page) => (page.ok ? page.value.records : []));
}

async function firstPage({
	firstQuery,
	read,
	progress,
}: OpenList): Promise<Result<ReadPage, Stop>> {
	const target = toOwnAddress(firstQuery);
	const reading = await read(target);
	if (!reading.ok) return broken(reading.problem);
	progress.addRequested(target, { url: reading.value.response.url });
	return ok({ target, cursor: '', mayBePastEnd: false, reading: reading.value });
}

/** The page that follows, or why none does. */
async function nextPage(list: OpenList, page: ReadPage): Promise<Result<ReadPage, Stop>> {
	const { progress } = list;
	const { way } = list.search;
	if (!way) return await findWay(list, page);
	const stop = way.endsOn(page, list);
	if (stop) return reject(stop);
	const next = way.next(page, list);
	if (!next) return reject({ is: 'noWay' });
	if (!next.ok) return broken(next.problem);
	const { pages, distinct, idlePages } = progress;
	if (pages >= MAX_PAGES || distinct >= MAX_RECORDS || list.claims.isBeyondTotal)
		return broken(listMessages.endless(pages, distinct), page.cursor);
	if (idlePages >= MAX_IDLE_PAGES) return reject({ is: 'idle' });
	const { target, cursor, mayBePastEnd } = next.value;
	progress.addRequested(target);
	const read = await list.read(target, comingAfter(list, page, target));
	if (read.ok && read.value.absent !== 'all') return ok({ ...next.value, reading: read.value });
	if (read.ok) return broken(listMessages.noList, cursor);
	const { status, isJson } = read.problem.failure ?? {};
	if (!mayBePastEnd || !REJECTED.some((each) => each === status))
		return broken(read.problem, cursor);
	// Only a service that knows its pages says that there is no such page, and some only return so many records.
	const isCapped = page.reading.signs.total?.is === 'capped';
	return reject({ is: status === 404 && isJson && !isCapped ? 'pastEnd' : 'rejected' });
}

function comingAfter(
	{ progress, limit, parallel }: OpenList,
	{ target: from, reading }: ReadPage,
	to: ReadPage['target'],
) {
	const wanted = Math.ceil((limit - progress.records) / Math.max(1, progress.largest));
	return pagesAhead(reading, progress, { from, to, max: Math.min(wanted, parallel) - 1 });
}
