import type { IDataObject } from 'n8n-workflow';

import { listOperation, resources } from '../catalogue';
import { readFilter } from '../parameters/filters';
import { readNames, type ParameterReader } from '../parameters/reader';
import { buildRequest, readValues } from '../parameters/request';
import { readOptions } from '../parameters/settings';
import { all, ok, reject, type ValueOf } from '../result';
import { CHANGES } from './description';
import { pollMessages } from './messages';

export type Settings = ValueOf<ReturnType<typeof readSettings>>;

/**
 * The parameters of the node.
 * @param written as they were saved: an expression may have another value at each poll
 */
export function readSettings(parameters: ParameterReader, written: IDataObject) {
	const value = String(parameters.get('resource', ''));
	const resource = resources.find((each) => each.value === value);
	if (!resource) return reject(pollMessages.noResource(value));
	const given = all({
		options: readOptions(parameters),
		types: readTypes(parameters.get('changes', [])),
		watched: readNames(parameters.get('watchFields', []), 'Watch Field Names or IDs'),
	});
	if (!given.ok) return given;
	const { options, types, watched } = given.value;
	const operation = listOperation(resource.value);
	const values = readValues(parameters, operation, options);
	if (!values.ok) return values;
	const list = all({
		request: buildRequest(operation, values.value),
		filter: readFilter(parameters),
	});
	if (!list.ok) return list;
	const { parameter } = options.changedSince;
	if (parameter !== undefined && Object.hasOwn(list.value.request.query, parameter))
		return reject(pollMessages.changedSinceTwice(parameter));
	const fields = watched.toSorted();
	const ignored = options.ignoreFields.toSorted();
	const { queryParameters, headers } = (written.options ?? {}) as IDataObject; // a collection
	return ok({
		resource,
		types,
		fields,
		ignored,
		...list.value,
		options,
		/** Which records are in the list, and what counts as a change. */
		scopeParts: [
			value,
			values.value.references.map((reference) => reference.value),
			[written.filters, written.combineFilters, queryParameters, ...(headers ? [headers] : [])],
			fields,
			ignored,
		],
	});
}

function readTypes(given: unknown) {
	const names = readNames(given, 'Changes');
	if (!names.ok) return names;
	if (names.value.length === 0) return reject(pollMessages.noChanges());
	const types = CHANGES.map(({ value }) => value);
	const other = names.value.find((name) => !types.some((type) => type === name));
	if (other !== undefined) return reject(pollMessages.unknownChange(other));
	return ok(types.filter((type) => names.value.includes(type)));
}
