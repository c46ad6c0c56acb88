import type { IDataObject } from 'n8n-workflow';

import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, readMapping } from '../parameters/mapping';
import type { ListRequest } from '../lists/listRecords';
import {
	additionalQuery,
	listOverrides,
	sendSettings,
	type Options,
} from '../parameters/readOptions';
import { isEmpty, type ParameterReader } from '../parameters/reader';
import {
	buildRequest,
	fieldsIn,
	readReferences,
	type PlacedReference,
} from '../parameters/request';
import type { MappedField } from '../parameters/typedValue';
import { isSetByService } from '../records/fieldNames';
import { isRounded } from '../records/json';
import { all, ok, reject, type Problem, type Result } from '../result';
import { messages, type Match } from './messages';
import type { NoMatch } from './properties';

/** An upsert, or an update by matching fields, which never creates a record. */
export type Matching = Pick<Upsert, 'resource' | 'list' | 'update'> & { create?: Operation };

export const matchingUpdate = (update: Operation): Matching => ({
	resource: update.resource,
	list: listOperation(update.resource.value),
	update,
});

/** The parameters of one item: the list to search, the values to match on, and what to write. */
export interface MatchRequest extends Matching {
	options: Options;
	search: ListRequest;
	match: Match;
	noMatch: NoMatch;
	/** Sent with a new record. */
	references: PlacedReference[];
	/** Query parameters of the request that writes. */
	query: Record<string, string>;
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
	item: number,
): Result<MatchRequest> {
	const { resource, list, create } = matching;
	const mapping = readMapping(read, options, item);
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
	const isWritten = (name: string) => Object.hasOwn(desired, name);
	const onlyMatched = matchOn
		.map((name, at) => [name, mapping.matchValues[at]] as const)
		.filter(([name]) => !isWritten(name));
	const given = all({
		match: bodyFromFields(Object.fromEntries(onlyMatched), [], fields),
		query: additionalQuery(options),
		request: buildRequest(list, { references: readReferences(read, list.endpoint, options, item) }),
	});
	if (!given.ok) return given;
	const { query, request, match } = given.value;
	// Matched as it is written, so that the next run finds the record.
	const typed = { ...fieldsIn(match), ...desired };
	const matchValues = matchOn.map((name) => typed[name]);
	const missing = matchOn.find((name) => !isWritten(name));
	if (create && missing !== undefined) return reject(messages.notCreatable(resource, missing));
	return ok({
		...matching,
		options,
		search: {
			resource: resource.value,
			request,
			overrides: listOverrides(options),
			settings: sendSettings(options),
		},
		match: { matchOn, matchValues },
		noMatch: read('noMatch', item, 'stop') as NoMatch, // its choices
		references: create ? readReferences(read, create.endpoint, options, item) : [],
		query,
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
