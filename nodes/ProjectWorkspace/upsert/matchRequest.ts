import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, readMapping, type MappedField } from '../parameters/body';
import { sendSettings, type Options } from '../parameters/options';
import { isEmpty, type ParameterReader } from '../parameters/reader';
import { buildRequest, fieldsIn, readReferences } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { all, ok, reject, type Problem, type ValueOf } from '../result';
import { messages } from './messages';

/** An upsert, or an update by matching fields, which never creates a record. */
export type Matching = Pick<Upsert, 'resource' | 'update'> & { create?: Operation };

export type MatchRequest = ValueOf<ReturnType<typeof readMatchRequest>>;

/** The parameters of one item: the list to search, the values to match on, and what to write. */
export function readMatchRequest(
	read: ParameterReader,
	{ resource, update, create }: Matching,
	options: Options,
) {
	const list = listOperation(resource.value);
	const { match, values, named, fields, omittedFields } = readMapping(read, options);
	const problem = matchProblem(resource, match, fields);
	if (problem) return reject(problem);
	// The service sets these itself, so they are only matched on.
	const settable = Object.entries(values).filter(
		([name]) => !(Object.hasOwn(match, name) && isSetByService(name)),
	);
	const given = all({
		body: bodyFromFields(Object.fromEntries(settable), named, fields),
		// Matched as it is written, so that the next run finds the record.
		match: bodyFromFields(match, [], fields),
		request: buildRequest(list, { references: readReferences(read, list.endpoint) }),
	});
	if (!given.ok) return given;
	const { body, request } = given.value;
	const desired = fieldsIn(body);
	const missing = Object.keys(match).find((name) => !Object.hasOwn(desired, name));
	if (create && missing !== undefined) return reject(messages.notCreatable(resource, missing));
	return ok({
		resource,
		update,
		create,
		options,
		search: {
			resource: resource.value,
			request,
			settings: sendSettings(options),
		},
		/** The fields to match on, with their values. */
		match: fieldsIn(given.value.match),
		/** Whether an update skips the item if no record matches. */
		skips: read.get('noMatch', 'stop') === 'skip',
		/** Sent with a new record. */
		references: create ? readReferences(read, create.endpoint) : [],
		/** The fields to write. */
		desired,
		/** The same as JSON text, with all digits of large numbers. */
		body,
		/** Fields of the input that are not sent. */
		omittedFields,
	});
}

/** Why the values cannot be matched on. */
export function matchProblem(
	resource: Resource,
	match: IDataObject,
	fields: ReadonlyMap<string, MappedField>,
): Problem | undefined {
	if (Object.keys(match).length === 0) return messages.noFields(resource);
	for (const [field, value] of Object.entries(match)) {
		if (isEmpty(value)) return messages.emptyField(resource, field);
		// A number cannot start with a zero, and 7 would be another record.
		const isNumber = fields.get(field)?.type === 'number';
		if (isNumber && /^\s*[+-]?0\d/.test(String(value)))
			return messages.leadingZero(resource, field);
	}
	return undefined;
}
