import { type Asked, continueSeries, createAhead } from './ahead';
import { isInvalidRequest as looksInvalid } from './invalidRequest';
import { goesOn } from './nextPage/goesOn';
import { createLedger } from './ledger';
import { chooseRoutes } from './nextPage/overrides';
import { type Reading, readPage } from './reading';
import { countRemaining } from './nextPage/remaining';
import { nextStep, type Route } from './nextPage/route';
import { createSeen, keyOfTarget } from './seen';
import { tryRoutes } from './nextPage/tryRoutes';
import type {
	ListOptions,
	ListOutcome,
	ListRefusal,
	Page,
	PageOfRecords,
	PageTarget,
} from './types';
import { refuse } from './wording';

/** Filtered lists do answer empty pages with a cursor (Slack, DynamoDB), but not without end. */
const MOST_EMPTY_PAGES = 20;

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order.
 * Ends with all records, with as many as Limit asks for, or with a refusal in words; never with
 * fewer, and never without end. Nothing is thrown: the outcome is the generator's return value.
 */
export async function* readList(
	options: ListOptions,
): AsyncGenerator<PageOfRecords, ListOutcome, void> {
	const { resource, fetchPage, parallel, overrides = {} } = options;
	const limit = options.limit ?? Infinity;
	const { isInvalidRequest = looksInvalid } = options;
	const firstQuery = { ...options.firstQuery };
	if (overrides.pageSizeParameter && overrides.pageSize !== undefined) {
		firstQuery[overrides.pageSizeParameter] = String(overrides.pageSize);
	}
	const seen = createSeen();
	const ledger = createLedger();
	const refused = (refusal: ListRefusal): ListOutcome => ({
		kind: 'refused',
		refusal,
		report: ledger.report(),
	});
	const ask = async (target: PageTarget): Promise<Asked> =>
		await Promise.resolve(target)
			.then(fetchPage)
			.then(
				(page): Asked => ({ kind: 'page', page }),
				(cause: unknown): Asked => ({ kind: 'failed', cause }),
			);
	let path: readonly string[] | undefined;
	let wide = false;
	const read = (page: Page) => readPage(page, resource, overrides, path, wide);

	if (limit <= 0) return { kind: 'done', report: ledger.report({ more: undefined }) };
	const asked = await ask({ query: firstQuery });
	if (asked.kind === 'failed') return refused(refuse.firstRequest(asked.cause));
	const opened = read(asked.page);
	if (opened.kind === 'refused') return refused(opened.refusal);

	let reading: Reading = opened.reading;
	let route: Route | undefined;
	let target: PageTarget = { query: firstQuery };
	const before = new Set([keyOfTarget(target), keyOfTarget({ url: reading.url })]);
	const ahead = createAhead(ask, Math.max(1, Math.floor(parallel)));

	for (;;) {
		if (reading.records.length > 0 || path === undefined) path = reading.path;
		const fresh = seen.take(reading.records);
		const kept = fresh.slice(0, limit - ledger.records());
		ledger.enter(reading, fresh.length, kept.length);
		if (kept.length > 0) yield { records: kept, page: ledger.progress.pages };
		if (ledger.records() >= limit) {
			const more = fresh.length > kept.length || goesOn(reading, ledger.progress, route, overrides);
			return { kind: 'done', report: ledger.report({ more }) };
		}

		if (!route) {
			let choice = chooseRoutes(reading, overrides);
			if (choice.kind === 'routes' && saysNothing(reading, choice)) {
				wide = true;
				const again = read(reading.page);
				if (again.kind === 'reading') choice = chooseRoutes((reading = again.reading), overrides);
			}
			if (choice.kind === 'refused') return refused(choice.refusal);
			const surroundings = { ask, read, seen, firstQuery, isInvalidRequest };
			const tried = await tryRoutes(choice.routes, reading, ledger.progress, surroundings);
			if (tried.kind === 'refused') return refused(tried.refusal);
			if (tried.kind === 'nothing') {
				if (isPartial(reading)) return refused(refuse.partial());
				return ledger.close(choice.statedEnd || tried.statedEnd, overrides, undefined);
			}
			({ route, target, reading } = tried);
			ledger.follow(route.label);
			before.add(keyOfTarget(target)).add(keyOfTarget({ url: reading.url }));
			continue;
		}

		const step = nextStep(route, reading, ledger.progress, firstQuery);
		if (step.kind === 'refused') return refused(refuse.nextLink(step));
		if (step.kind === 'end') return ledger.close(step.stated, overrides, target);
		const key = keyOfTarget(step.target);
		if (before.has(key)) {
			// A cursor that stands still on an empty page is how CouchDB and Solr say "that was all".
			if (reading.records.length === 0) return ledger.close(true, overrides, target);
			return refused(refuse.sameTarget(step));
		}
		if (ledger.emptyInARow() >= MOST_EMPTY_PAGES) {
			return refused(refuse.emptyPages(ledger.emptyInARow(), step));
		}
		before.add(key);

		const left = countRemaining(reading, ledger.progress, target, step.target, ledger.pageSize());
		const wanted = Math.ceil((limit - ledger.records()) / ledger.pageSize());
		const coming = Math.min(left ?? 1, wanted, parallel) - 1;
		const answer = await ahead.take(step.target, continueSeries(target, step.target, coming));
		if (ahead.hasGivenUp())
			ledger.noteOnce('The list shifted while it was read: from there on page by page.');
		if (answer.kind === 'failed') return refused(refuse.request(step, answer.cause));
		const next = read(answer.page);
		if (next.kind === 'refused') {
			return refused({ ...next.refusal, position: step.target, cursor: step.cursor });
		}
		reading = next.reading;
		target = step.target;
		if (reading.records.length > 0 && seen.countFresh(reading.records) === 0) {
			return refused(refuse.sameRecords(step));
		}
	}
}

function saysNothing(
	{ stated }: Reading,
	choice: { routes: Route[]; statedEnd: boolean },
): boolean {
	return choice.routes.length === 0 && !choice.statedEnd && stated.total === undefined;
}

/** Heroku answers a list by ranges: https://devcenter.heroku.com/articles/platform-api-reference#ranges */
function isPartial({ signs, page }: Reading): boolean {
	return signs.find('header.nextrange').length > 0 || page.status === 206;
}
