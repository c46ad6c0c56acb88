import { notes } from '../messages';
import type { OpenList } from '../openList';
import { beginningOf } from '../position';
import type { Reading } from '../reading';
import { spell } from './detect';
import { pageSizeField } from './totals';

/**
 * 'Page Size' without its parameter: a page that says its size most often calls it what the parameter is called. One
 * request tries it, and counts if the page then says another size.
 * @returns the first page to read on from
 */
export async function withPageSize(list: OpenList, first: Reading): Promise<Reading> {
	const { pageSize, pageSizeParameter } = list.overrides;
	const isBeginning = list.progress.pages === 0 && list.start.last === undefined;
	if (pageSize === undefined || pageSizeParameter || !isBeginning) return first;
	const field = pageSizeField(first.fields);
	if (first.totals.pageSize === pageSize) return first;
	if (field) {
		const parameter = spell('=', field);
		const query = { ...list.start.firstQuery, [parameter]: String(pageSize) };
		const asked = await list.ask({ query });
		const second = asked.ok ? list.read(asked.value) : undefined;
		if (second?.ok && second.value.totals.pageSize !== first.totals.pageSize) {
			list.start = beginningOf(query);
			list.progress.note(notes.pageSize(parameter));
			return second.value;
		}
	}
	list.progress.note(notes.noPageSize);
	return first;
}
