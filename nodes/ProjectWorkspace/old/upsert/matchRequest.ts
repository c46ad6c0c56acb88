import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, pathOf, type Field } from '../parameters/body';
import { readMapping } from '../parameters/mapping';
import type { Options } from '../parameters/options';
import { readChoice, type ParameterReader } from '../parameters/reader';
import { buildRequest, fieldsIn, readReferences } from '../parameters/request';
import { sendSettings } from '../parameters/settings';
import { isSetByService } from '../records/fieldNames';
import { isEmpty } from '../records/value';
import { all, ok, reject, type Problem, type ValueOf } from '../result';
import { upsertMessages } from './messages';

export type MatchRequest = ValueOf<ReturnType<typeof readMatchRequest>>;

/**
 * The parameters of one item: the list to search, the values to match on, and what to write. Without `create`, no record
 * is ever created.
 */
export function readMatchRequest(
	parameters: ParameterReader,
	{ resource, update, create }: Pick<Upsert, 'resource' | 'update'> & { create?: Operation },
	options: Options,
) {
	const list = listOperation(resource.value);
	const mapping = readMapping(parameters, options);
	if (!mapping.ok) return mapping;
	const { match, notes } = mapping.value;
	const problem = matchProblem(resource, match);
	if (problem) return reject(problem);
	// The service sets these itself, so they are only matched on.
	const isOnlyMatched = (field: Field) =>
		match.includes(field) && !field.isAdditional && isSetByService(field.name);
	const fields = mapping.value.fields.filter((field) => !isOnlyMatched(field));
	const { zone } = parameters;
	const searched = readReferences(parameters, list.endpoint);
	if (!searched.ok) return searched;
	const given = all({
		body: bodyFromFields(fields, zone),
		// Matched as it is written, so that the next run finds the record.
		matched: bodyFromFields(match, zone),
		request: buildRequest(list, { references: searched.value }),
		// Sent with a new record.
		references: create ? readReferences(parameters, create.endpoint) : ok([]),
		noMatch: readChoice(parameters, 'noMatch', 'If No Match Is Found', ['stop', 'skip']),
	});
	if (!given.ok) return given;
	const { body, matched, request, references, noMatch } = given.value;
	const desired = fieldsIn(body);
	const missing = match.find(({ name }) => !Object.hasOwn(desired, name));
	if (create && missing) return reject(upsertMessages.notCreatable(resource, missing.name));
	return ok({
		resource,
		update,
		create,
		options,
		/** The list to search. */
		wanted: { resource: resource.value, request, settings: sendSettings(options) },
		zone,
		/** The fields to match on, with their values. */
		match: fieldsIn(matched),
		/** Whether an update skips the item if no record matches. */
		skips: noMatch === 'skip',
		references,
		/** The fields to write. */
		desired,
		/** The same as JSON text, with all digits of large numbers. */
		body,
		/** Fields inside others that are written: the others keep what they have besides. */
		nested: fields
			.map(({ name, isAdditional }) => (isAdditional ? pathOf(name) : []))
			.filter((path) => path.length > 1),
		notes,
	});
}

/** Why the values cannot be matched on. */
export function matchProblem(resource: Resource, match: readonly Field[]): Problem | undefined {
	if (match.length === 0) return upsertMessages.noFields(resource);
	for (const { name, type, value } of match) {
		if (isEmpty(value)) return upsertMessages.emptyField(resource, name);
		// A number cannot start with a zero, and 7 would be another record.
		if (type === 'number' && /^\s*[+-]?0\d/.test(String(value)))
			return upsertMessages.leadingZero(resource, name);
	}
	return undefined;
}
