import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { bodyFromFields, bodyFromJson, type BodyText, type NamedField } from '../derive/bodyText';
import {
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_TIMEOUT_MS,
	placementOptionName,
} from '../derive/options';
import type { Problem, RequestValues } from '../derive/request';

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

/** Milliseconds. */
export function readTimeout(context: IExecuteFunctions, item: number): number {
	const timeout = Number(readOptions(context, item).timeout ?? DEFAULT_TIMEOUT_MS);
	return timeout >= 1 ? timeout : DEFAULT_TIMEOUT_MS;
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
