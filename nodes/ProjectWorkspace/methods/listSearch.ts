import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { resources, type Resource } from '../catalogue';
import { searchMethodName } from '../derive/locator';
import { recordLabel } from './recordLabel';
import { sample } from './sample';

/** As many as a person may want to search through; the service documents no search of its own. */
const MOST_RECORDS = 1_000;

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** One search for each resource, under the name that its locator asks for. */
export const listSearch: Record<string, Search> = Object.fromEntries(
	resources.map((resource): [string, Search] => [
		searchMethodName(resource.value),
		async function (filter) {
			return await search(this, resource, filter);
		},
	]),
);

async function search(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
): Promise<INodeListSearchResult> {
	const wanted = filter.trim().toLowerCase();
	return {
		results: (await sample(context, resource, MOST_RECORDS))
			.map((record) => recordLabel(record, resource.value))
			.filter((label) => label !== undefined)
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.map(({ id, name }) => ({ name, value: id })),
	};
}
