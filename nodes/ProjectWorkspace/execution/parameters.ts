import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { bodyFromFields, bodyFromJson, type BodyText, type NamedField } from '../derive/bodyText';
import {
	DEFAULT_PARALLEL_REQUESTS,
	DEFAULT_TIMEOUT_MS,
	placementOptionName,
} from '../derive/options';
import { queryFrom, queryParametersOption, type NamedParameter } from '../derive/queryParameters';
import { isEmpty, type Problem, type RequestValues } from '../derive/request';
import { listOptions, SKIP } from '../derive/listOptions';
import type { ListOverrides } from '../pagination';
import type { OutputShape } from '../output/shape';
import type { SendSettings } from '../transport/client';
import { BOUNDS } from '../transport/retry/policy';
import type { ParameterReader } from './reader';

export type Read = { ok: true; values: RequestValues } | { ok: false; problem: Problem };

/** What the person filled in for one item, in the form from which a request is built. */
export function readValues(read: ParameterReader, operation: Operation, item: number): Read {
	const { resource, endpoint } = operation;
	const options = readOptions(read, item);

	const body = endpoint.body ? readBody(read, item) : undefined;
	if (body && !body.ok) return body;
	const { parameter = [] } = (options[queryParametersOption.name] ?? {}) as {
		parameter?: NamedParameter[]; // a fixed collection
	};
	const further = queryFrom(parameter);
	if (!further.ok) return further;
	return {
		ok: true,
		values: {
			...(operation.hasId ? { id: read.locator(resource.idParameter, item) } : {}),
			references: (endpoint.references ?? []).map(({ parameter, displayName, sendAs, sendIn }) => ({
				sendAs,
				displayName,
				value: read.locator(parameter, item),
				place:
					sendIn === 'query' || options[placementOptionName(parameter)] === 'query'
						? 'query'
						: 'body',
			})),
			query: further.query,
			...(body ? { body: body.text } : {}),
		},
	};
}

export const readOptions = (read: ParameterReader, item: number): IDataObject =>
	read('options', item, {}) as IDataObject; // a collection

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

function readBody(read: ParameterReader, item: number): BodyText {
	if (read('bodyMode', item, 'fields') === 'json') {
		return bodyFromJson(read('jsonBody', item, '{}'));
	}
	// Types by the node's own properties: a resource mapper and a fixed collection.
	const mapper = read('fields', item, {}) as {
		mappingMode?: string;
		value?: IDataObject | null;
	};
	const mapped =
		mapper.mappingMode === 'autoMapInputData' ? (read.inputOf(item) as IDataObject) : mapper.value; // items are objects
	const { field = [] } = read('additionalFields', item, {}) as {
		field?: NamedField[];
	};
	return bodyFromFields(mapped ?? {}, field);
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
	const fields = String(read('outputFields', item, ''))
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
export function readLimit(read: ParameterReader, item: number): Limit {
	if (read('returnAll', item, false)) return { ok: true, value: undefined };
	const limit = Number(read('limit', item, 50));
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

/** How many records at the beginning of the list are left out. */
export function readSkip(read: ParameterReader, item: number): number {
	const skip = Number(readOptions(read, item)[SKIP] ?? 0);
	return skip >= 1 ? Math.floor(skip) : 0;
}

/** What is set by hand about lists; empty texts count as not set. */
export function readListOverrides(read: ParameterReader, item: number): ListOverrides {
	const names = new Set(listOptions.map(({ name }) => name).filter((name) => name !== SKIP));
	return Object.fromEntries(
		Object.entries(readOptions(read, item)).filter(
			([name, value]) => names.has(name) && !isEmpty(value),
		),
	);
}
