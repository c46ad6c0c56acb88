import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import { spell } from './nextPage/shownWays';
import type { CurrentPage, OpenList } from './openList';
import type { Reading } from './page/reading';
import { pageSizeField } from './page/signs';
import { keyOfTarget } from './page/target';
import type { ListProblem, ListRecord } from './page/types';
import { beginningOf, returnedOf } from './position';
import { notes } from './report';

interface FirstPage extends CurrentPage {
	/** Its records that an earlier reading has returned. */
	earlier: ReadonlySet<ListRecord>;
}

/** The page with which reading starts: the first one of the list, or the one where an earlier reading stopped. */
export async function firstPage(list: OpenList): Promise<Result<FirstPage, ListProblem>> {
	const asked = await list.ask(list.start.target);
	if (!asked.ok) return reject({ ...messages.firstRequest, failure: asked.problem });
	const read = list.read(asked.value);
	if (!read.ok) return read;
	const reading = await withPageSize(list, read.value);
	const { target } = list.start;
	const returned = returnedOf(reading.records, list.start);
	if (returned === undefined) return reject(messages.moved);
	list.asked.add(keyOfTarget(target)).add(keyOfTarget({ url: reading.url }));
	return ok({ target, cursor: '', reading, earlier: new Set(reading.records.slice(0, returned)) });
}

/**
 * 'Page Size' without its parameter: a page that says its size most often calls it what the parameter is called. One
 * request tries it, and counts if the page then says another size.
 * @returns the first page to read on from
 */
async function withPageSize(list: OpenList, first: Reading): Promise<Reading> {
	const { pageSize, pageSizeParameter } = list.overrides;
	const isBeginning = list.start.last === undefined;
	if (pageSize === undefined || pageSizeParameter || !isBeginning) return first;
	if (first.signs.pageSize === pageSize) return first;
	const field = pageSizeField(first.fields);
	if (field) {
		const parameter = spell('=', field);
		const query = { ...list.start.firstQuery, [parameter]: String(pageSize) };
		const asked = await list.ask({ query });
		const second = asked.ok ? list.read(asked.value) : undefined;
		if (second?.ok && second.value.signs.pageSize !== first.signs.pageSize) {
			list.start = beginningOf(query);
			list.notes.add(notes.pageSize(parameter));
			return second.value;
		}
	}
	list.notes.add(notes.noPageSize);
	return first;
}
