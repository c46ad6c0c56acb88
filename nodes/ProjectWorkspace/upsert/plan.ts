import { type ApiError, UserError } from '../errors';
import { isSetByService, recordId } from '../records/fields';
import { differsInvisibly } from '../records/near';
import { isStructure, quoted, type JsonObject } from '../records/value';
import { joinSentences } from '../texts';
import type { Changes, MatchItem } from './item';
import type { Entry, MatchList, ReadItem } from './matchList';

export interface Update {
	is: 'update';
	entry: Entry;
	/** Empty for a record that only exists in a preview. */
	id: string | number;
	/** What is sent. */
	body: JsonObject;
	changes: Changes;
}

export type Plan =
	| Update
	| { is: 'create' }
	| { is: 'skip' }
	| { is: 'unchanged'; entry: Entry }
	| { is: 'rejected'; error: ApiError | UserError };

/** What to do for an item, with what is known by now. Nothing is sent here. */
export function planOf({ item, list, slots, nearSlot = [] }: ReadItem): Plan {
	// One entry may be in several slots, if the service has saved it in another form than this run has sent.
	const matches = [...new Set(slots.flat())];
	const [entry] = matches;
	const { completeness } = list.reading;
	const needsAll = item.noMatch === 'create' || !entry;

	if (completeness.is === 'short' && needsAll) return rejected(completeness.error);
	if (matches.length > 1) return rejected(severalMatches(item, matches));
	if (entry) return planMatch(item, entry, list);

	const near = nearSlot.find(({ record }) => list.isNear(record, item));
	return near ? rejected(nearlyMatches(item, near.record)) : planAbsent(item, list);
}

const rejected = (error: ApiError | UserError): Plan => ({ is: 'rejected', error });

function planAbsent(item: MatchItem, list: MatchList): Plan {
	const error = fieldNowhere(item, list) ?? notKnown(item, list);
	if (error) return rejected(error);

	if (item.noMatch === 'stop') return rejected(nothingMatches(item));
	if (item.noMatch === 'skip') return { is: 'skip' };
	const missing = Object.keys(item.match).find((name) => !Object.hasOwn(item.values, name));
	return missing === undefined ? { is: 'create' } : rejected(notCreatable(item, missing));
}

function planMatch(item: MatchItem, entry: Entry, list: MatchList): Plan {
	if (entry.state === 'uncertain') return rejected(mayExist(item));

	const changes = item.ifMatch === 'keep' ? {} : changesOf(item, entry.record, list);
	if (Object.keys(changes).length === 0) return { is: 'unchanged', entry };

	const id = entry.state === 'preview' ? '' : recordId(entry.record, item.resource.name);
	if (id === undefined) return rejected(noId(item));
	if (list.shared.idsTwice.has(String(id))) return rejected(idTwice(item, id));

	return { is: 'update', entry, id, body: updateBody(item, entry.record), changes };
}

function changesOf(item: MatchItem, record: JsonObject, list: MatchList): Changes {
	const changes = new Map<string, Changes[string]>();
	for (const [name, to] of Object.entries(item.values)) {
		if (list.has(record, name, item) || list.isUnsaved(name, item)) continue;
		changes.set(name, Object.hasOwn(record, name) ? { from: record[name], to } : { to });
	}
	return Object.fromEntries(changes);
}

/** All values of the item, because some services need more than what changes. */
function updateBody({ values, match, sendWholeRecord }: MatchItem, record: JsonObject): JsonObject {
	const body = new Map<string, JsonObject[string]>();
	for (const [name, value] of Object.entries(sendWholeRecord ? record : {})) {
		if (!isSetByService(name)) body.set(name, value);
	}

	for (const [name, value] of Object.entries(values)) {
		// A value that was matched on stays as it is saved, unless that is a list or an object, in whose place services take
		// an ID.
		const isMatched = Object.hasOwn(match, name) && Object.hasOwn(record, name);
		body.set(name, isMatched && !isStructure(record[name]) ? record[name] : value);
	}
	return Object.fromEntries(body);
}

const noId = ({ resource }: MatchItem): UserError =>
	new UserError(
		`No ID was found in the matching ${resource.name}`,
		`If an earlier item has created it, run this item again. Otherwise update the ${resource.name} by its ID.`,
	);

