import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, pathOf } from '../parameters/body';
import { readMapping, type MappedField, type NamedField } from '../parameters/mapping';
import { sendSettings, type Options } from '../parameters/options';
import { readChoice, type ParameterReader } from '../parameters/reader';
import { buildRequest, fieldsIn, readReferences } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { isEmpty } from '../records/value';
import { all, ok, reject, type Problem, type ValueOf } from '../result';
import { upsertMessages } from './messages';

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
	const mapping = readMapping(read, options);
	if (!mapping.ok) return mapping;
	const { match, matchNamed, values, named, fields } = mapping.value;
	const { omittedFields, emptyFields, unknownFields } = mapping.value;
	const problem = matchProblem(resource, match, matchNamed, fields);
	if (problem) return reject(problem);
	// The service sets these itself, so they are only matched on.
	const settable = Object.entries(values).filter(
		([name]) => !(Object.hasOwn(match, name) && isSetByService(name)),
	);
	const { zone } = read;
	const searched = readReferences(read, list.endpoint);
	if (!searched.ok) return searched;
	const given = all({
		body: bodyFromFields(Object.fromEntries(settable), named, fields, {
			zone,
			sendEmpty: options.sendEmpty,
		}),
		// Matched as it is written, so that the next run finds the record.
		match: bodyFromFields(match, matchNamed, fields, { zone }),
		request: buildRequest(list, { references: searched.value }),
		// Sent with a new record.
		references: create ? readReferences(read, create.endpoint) : ok([]),
		noMatch: readChoice(read, 'noMatch', 'If No Match Is Found', ['stop', 'skip']),
	});
	if (!given.ok) return given;
	const { body, request, references, noMatch } = given.value;
	const desired = fieldsIn(body);
	const missing = Object.keys(match).find((name) => !Object.hasOwn(desired, name));
	if (create && missing !== undefined)
		return reject(upsertMessages.notCreatable(resource, missing));
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
		zone,
		/** The fields to match on, with their values. */
		match: fieldsIn(given.value.match),
		/** Whether an update skips the item if no record matches. */
		skips: noMatch === 'skip',
		references,
		/** The fields to write. */
		desired,
		/** The same as JSON text, with all digits of large numbers. */
		body,
		/** Fields inside others that are written: the others keep what they have besides. */
		nested: named.map(({ name }) => pathOf(name)).filter((path) => path.length > 1),
		notes: { omittedFields, emptyFields, unknownFields },
	});
}

/** Why the values cannot be matched on. */
export function matchProblem(
	resource: Resource,
	match: IDataObject,
	matchNamed: readonly NamedField[],
	fields: ReadonlyMap<string, MappedField>,
): Problem | undefined {
	const values = [
		...Object.entries(match),
		...matchNamed.map(({ name, value }) => [name, value] as const),
	];
	if (values.length === 0) return upsertMessages.noFields(resource);
	for (const [field, value] of values) {
		if (isEmpty(value)) return upsertMessages.emptyField(resource, field);
		// A number cannot start with a zero, and 7 would be another record.
		const isNumber = fields.get(field)?.type === 'number';
		if (isNumber && /^\s*[+-]?0\d/.test(String(value)))
			return upsertMessages.leadingZero(resource, field);
	}
	return undefined;
}
