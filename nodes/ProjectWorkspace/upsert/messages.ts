import { ApiError, UserError } from '../errors';
import { recordId } from '../records/fields';
import { differsInvisibly } from '../records/near';
import { quoted, type JsonObject } from '../records/value';
import { joinSentences } from '../texts';
import type { Entry } from './matchList';
import type { MatchRequest } from './matchRequest';

/** Why an item is not written, or a run writes nothing more: what happened, and what to do. */
const MESSAGES = {
	severalMatches: [
		'{count} {tasks} found with {match}: {ids}',
		"Nothing was written for this item. Delete duplicates in the service, match on an additional field, or use the operation 'Update' with the ID of the {task}.",
	],
	nearlyMatches: [
		'No {task} found with {match}, but {it} has {similar}',
		"Nothing was written for this item. {difference}If they are the same, provide the value as the service saves it. Otherwise use the operation 'Create', or match on another field.",
	],
	fieldNowhere: [
		"Cannot find the {task}, because none of the {count} {tasks} in the list has the field '{field}'",
		"Nothing was written for this item. Check the name of the field, which must be a field of the record itself, or match on another one. If no record has it yet, enter its name in 'Match On Other Fields' under 'Options'.",
	],
	// The record may be on a page that was not read: it would exist twice.
	notKnown: [
		'No {task} found with {match}. {warning}',
		'Nothing was written for this item. {advice}',
	],
	noList: [
		'No {task} found with {match}. {warning}',
		"Nothing was written for this item. If there are no {tasks} yet, create the first one with the operation 'Create'.",
	],
	nothingMatches: [
		'No {task} found with {match}',
		"Check the value, set 'If No Match Is Found' to 'Skip Item', or use the operation 'Create or Update'.",
	],
	// Without it, the next run would create the record again.
	notCreatable: [
		"Cannot create the {task} without '{field}', which is a field to match on",
		"The service sets that field itself, or it is in 'Ignore Fields From Input'. Match on another field, or use the operation 'Update'.",
	],
	mayExist: [
		'An earlier item may have created the {task} with {match}, so this one was not sent',
		'Run this item again, which finds the {task} if it exists.',
	],
	noId: [
		'No ID was found in the matching {task}',
		'If an earlier item has created it, run this item again. Otherwise update the {task} by its ID.',
	],
	idTwice: [
		'Several {tasks} have the ID "{id}", so the matching {task} cannot be updated',
		'An update could change the other one. Change the record in the service.',
	],
	notFoundAgain: [
		'{it} was created but cannot be found by {fields}',
		"Each run would create it again. Check in the service how it was saved, and provide the values in that form, or match on another field. If its list leaves out such records, e.g. completed ones, add the query parameter that lists all in 'Query Parameters' under 'Options'.",
	],
	fieldsLost: [
		'The update of {task} {id} cleared fields that were not sent: {fields}',
		"The service replaces the whole record, so nothing more is written. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'.",
	],
} as const;

/** What is filled in, besides the resource and the values matched on. */
type Facts = Record<string, string | number | undefined>;

export function notWritten(
	name: keyof typeof MESSAGES,
	{ resource, match }: MatchRequest,
	facts: Facts = {},
): UserError {
	const { name: task, plural: tasks } = resource;
	const all = new Map(Object.entries({ ...facts, task, tasks, match: described(match) }));
	const filled = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (_, fact: string) => String(all.get(fact)));
	const [message, advice] = MESSAGES[name];
	return new UserError(filled(message), filled(advice));
}

const MAX_NAMED_IDS = 5;

export function severalMatches(request: MatchRequest, matches: readonly Entry[]): UserError {
	const ids = matches.map(({ record }) => recordId(record, request.resource.name) ?? '?');
	const count = ids.length;
	if (count > MAX_NAMED_IDS) ids.splice(MAX_NAMED_IDS, count, '…');
	return notWritten('severalMatches', request, { count, ids: ids.join(', ') });
}

export function nearlyMatches(request: MatchRequest, record: JsonObject): UserError {
	const { resource, match } = request;
	const names = Object.keys(match);
	const field = names.find((name) => differsInvisibly(match[name], record[name]));

	const id = recordId(record, resource.name);
	const it = id === undefined ? `another ${resource.name}` : `${resource.name} ${id}`;
	const unseen = `'${field}' only differs in characters that cannot be seen. `;
	const difference = field === undefined ? '' : unseen;
	return notWritten('nearlyMatches', request, {
		it,
		similar: described(record, names),
		difference,
	});
}

export function notFoundAgain(request: MatchRequest, saved: JsonObject = {}): ApiError {
	const { resource, match } = request;
	const id = recordId(saved, resource.name);
	const it = id === undefined ? resource.displayName : `${resource.displayName} ${id}`;
	const facts: Facts = { it, fields: quotedNames(Object.keys(match)) };
	const { message, description } = notWritten('notFoundAgain', request, facts);
	return new ApiError(message, description, { code: 'createdButNotFound', mayHaveBeenMade: true });
}

export const notSentBecause = ({ message, description }: ApiError | UserError): UserError =>
	new UserError(`Not sent, because of another item. ${message}`, description, 'notSent');

/** Adds what to do about a creation that the service rejects as a duplicate, although the list did not have the record. */
export function withAdvice(error: ApiError, { resource }: MatchRequest): ApiError {
	const { message, description, details } = error;
	if (details.status !== 409) return error;

	const advice = `If the ${resource.name} exists already, the list leaves it out, e.g. because it is archived: add the query parameter that lists all in 'Query Parameters' under 'Options', or match on the field that must be unique`;
	return new ApiError(message, joinSentences([description, advice]), details);
}

/** `'title' "Roof" and 'owner' 5` */
const described = (values: JsonObject, names = Object.keys(values)): string =>
	names.map((name) => `'${name}' ${quoted(values[name])}`).join(' and ');

export const quotedNames = (names: readonly string[]): string => `'${names.join("', '")}'`;
