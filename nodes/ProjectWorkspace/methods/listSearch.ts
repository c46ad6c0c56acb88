import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { listOperation, resources, type Resource } from '../catalogue';
import { searchMethodName } from '../derive/locator';
import { DEFAULT_TIMEOUT_MS } from '../derive/options';
import { firstPage } from '../output/firstPage';
import { connect } from '../transport/client';
import { recordLabel } from './recordLabel';

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
	const connected = await connect(context);
	if (!connected.ok) {
		const { message, description } = connected.problem;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	const { method, path } = listOperation(resource.value);
	const outcome = await connected.client.send({ method, path, query: {} }, DEFAULT_TIMEOUT_MS);
	if (!outcome.ok) {
		const { message, description } = outcome.failure;
		throw new NodeApiError(context.getNode(), { message }, { message, description });
	}
	const wanted = filter.trim().toLowerCase();
	return {
		results: firstPage(outcome.body, resource)
			.map((record) => recordLabel(record, resource.value))
			.filter((label) => label !== undefined)
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.map(({ id, name }) => ({ name, value: id })),
	};
}
