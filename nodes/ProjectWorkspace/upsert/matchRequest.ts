import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, readMapping, type MappedField } from '../parameters/mapping';
import type { ListRequest } from '../lists/listRecords';
import { listOverrides, sendSettings, type Options } from '../parameters/readOptions';
import { isEmpty, type ParameterReader } from '../parameters/reader';
import {
	buildRequest,
	fieldsIn,
	readReferences,
	type PlacedReference,
} from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { isRounded } from '../records/json';
import { all, ok, reject, type Problem, type Result } from '../result';
import { messages, type Match } from './messages';
import type { NoMatch } from './properties';

/** An upsert, or an update by matching fields, which never creates a record. */
export type Matching = Pick<Upsert, 'resource' | 'update'> & { create?: Operation };

/** The parameters of one item: the list to search, the values to match on, and what to write. */
export interface MatchRequest extends Matching, Match {
	options: Options;
	search: ListRequest;
	noMatch: NoMatch;
	/** Sent with a new record. */
	references: PlacedReference[];
	/** The fields to write. */
	desired: IDataObject;
	/** The same as JSON text, with all digits of large numbers. */
	body: string;
	/** Fields of the input that are not sent. */
	omittedFields: string[];
}

export function readMatchRequest(
	read: ParameterReader,
	matching: Matching,
	options: Options,
): Result<MatchRequest> {
	const { resource, update, create } = matching;
	const list = listOperation(resource.value);
	const mapping = readMapping(read, options);
	const { matchOn, fields, omittedFields } = mapping;
	const problem = matchProblem(resource, mapping, fields);
	if (problem) return reject(problem);
	// The service sets these itself, so they are only matched on.
	const settable = Object.entries(mapping.values).filter(
		([name]) => !(matchOn.includes(name) && isSetByService(name)),
	);
	const body = bodyFromFields(Object.fromEntries(settable), mapping.named, fields);
	if (!body.ok) return body;
	const desired = fieldsIn(body.value);
	const missing = matchOn.find((name) => !Object.hasOwn(desired, name));
	if (create && missing !== undefined) return reject(messages.notCreatable(resource, missing));
	const matched = Object.fromEntries(matchOn.map((name, at) => [name, mapping.matchValues[at]]));
	const given = all({
		// Matched as it is written, so that the next run finds the record.
		match: bodyFromFields(matched, [], fields),
		request: buildRequest(list, { references: readReferences(read, list.endpoint, options) }),
	});
	if (!given.ok) return given;
	const { request, match } = given.value;
	const matchFields = fieldsIn(match);
	return ok({
		resource,
		update,
		create,
		options,
		search: {
			resource: resource.value,
			request,
			overrides: listOverrides(options),
			settings: sendSettings(options),
		},
		matchOn,
		matchValues: matchOn.map((name) => matchFields[name]),
		noMatch: read.get('noMatch', 'stop') as NoMatch, // its choices
		references: create ? readReferences(read, create.endpoint, options) : [],
		desired,
		body: body.value,
		omittedFields,
	});
}

/** Why the values cannot be matched on. */
export function matchProblem(
	resource: Resource,
	{ matchOn, matchValues }: Match,
	fields: ReadonlyMap<string, MappedField>,
): Problem | undefined {
	if (matchOn.length === 0) return messages.noFields(resource);
	const empty = matchOn.find((_, at) => isEmpty(matchValues[at]));
	if (empty !== undefined) return messages.emptyField(resource, empty);
	const rounded = matchOn.find((_, at) => isRounded(matchValues[at]));
	if (rounded !== undefined) return messages.roundedField(resource, rounded);
	// A number cannot start with a zero, and 7 would be another record.
	const zero = matchOn.find(
		(name, at) =>
			fields.get(name)?.type === 'number' && /^\s*[+-]?0\d/.test(String(matchValues[at])),
	);
	return zero === undefined ? undefined : messages.leadingZero(resource, zero);
}
