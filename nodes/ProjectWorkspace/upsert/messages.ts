/** Why an item is not written, or a run writes nothing more: what happened, and what to do. */
import { ApiError, UserError } from '../errors';
import type { Completeness } from '../pagination/completeness';
import { recordId } from '../records/fields';
import { differsInvisibly } from '../records/near';
import { quoted, type JsonObject } from '../records/value';
import { joinSentences } from '../texts';
import type { Entry } from './entryIndex';
import type { MatchRequest } from './matchRequest';

const NOTHING_WRITTEN = 'Nothing was written for this item.';
const MAX_NAMED_IDS = 5;

export function severalMatches(
	{ resource, match }: MatchRequest,
	matches: readonly Entry[],
): UserError {
	const ids: Array<string | number> = [];
	for (const { record } of matches.slice(0, MAX_NAMED_IDS)) {
		ids.push(recordId(record, resource.name) ?? '?');
	}
	if (matches.length > MAX_NAMED_IDS) ids.push('…');
	return new UserError(
		`${matches.length} ${resource.plural} found with ${described(match)}: ${ids.join(', ')}`,
		`${NOTHING_WRITTEN} Match on an additional field, or use the operation 'Update' with the ID of the ${resource.name}.`,
	);
}

export function nearlyMatches(request: MatchRequest, record: JsonObject): UserError {
	const { resource, match } = request;
	const similar = new Map<string, JsonObject[string]>();
	let unseen: string | undefined;
	for (const [name, value] of Object.entries(match)) {
		similar.set(name, record[name]);
		if (!differsInvisibly(value, record[name])) continue;
		unseen ??= `'${name}' only differs in characters that cannot be seen`;
	}

	const id = recordId(record, resource.name);
	const it = id === undefined ? `another ${resource.name}` : `${resource.name} ${id}`;
	const advice =
		"If they are the same, provide the value as the service saves it. Otherwise use the operation 'Create', or match on another field";
	return new UserError(
		`${notFound(request)}, but ${it} has ${described(Object.fromEntries(similar))}`,
		joinSentences([NOTHING_WRITTEN, unseen, advice]),
	);
}

export const fieldNowhere = (
	{ resource }: MatchRequest,
	field: string,
	recordsRead: number,
): UserError =>
	new UserError(
		`Cannot find the ${resource.name}, because none of the ${recordsRead} ${resource.plural} in the list has the field '${field}'`,
		`${NOTHING_WRITTEN} Check the name of the field, which must be a field of the record itself, or match on another one. If no record has it yet, enter its name in 'Match On Other Fields' under 'Options'.`,
	);

/** The record may be on a page that was not read: it would exist twice. */
export function notKnown(
	request: MatchRequest,
	{ because, warning, advice }: Extract<Completeness, { is: 'unknown' }>,
): UserError {
	const createFirst = `If there are no ${request.resource.plural} yet, create the first one with the operation 'Create'.`;
	return new UserError(
		`${notFound(request)}. ${warning}`,
		`${NOTHING_WRITTEN} ${because === 'noList' ? createFirst : advice}`,
	);
}

export const nothingMatches = (request: MatchRequest): UserError =>
	new UserError(
		notFound(request),
		"Check the value, set 'If No Match Is Found' to 'Skip Item', or use the operation 'Create or Update'.",
	);

/** Without it, the next run would create the record again. */
export const notCreatable = ({ resource }: MatchRequest, field: string): UserError =>
	new UserError(
		`Cannot create the ${resource.name} without '${field}', which is a field to match on`,
		"The service sets that field itself, or it is in 'Ignore Fields From Input'. Match on another field, or use the operation 'Update'.",
	);

export const mayExist = ({ resource, match }: MatchRequest): UserError =>
	new UserError(
		`An earlier item may have created the ${resource.name} with ${described(match)}, so this one was not sent`,
		`Check whether the ${resource.name} exists, then run this item again.`,
	);

export const noId = ({ resource }: MatchRequest): UserError =>
	new UserError(
		`No ID was found in the matching ${resource.name}`,
		`If an earlier item has created it, run this item again. Otherwise update the ${resource.name} by its ID.`,
	);

export const idTwice = ({ resource }: MatchRequest, id: string | number): UserError =>
	new UserError(
		`Several ${resource.plural} have the ID "${id}", so the matching ${resource.name} cannot be updated`,
		'An update could change the other one. Change the record in the service.',
	);

export function notFoundAgain({ resource, match }: MatchRequest, saved: JsonObject): ApiError {
	const id = recordId(saved, resource.name);
	const name = id === undefined ? resource.displayName : `${resource.displayName} ${id}`;
	return new ApiError(
		`${name} was created but cannot be found by ${quotedNames(Object.keys(match))}`,
		"Each run would create it again. Check in the service how it was saved, and provide the values in that form, or match on another field. If its list leaves out such records, e.g. completed ones, add the query parameter that lists all in 'Query Parameters' under 'Options'.",
		{ code: 'createdButNotFound', mayHaveBeenMade: true },
	);
}

export const fieldsLost = (
	{ resource }: MatchRequest,
	id: string | number,
	lost: readonly string[],
): UserError =>
	new UserError(
		`The update of ${resource.name} ${id} cleared fields that were not sent: ${quotedNames(lost)}`,
		"The service replaces the whole record, so nothing more is written. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'.",
	);

export const notSentBecause = ({ message, description }: ApiError | UserError): UserError =>
	new UserError(`Not sent, because of another item. ${message}`, description, { code: 'notSent' });

/** Adds what to do about a creation that the service rejects as a duplicate, although the list did not have the record. */
export function withAdvice(error: ApiError, { resource }: MatchRequest): ApiError {
	const { message, description, details } = error;
	if (details.status !== 409) return error;

	const advice = `If the ${resource.name} exists already, the list leaves it out, e.g. because it is archived: add the query parameter that lists all in 'Query Parameters' under 'Options', or match on the field that must be unique`;
	return new ApiError(message, joinSentences([description, advice]), details);
}

const notFound = ({ resource, match }: MatchRequest): string =>
	`No ${resource.name} found with ${described(match)}`;

/** `'title' "Roof" and 'owner' 5` */
const described = (values: JsonObject): string =>
	Object.entries(values)
		.map(([name, value]) => `'${name}' ${quoted(value)}`)
		.join(' and ');

const quotedNames = (names: readonly string[]): string => `'${names.join("', '")}'`;
