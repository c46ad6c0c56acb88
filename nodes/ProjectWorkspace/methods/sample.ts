import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { listOperation, type Resource } from '../catalogue';
import { DEFAULT_TIMEOUT_MS } from '../derive/options';
import { nodeError } from '../execution/errors';
import { list } from '../execution/list';
import { connect } from '../transport/client';
import type { Bounds } from '../transport/retry/policy';

/** In the editor a person is waiting, and can click again. */
const IMPATIENT: Bounds = { attempts: 2, totalMs: DEFAULT_TIMEOUT_MS, quotaMs: 10_000 };

/** The first records of a resource, for the editor. Errors appear as errors, never as an empty list. */
export async function sample(
	context: ILoadOptionsFunctions,
	resource: Resource,
	limit: number,
): Promise<IDataObject[]> {
	const connected = await connect(context);
	if (!connected.ok) {
		const { message, description } = connected.problem;
		throw new NodeOperationError(context.getNode(), message, { description });
	}
	const { method, path } = listOperation(resource.value);
	const result = await list(connected.client, {
		resource: resource.value,
		request: { method, path, query: {} },
		limit,
		overrides: {},
		parallel: 1,
		settings: { timeout: DEFAULT_TIMEOUT_MS, bounds: IMPATIENT },
	});
	if (result.ok) return result.records;
	// What was read before a late page failed is enough to pick from.
	if ('refusal' in result && result.records.length > 0) return result.records;
	throw nodeError(
		context.getNode(),
		'refusal' in result ? { kind: 'list', ...result } : { kind: 'request', ...result },
		0,
	);
}
