import type { IDataObject } from 'n8n-workflow';

import { listOperation, resources, type Resource } from '../catalogue';
import type { ApiRequest } from '../client/types';
import { readFilter } from '../parameters/filters';
import { readOptions, type Options } from '../parameters/readOptions';
import { splitNames, type ParameterReader } from '../parameters/reader';
import { buildRequest, readValues } from '../parameters/request';
import type { RecordFilter } from '../records/filter';
import { all, ok, reject, type Result } from '../result';
import { changedSinceProblem } from './changedSince';
import { messages } from './messages';
import { CHANGES } from './properties';

/** The parameters of the node. */
export interface Settings {
	resource: Resource;
	types: Array<(typeof CHANGES)[number]['value']>;
	fields: string[];
	request: ApiRequest;
	filter: RecordFilter | undefined;
	options: Options;
	/** Which records are in the list, and what counts as a change. */
	scope: unknown;
}

/** @param written the saved parameters: an expression may have another value at each poll */
export function readSettings(read: ParameterReader, written: IDataObject): Result<Settings> {
	const value = String(read.get('resource', ''));
	const resource = resources.find((each) => each.value === value);
	if (!resource) return reject(messages.noResource(value));
	const given = all({ options: readOptions(read), types: readTypes(read.get('changes', [])) });
	if (!given.ok) return given;
	const { options, types } = given.value;
	const operation = listOperation(resource.value);
	const values = readValues(read, operation, options);
	if (!values.ok) return values;
	const list = all({
		request: buildRequest(operation, values.value),
		filter: readFilter(read, options),
	});
	if (!list.ok) return list;
	const problem = changedSinceProblem(options, list.value.request);
	if (problem) return reject(problem);
	const fields = splitNames(read.get('watchFields', [])).sort();
	const { queryParameters, anyFilter, headers } = (written.options ?? {}) as IDataObject; // a collection
	return ok({
		resource,
		types,
		fields,
		...list.value,
		options,
		scope: [
			value,
			values.value.references.map((reference) => reference.value),
			[written.filters, anyFilter, queryParameters, ...(headers ? [headers] : [])],
			fields,
		],
	});
}

function readTypes(given: unknown): Result<Settings['types']> {
	const names = splitNames(given);
	if (names.length === 0) return reject(messages.noChanges());
	const types = CHANGES.map(({ value }) => value);
	const unknown = names.find((name) => !types.some((type) => type === name));
	if (unknown !== undefined) return reject(messages.unknownChange(unknown));
	return ok(types.filter((type) => names.includes(type)));
}
