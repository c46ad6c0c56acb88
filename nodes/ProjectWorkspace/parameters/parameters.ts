import type { IDataObject } from 'n8n-workflow';

import type { Operation, OptionalReference } from '../catalogue';
import {
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_TIMEOUT_MS,
	placementOptionName,
} from '../editor/options';
import {
	queryFrom,
	queryParametersOption,
	type NamedParameter,
	type Query,
} from '../editor/queryParameters';
import { isEmpty, type Problem, type RequestValues } from './request';
import type { OutputShape } from '../records/shape';
import type { SendSettings } from '../client/connect';
import { BOUNDS } from '../client/retryPolicy';
import { readBody, readOptions } from './bodyParameters';
import { namesIn } from './namesIn';
import type { ParameterReader } from './reader';

export type Read =
	/** `leftOut`: fields of the input that are not sent, because the service sets them. */
	{ ok: true; values: RequestValues; leftOut: string[] } | { ok: false; problem: Problem };

/** What the person filled in for one item, in the form from which a request is built. */
export function readValues(read: ParameterReader, operation: Operation, item: number): Read {
	const { resource, endpoint } = operation;
	const options = readOptions(read, item);

	const body = endpoint.body ? readBody(read, item) : undefined;
	if (body && !body.ok) return body;
	const further = readQuery(read, item);
	if (!further.ok) return further;
	return {
		ok: true,
		leftOut: body?.leftOut ?? [],
		values: {
			...(operation.hasId ? { id: read.locator(resource.idParameter, item) } : {}),
			references: (endpoint.references ?? []).map((reference) =>
				placed(reference, read.locator(reference.parameter, item), options),
			),
			query: further.query,
			...(body ? { body: body.text } : {}),
		},
	};
}

/** A reference with the place that the person chose for it, where the documentation leaves it open. */
export const placed = (
	{ parameter, displayName, sendAs, sendIn }: OptionalReference,
	value: unknown,
	options: IDataObject,
): RequestValues['references'][number] => ({
	sendAs,
	displayName,
	value,
	place:
		sendIn === 'query' || options[placementOptionName(parameter)] === 'query' ? 'query' : 'body',
});

export function readQuery(read: ParameterReader, item: number): Query {
	const { parameter = [] } = (readOptions(read, item)[queryParametersOption.name] ?? {}) as {
		parameter?: NamedParameter[]; // a fixed collection
	};
	return queryFrom(parameter);
}

export function readSendSettings(read: ParameterReader, item: number): SendSettings {
	const options = readOptions(read, item);
	const number = (name: string, least: number, unset: number) => {
		const value = isEmpty(options[name]) ? unset : Number(options[name]);
		return value >= least ? value : unset;
	};
	return {
		timeout: number('timeout', 1, DEFAULT_TIMEOUT_MS),
		bounds: {
			...BOUNDS,
			attempts: Math.floor(number('maxAttempts', 1, BOUNDS.attempts)),
			quotaMs: number('maxQuotaWait', 0, BOUNDS.quotaMs / 1000) * 1000,
		},
	};
}

/** How many items are worked on side by side; one setting for the whole run, so the first item's. */
export function readParallelRequests(read: ParameterReader): number {
	const parallel = Number(readOptions(read, 0).parallelRequests ?? DEFAULT_PARALLEL_REQUESTS);
	return parallel >= 1 ? Math.floor(parallel) : DEFAULT_PARALLEL_REQUESTS;
}

export type Shape = { ok: true; value: OutputShape } | { ok: false; problem: Problem };

/** Operations that answer no record of use have no such parameter, and hand on what there is. */
export function readShape(read: ParameterReader, item: number): Shape {
	const mode = read('output', item, 'raw');
	if (mode !== 'selected') {
		return { ok: true, value: { mode: mode === 'simplified' ? 'simplified' : 'raw' } };
	}
	const fields = namesIn(read('outputFields', item, []));
	return fields.length > 0
		? { ok: true, value: { mode, fields } }
		: {
				ok: false,
				problem: {
					message: 'No output fields are selected',
					description: "Select at least one, or set 'Output' to 'Raw' or 'Simplified'.",
				},
			};
}
