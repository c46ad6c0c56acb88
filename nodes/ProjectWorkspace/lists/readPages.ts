import type { JsonObject } from '../records/json';
import { ok, reject, type Result } from '../result';
import { followingPage } from './followingPage';
import { messages } from './messages';
import {
	type CurrentPage,
	type ListOptions,
	type OpenList,
	openList,
	positionsOn,
} from './openList';
import { endOf, limitOf, type ListOutcome } from './outcome';
import { keyOfTarget } from './page/target';
import type { ListProblem } from './types';
import { returnedOf } from './position';

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
	const returned = returnedOf(page.reading.records, start);
	if (returned === undefined) return nothingRead(messages.moved);
	const earlier = new Set(page.reading.records.slice(0, returned));
	for (;;) {
		const { records, path, note } = page.reading;
		if (records.length > 0 || list.path === undefined) list.path = path;
		if (note !== undefined) list.notes.add(note);

		const { notEmitted, ...taken } = seen.take(records);
		const wanted = notEmitted.filter((record) => !earlier.has(record));
		const kept = wanted.slice(0, limit - progress.records);
		const isCut = kept.length < wanted.length;
		const positionAfter = positionsOn(list, page, { kept, isCut });
		progress.enter(page.reading, { ...taken, kept: kept.length });
		if (kept.length > 0) yield { records: kept, positionAfter };

		const position = positionAfter(kept.length);
		if (progress.records >= limit) return { ...limitOf(list, page, isCut), position };
		const next = await followingPage(list, page);
		if (next.kind === 'end') return { ...endOf(list, page, next), position };
		page = next;
	}
}

/** The first page of the list, or the one where an earlier reading stopped. */
async function firstPage(list: OpenList): Promise<Result<CurrentPage, ListProblem>> {
	const { target } = list.start;
	const asked = await list.ask(target);
	if (!asked.ok) return reject({ ...messages.firstRequest, failure: asked.problem });
	list.asked.add(keyOfTarget(target)).add(keyOfTarget({ url: asked.value.request.url }));
	const read = list.read(asked.value);
	return read.ok ? ok({ target, cursor: '', reading: read.value }) : read;
}

const nothingRead = (problem: ListProblem): ListOutcome => ({
	completeness: { is: 'short', problem },
	summary: '',
});