const idTwice = ({ resource }: MatchItem, id: string | number): UserError =>
	new UserError(
		`Several ${resource.plural} have the ID "${id}", so the matching ${resource.name} cannot be updated`,
		'An update could change the other one. Change the record in the service.',
	);

/** `'title' "Roof" and 'owner' 5` */
const describeMatch = (match: JsonObject): string =>
	Object.entries(match)
		.map(([name, value]) => `'${name}' ${quoted(value)}`)
		.join(' and ');

const NOTHING_WRITTEN = 'Nothing was written for this item.';
const MAX_NAMED_IDS = 5;

function severalMatches({ resource, match }: MatchItem, matches: readonly Entry[]): UserError {
	const named = matches.slice(0, MAX_NAMED_IDS);
	const shown = named.map(({ record }) => recordId(record, resource.name) ?? '?');
	if (matches.length > named.length) shown.push('…');
	return new UserError(
		`${matches.length} ${resource.plural} found with ${describeMatch(match)}: ${shown.join(', ')}`,
		`${NOTHING_WRITTEN} Match on an additional field, or use the operation 'Update' with the ID of the ${resource.name}.`,
	);
}

function nearlyMatches({ resource, match }: MatchItem, record: JsonObject): UserError {
	const id = recordId(record, resource.name);
	const it = id === undefined ? `another ${resource.name}` : `${resource.name} ${id}`;
	const similar = Object.fromEntries(Object.keys(match).map((name) => [name, record[name]]));
	const alike = Object.keys(match).find((name) => differsInvisibly(match[name], similar[name]));
	const unseen =
		alike === undefined ? undefined : `'${alike}' only differs in characters that cannot be seen`;
	const advice =
		"If they are the same, provide the value as the service saves it. Otherwise use the operation 'Create', or match on another field";
	return new UserError(
		`No ${resource.name} found with ${describeMatch(match)}, but ${it} has ${describeMatch(similar)}`,
		joinSentences([NOTHING_WRITTEN, unseen, advice]),
	);
}

function fieldNowhere(item: MatchItem, { reading, fieldNames }: MatchList): UserError | undefined {
	const { resource, match, mayBeNewField } = item;
	const { recordsRead } = reading;
	const field = Object.keys(match).find((name) => !fieldNames.has(name));
	if (field === undefined || recordsRead === 0 || mayBeNewField) return undefined;

	return new UserError(
		`Cannot find the ${resource.name}, because none of the ${recordsRead} ${resource.plural} in the list has the field '${field}'`,
		`${NOTHING_WRITTEN} Check the name of the field, which must be a field of the record itself, or match on another one. If no record has it yet, enter its name in 'Match On Other Fields' under 'Options'.`,
	);
}

/** The record may be on a page that was not read: it would exist twice. */
function notKnown({ resource, match }: MatchItem, { reading }: MatchList): UserError | undefined {
	const { completeness } = reading;
	if (completeness.is !== 'unknown') return undefined;

	const { because, warning, advice } = completeness;
	const message = `No ${resource.name} found with ${describeMatch(match)}. ${warning}`;
	if (because !== 'noList') return new UserError(message, `${NOTHING_WRITTEN} ${advice}`);
	return new UserError(
		message,
		`${NOTHING_WRITTEN} If there are no ${resource.plural} yet, create the first one with the operation 'Create'.`,
	);
}

const nothingMatches = ({ resource, match }: MatchItem): UserError =>
	new UserError(
		`No ${resource.name} found with ${describeMatch(match)}`,
		"Check the value, set 'If No Match Is Found' to 'Skip Item', or use the operation 'Create or Update'.",
	);

/** Without it, the next run would create the record again. */
const notCreatable = ({ resource }: MatchItem, field: string): UserError =>
	new UserError(
		`Cannot create the ${resource.name} without '${field}', which is a field to match on`,
		"The service sets that field itself, or it is in 'Ignore Fields From Input'. Match on another field, or use the operation 'Update'.",
	);

const mayExist = ({ resource, match }: MatchItem): UserError =>
	new UserError(
		`An earlier item may have created the ${resource.name} with ${describeMatch(match)}, so this one was not sent`,
		`Check whether the ${resource.name} exists, then run this item again.`,
	);
