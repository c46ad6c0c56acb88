import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { resources, type Resource } from '../catalogue';
import { searchMethodName } from '../parameters/locator';
import { isEmpty } from '../parameters/reader';
import { recordLabel } from '../records/fieldNames';
import { readAtLeast } from './listCache';

/** Number of records that a list shows at first, and adds when the person scrolls. */
const PAGE = 100;

/** The service documents no search, so the node searches: this many records at most before the person has to scroll. */
export const SEARCHED_AT_ONCE = 1_000;

/** One search for each resource, under the name that its locator asks for. */
export const listSearch = Object.fromEntries(
	resources.map((resource) => [
		searchMethodName(resource.value),
		async function (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) {
			return await search(this, resource, filter, paginationToken);
		},
	]),
);

/** The token is the number of records that were looked at so far. */
async function search(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	const from = Number(paginationToken) || 0;
	const to = from + (wanted === '' ? PAGE : SEARCHED_AT_ONCE);
	// Opening the list sends neither a filter nor a token; typing and scrolling then use the cached list.
	const refresh = wanted === '' && from === 0;
	const query = narrowing(context, resource);
	const { records, complete } = await readAtLeast(context, resource, query, to, { refresh });
	return {
		results: records
			.slice(from, to)
			.map((record) => recordLabel(record, resource.value))
			.filter((label) => label !== undefined)
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.map(({ id, name, url }) => ({ name, value: id, ...(url ? { url } : {}) })),
		...(complete && records.length <= to ? {} : { paginationToken: String(to) }),
	};
}

/** For the task list: only tasks of the selected project. */
function narrowing(
	context: ILoadOptionsFunctions,
	{ narrowedBy }: Resource,
): Record<string, string> {
	if (!narrowedBy) return {};
	const chosen = context.getCurrentNodeParameter(narrowedBy.parameter, { extractValue: true });
	return isEmpty(chosen) || typeof chosen === 'object'
		? {}
		: { [narrowedBy.sendAs]: String(chosen) };
}
