import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { bodyFromFields, bodyFromJson, type BodyText, type NamedField } from '../derive/bodyText';
import {
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_TIMEOUT_MS,
	placementOptionName,
} from '../derive/options';
import { isEmpty, type Problem, type RequestValues } from '../derive/request';
import { listOptions } from '../derive/listOptions';
import type { ListOverrides } from '../pagination';
import type { OutputShape } from '../output/shape';
import type { SendSettings } from '../transport/client';
import { BOUNDS } from '../transport/retry/policy';

export type Read = { ok: true; values: RequestValues } | { ok: false; problem: Problem };

/** What the person filled in for one item, in the form from which a request is built. */
export function readValues(context: IExecuteFunctions, operation: Operation, item: number): Read {
	const { resource, endpoint } = operation;
	const locatorValue = (parameter: string): unknown =>
		context.getNodeParameter(parameter, item, '', { extractValue: true });
	const options = readOptions(context, item);

	const body = endpoint.body ? readBody(context, item) : undefined;
	if (body && !body.ok) return body;
	return {
		ok: true,
		values: {
			...(operation.hasId ? { id: locatorValue(resource.idParameter) } : {}),
			references: (endpoint.references ?? []).map(({ parameter, displayName, sendAs, sendIn }) => ({
				sendAs,
				displayName,
				value: locatorValue(parameter),
				place:
					sendIn === 'query' || options[placementOptionName(parameter)] === 'query'
						? 'query'
						: 'body',
			})),
			...(body ? { body: body.text } : {}),
		},
	};
}

export const readOptions = (context: IExecuteFunctions, item: number): IDataObject =>
	context.getNodeParameter('options', item, {});

export function readSendSettings(context: IExecuteFunctions, item: number): SendSettings {
	const options = readOptions(context, item);
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

function readBody(context: IExecuteFunctions, item: number): BodyText {
	if (context.getNodeParameter('bodyMode', item, 'fields') === 'json') {
		return bodyFromJson(context.getNodeParameter('jsonBody', item, '{}'));
	}
	// Types by the node's own properties: a resource mapper and a fixed collection.
	const mapper = context.getNodeParameter('fields', item, {}) as {
		mappingMode?: string;
		value?: IDataObject | null;
	};
	const mapped =
		mapper.mappingMode === 'autoMapInputData' ? context.getInputData()[item]?.json : mapper.value;
	const { field = [] } = context.getNodeParameter('additionalFields', item, {}) as {
		field?: NamedField[];
	};
	return bodyFromFields(mapped ?? {}, field);
}

/** How many items are worked on side by side; one setting for the whole run, so the first item's. */
export function readParallelRequests(context: IExecuteFunctions): number {
	const parallel = Number(readOptions(context, 0).parallelRequests ?? DEFAULT_PARALLEL_REQUESTS);
	return parallel >= 1 ? Math.floor(parallel) : DEFAULT_PARALLEL_REQUESTS;
}

export type Shape = { ok: true; value: OutputShape } | { ok: false; problem: Problem };

/** Operations that answer no record of use have no such parameter, and hand on what there is. */
export function readShape(context: IExecuteFunctions, item: number): Shape {
	const mode = context.getNodeParameter('output', item, 'raw');
	if (mode !== 'selected') {
		return { ok: true, value: { mode: mode === 'simplified' ? 'simplified' : 'raw' } };
	}
	const fields = String(context.getNodeParameter('outputFields', item, ''))
		.split(',')
		.map((name) => name.trim())
		.filter((name) => name !== '');
	return fields.length > 0
		? { ok: true, value: { mode, fields } }
		: {
				ok: false,
				problem: {
					message: 'Fields to Return is empty',
					description: 'Name at least one field, or set Output to Raw or Simplified.',
				},
			};
}

export type Limit = { ok: true; value: number | undefined } | { ok: false; problem: Problem };

/** Undefined where Return All is on. */
export function readLimit(context: IExecuteFunctions, item: number): Limit {
	if (context.getNodeParameter('returnAll', item, false)) return { ok: true, value: undefined };
	const limit = Number(context.getNodeParameter('limit', item, 50));
	return Number.isInteger(limit) && limit >= 1
		? { ok: true, value: limit }
		: {
				ok: false,
				problem: {
					message: 'Limit is not a whole number of 1 or more',
					description: 'Change Limit, or turn on Return All.',
				},
			};
}

/** What is set by hand about lists; empty texts count as not set. */
export function readListOverrides(context: IExecuteFunctions, item: number): ListOverrides {
	const names = new Set(listOptions.map(({ name }) => name));
	return Object.fromEntries(
		Object.entries(readOptions(context, item)).filter(
			([name, value]) => names.has(name) && !isEmpty(value),
		),
	);
}
