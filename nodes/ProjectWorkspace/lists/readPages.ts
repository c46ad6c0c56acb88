import type { JsonObject } from '../records/json';
import { ok, type Result } from '../result';
import { followingPage } from './followingPage';
import { type CurrentPage, type ListOptions, type OpenList, openList } from './openList';
import { endOf, limitOf, type ListOutcome } from './outcome';
import { keyOfTarget } from './page/target';
import type { ListProblem } from './types';

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order, up to Limit or to its end.
 * The number of pages is bounded. Does not throw: the return value of the generator says how reading ended.
 * @yields the records of a page
 */
export async function* readPages(
	options: ListOptions,
): AsyncGenerator<JsonObject[], ListOutcome, void> {
	const list = openList(options);
	const { progress, seen, limit } = list;
	const first = await firstPage(list);
	if (!first.ok) return nothingRead(first.problem);
	let page = first.value;
	for (;;) {
		const { reading } = page;
		const taken = seen.take(reading.records);
		const kept = taken.notEmitted.slice(0, limit - progress.records);
		const isCut = kept.length < taken.notEmitted.length;
		progress.enter(reading, { ...taken, kept: kept.length });
		if (kept.length > 0) yield kept;

		if (progress.records >= limit) return limitOf(list, reading, isCut);
		const next = await followingPage(list, page);
		if (!next.ok) return endOf(list, reading, next.problem);
		page = next.value;
	}
}

async function firstPage(list: OpenList): Promise<Result<CurrentPage, ListProblem>> {
	const target = { query: list.firstQuery };
	const read = await list.read(target);
	if (!read.ok) return read;
	const reading = read.value;
	// Also by its URL, because a link may lead back to it.
	list.progress.requested.add(keyOfTarget(target)).add(keyOfTarget({ url: reading.page.url }));
	return ok({ target, cursor: '', reading });
}

const nothingRead = (problem: ListProblem): ListOutcome => ({
	completeness: { is: 'short', problem },
	summary: '',
	more: false,
});
