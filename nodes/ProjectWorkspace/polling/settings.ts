import type { IDataObject } from 'n8n-workflow';

import { listOperation, resources } from '../catalogue';
import { readFilter } from '../parameters/filters';
import { readOptions } from '../parameters/readOptions';
import { splitNames, type ParameterReader } from '../parameters/reader';
import { buildRequest, readValues } from '../parameters/request';
import { all, ok, reject, type ValueOf } from '../result';
import { changedSinceProblem } from './changedSince';
import { messages } from './messages';
import { CHANGES } from './properties';

export type Settings = ValueOf<ReturnType<typeof readSettings>>;

/**
 * The parameters of the node.
 * @param written as they were saved: an expression may have another value at each poll
 */
export function readSettings(read: ParameterReader, written: IDataObject) {
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
		/** Which records are in the list, and what counts as a change. */
		scope: [
			value,
			values.value.references.map((reference) => reference.value),
			[written.filters, anyFilter, queryParameters, ...(headers ? [headers] : [])],
			fields,
		],
	});
}

function readTypes(given: unknown) {
	const names = splitNames(given);
	if (names.length === 0) return reject(messages.noChanges());
	const types = CHANGES.map(({ value }) => value);
	const unknown = names.find((name) => !types.some((type) => type === name));
	if (unknown !== undefined) return reject(messages.unknownChange(unknown));
	return ok(types.filter((type) => names.includes(type)));
}
