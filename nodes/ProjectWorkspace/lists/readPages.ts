import type { JsonObject } from '../records/json';
import { ok, type Result } from '../result';
import { followingPage } from './followingPage';
import { messages } from './messages';
import { type CurrentPage, type ListOptions, type OpenList, openList } from './openList';
import { endOf, limitOf, type ListOutcome } from './outcome';
import { keyOfTarget } from './page/target';
import { keyOfRecord, returnedOf } from './position';
import type { ListProblem } from './types';

/**
 * Reads a list whose envelope and pagination are not documented, page by page and in order, up to Limit or to its end.
 * The number of pages is bounded. Does not throw: the return value of the generator says how reading ended.
 * @yields the records of a page, and the position after so many of them, for 'Start From Position'
 */
export async function* readPages(
	options: ListOptions,
): AsyncGenerator<
	{ records: JsonObject[]; positionAfter: (count: number) => string },
	ListOutcome,
	void
> {
	const list = openList(options);
	if (!list) return nothingRead(messages.otherPosition);
	const { progress, seen, limit, start } = list;
	const first = await firstPage(list);
	if (!first.ok) return nothingRead(first.problem);
	let page = first.value;
	const returnedBefore = returnedOf(page.reading.records, start);
	if (returnedBefore === undefined) return nothingRead(messages.moved);
	const earlier = new Set(page.reading.records.slice(0, returnedBefore));
	for (;;) {
		const { target, reading } = page;
		const { records } = reading;
		const { reached } = progress;
		const taken = seen.take(records);
		const wanted = taken.notEmitted.filter((record) => !earlier.has(record));
		const kept = wanted.slice(0, limit - progress.records);
		const isCut = kept.length < wanted.length;
		const positionAfter = (count: number) => {
			// With the last new record, the rest of the page counts as returned.
			const last = count < kept.length || isCut ? kept[count - 1] : records.at(-1);
			const returned = last ? records.indexOf(last) + 1 : 0;
			return list.writePosition({ target, reached, returned, last: last && keyOfRecord(last) });
		};
		progress.enter(reading, { ...taken, kept: kept.length });
		if (kept.length > 0) yield { records: kept, positionAfter };

		const position = positionAfter(kept.length);
		if (progress.records >= limit) return { ...limitOf(list, reading, isCut), position };
		const next = await followingPage(list, page);
		if (!next.ok) return { ...endOf(list, reading, next.problem), position };
		page = next.value;
	}
}

/** The first page of the list, or the one where an earlier reading stopped. */
async function firstPage(list: OpenList): Promise<Result<CurrentPage, ListProblem>> {
	const { target } = list.start;
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
