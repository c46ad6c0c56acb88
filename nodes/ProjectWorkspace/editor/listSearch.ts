import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { resources, type Resource } from '../catalogue';
import { searchMethodName } from '../parameters/locator';
import { isEmpty } from '../parameters/reader';
import { recordLabel } from '../records/fieldNames';
import { readAtLeast } from './listCache';

/** What a list shows before the person scrolls on. */
const PAGE = 100;

/** The service documents no search, so records are searched here, this many at most before the person is asked to scroll. */
export const SEARCHED_AT_ONCE = 1_000;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** One search for each resource, under the name that its locator asks for. */
export const listSearch: Record<string, Search> = Object.fromEntries(
	resources.map((resource): [string, Search] => [
		searchMethodName(resource.value),
		async function (filter, paginationToken) {
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
	// Opening the list asks without either; typing and scrolling then go on with what was read.
	const refresh = wanted === '' && from === 0;
	const { records, complete } = await readAtLeast(
		context,
		resource,
		narrowing(context, resource),
		to,
		{ refresh },
	);
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

/** The task list shows the tasks of the chosen project only. */
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
