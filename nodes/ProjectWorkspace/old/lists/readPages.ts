import type { ResourceName } from '../catalogue';
import type { JsonObject } from '../records/value';
import { ok, reject, type Result } from '../result';
import { Claims } from './claims';
import { broken, type Stop } from './completeness';
import { findWay, requestPage } from './findWay';
import { listMessages } from './messages';
import { candidatesOn, wayBy } from './nextPage/candidates';
import type { KnownWay, KnownWays, ListOverrides, OpenList } from './nextPage/way';
import { type ListOutcome, outcomeOf } from './outcome';
import { createPageReader, pagesAhead, type ReadPage } from './page/pageReader';
import { SeenRecords } from './page/seenRecords';
import { type FetchPage, pageSizeIn, toOwnAddress } from './page/target';
import { Progress } from './progress';

export interface ListOptions {
	resource: ResourceName;
	/** The list's own address, absolute and without a query. */
	address: string;
	firstQuery: Readonly<Record<string, string>>;
	/** Undefined: all. */
	limit?: number;
	fetchPage: FetchPage;
	/** How many pages may be requested at once, if their numbers are known in advance. */
	parallel: number;
	overrides?: ListOverrides;
	knownWays?: KnownWays;
}

/** More than any real list has. */
const MAX_PAGES = 10_000;
const MAX_RECORDS = 5_000_000;
/** Filtered lists can have empty pages with a cursor (Slack, DynamoDB), and pages may overlap, but not endlessly. */
const MAX_IDLE_PAGES = 100;

function openList({ overrides = {}, knownWays, limit = Infinity, ...options }: ListOptions) {
	const { style, nextPath, parameter, pageSizeParameter, pageSize } = overrides;
	const isSized = pageSizeParameter !== undefined && pageSize !== undefined;
	const sized = isSized ? { [pageSizeParameter]: String(pageSize) } : {};
	const firstQuery = { ...options.firstQuery, ...sized };
	const key = JSON.stringify([options.address, Object.keys(firstQuery).sort(), overrides]);
	const known: KnownWay = knownWays?.get(key) ?? { noneOn: -1, turn: Promise.resolve() };
	knownWays?.set(key, known);
	const seen = new SeenRecords(options.resource);
	const progress = new Progress(seen, pageSize ?? pageSizeIn(firstQuery));
	const isSet = [style, nextPath, parameter].some((set) => set !== undefined);
	return {
		...{ firstQuery, overrides, limit, seen, progress, known },
		claims: new Claims(progress, overrides),
		read: createPageReader({ ...options, overrides }, progress),
		manual: style === 'none' ? style : isSet ? 'way' : undefined,
		...{ tried: new Set<string>(), setParameters: [], hasLead: false, isLeadLost: false },
	} satisfies OpenList as OpenList;
}

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order, up to Limit or to its end.
 * The number of pages is bounded. Does not throw: the return value of the generator says how reading ended.
 * @returns the records of each page; `readLast`: a sample of the last records of a list of which a page was read
 */
export function readPages(options: ListOptions) {
	const list = openList(options);
	return {
		pages: pagesOf(list, options.parallel),
		readLast: async () => await lastRecords(list),
	};
}

async function* pagesOf(
	list: OpenList,
	parallel: number,
): AsyncGenerator<JsonObject[], ListOutcome, void> {
	const { progress, claims, limit } = list;
	let step = await firstPage(list);
	while (step.ok) {
		const page = step.value;
		list.page = page;
		const { distinct } = progress;
		const { returned, isCut } = progress.enter(page, limit);
		claims.enter(page, distinct);
		if (returned.length > 0) yield returned;
		step =
			progress.records >= limit
				? reject({ is: 'limit', isCut })
				: await nextPage(list, page, parallel);
	}
	return outcomeOf(list, step.problem);
}

/** Only where the service states a total and the pages are numbered. There are none if the numbers lead nowhere. */
async function lastRecords(list: OpenList): Promise<JsonObject[]> {
	const { page: first, claims, manual } = list;
	const { missedTotal } = claims;
	if (missedTotal === undefined || !first) return [];
	const ways = candidatesOn(first, list)
		.ways.filter(({ evidence }) => evidence !== 'guess' || manual === 'way')
		.map(wayBy);
	const way = list.way ?? ways.find(({ last }) => last);
	const targets = way?.last?.(missedTotal, list) ?? [];
	const pages = await Promise.all(targets.map(async (target) => await list.read(target)));
	return pages.flatMap((page) => (page.ok ? page.value.records : []));
}

async function firstPage(list: OpenList): Promise<Result<ReadPage, Stop>> {
	const target = toOwnAddress(list.firstQuery);
	const reading = await list.read(target);
	if (!reading.ok) return broken(reading.problem);
	// A link may lead back to it.
	list.progress.addRequested(target, { url: reading.value.response.url });
	return ok({ target, cursor: '', mayBePastEnd: false, ...reading.value });
}

/** The page that follows, or why none does. */
async function nextPage(
	list: OpenList,
	page: ReadPage,
	parallel: number,
): Promise<Result<ReadPage, Stop>> {
	const { way, progress, claims, limit } = list;
	if (!way) return await findWay(list, page);
	const stop = way.endsOn(page, list);
	if (stop) return reject(stop);
	const ask = way.next(page, list);
	if (!ask) return reject({ is: 'noWay' });
	if (!ask.ok) return broken(ask.problem);
	const { pages, distinct, idlePages, records, largest } = progress;
	if (pages >= MAX_PAGES || distinct >= MAX_RECORDS || claims.isBeyondTotal)
		return broken(listMessages.endless(pages, distinct), page.cursor);
	if (idlePages >= MAX_IDLE_PAGES) return reject({ is: 'idle' });
	const { target: to, cursor, mayBePastEnd } = ask.value;
	const wanted = Math.ceil((limit - records) / Math.max(1, largest));
	const max = Math.min(wanted, parallel) - 1;
	const coming = pagesAhead(page, progress, { from: page.target, to, max });
	const isCapped = page.signs.total?.is === 'capped';
	const next = await requestPage(list, ask.value, { coming, isCapped });
	if (next.ok || next.problem.is !== 'rejected' || mayBePastEnd) return next;
	return broken(next.problem.problem, cursor);
}
