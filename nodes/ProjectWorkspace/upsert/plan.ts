import { UserError } from '../errors';
import type { List } from '../pagination/readList';
import { isSetByService, recordId } from '../records/fields';
import { isSame, type GivenValue } from '../records/same';
import { isStructure, isUndecoded, quoted, type JsonObject } from '../records/value';
import type { Resource } from '../resources';
import type { Waitable } from './lock';

/** What one item asks for. */
export interface MatchItem {
	resource: Resource;
	/** The values by which a record is found. None is empty. */
	match: JsonObject;
	/** The values to write. */
	values: JsonObject;
	/** Match and values, read once: a value that is saved in another form may be the same. */
	expected: ReadonlyMap<string, GivenValue>;
	/** What to do if no record matches. */
	otherwise: 'create' | 'skip' | 'stop';
	/** Whether 'Match On Other Fields' names the fields to match on, which no record has to have. */
	mayBeNewField: boolean;
	/** Whether an update also sends the fields that stay as they are. */
	sendWholeRecord: boolean;
}

/** A record that items can match. While this run writes it, they wait, and look again. */
export interface Entry extends Waitable {
	/** As the service has returned it, or as this run has written it. */
	record: JsonObject;
	/**
	 * - `rejected`: this run could not create it
	 * - `uncertain`: its creation has failed, but the service may have made it
	 * - `preview`: it only exists in a preview, so that it has no ID
	 */
	state?: 'rejected' | 'uncertain' | 'preview';
}

/** What a plan has to know about the list. */
export interface ListFacts {
	list: List;
	/** The fields that its records have. */
	fieldNames: ReadonlySet<string>;
	/** Fields that the service has not saved in this run. They are no difference any more. */
	unsavedNames: ReadonlySet<string>;
	/** The IDs that several records have, as in services that count IDs in each project. */
	idsTwice: ReadonlySet<string>;
}

/** The fields that change; `from` is left out where a record did not have the field. */
export type Changes = Record<string, { from?: JsonObject[string]; to: JsonObject[string] }>;

export interface Update {
	is: 'update';
	entry: Entry;
	/** Empty for a record that only exists in a preview. */
	id: string | number;
	/** What is sent. */
	body: JsonObject;
	changes: Changes;
}

export type Plan = Update | { is: 'create' | 'skip' } | { is: 'unchanged'; entry: Entry };

/**
 * What to do for an item. Nothing is sent here.
 * @param matches the records with its values
 * @param near the records with nearly its values; empty if one matches
 * @throws UserError or ApiError if nothing may be written
 */
export function planItem(
	item: MatchItem,
	matches: readonly Entry[],
	near: readonly Entry[],
	facts: ListFacts,
): Plan {
	const [entry] = matches;
	const { completeness } = facts.list;
	const needsAll = item.otherwise === 'create' || !entry;
	if (completeness.is === 'short' && needsAll) throw completeness.error;
	if (matches.length > 1) throw severalMatches(item, matches);
	if (entry) return planUpdate(item, entry, facts);

	const [similar] = near;
	if (similar) throw nearlyMatches(item, similar.record);
	const error = fieldNowhere(item, facts) ?? notKnown(item, facts);
	if (error) throw error;

	if (item.otherwise === 'stop') throw nothingMatches(item);
	if (item.otherwise === 'skip') return { is: 'skip' };
	const missing = Object.keys(item.match).find((name) => !Object.hasOwn(item.values, name));
	if (missing !== undefined) throw notCreatable(item, missing);
	return { is: 'create' };
}

function planUpdate(item: MatchItem, entry: Entry, facts: ListFacts): Plan {
	if (entry.state === 'uncertain') throw mayExist(item);

	const { record } = entry;
	const changes = changesOf(item, record, facts.unsavedNames);
	if (Object.keys(changes).length === 0) return { is: 'unchanged', entry };

	const id = entry.state === 'preview' ? '' : idToUpdate(item, record, facts);
	return { is: 'update', entry, id, body: updateBody(item, record), changes };
}

function changesOf(
	{ values, expected }: MatchItem,
	record: JsonObject,
	unsavedNames: ReadonlySet<string>,
): Changes {
	const changes = new Map<string, Changes[string]>();
	for (const [name, to] of Object.entries(values)) {
		const isShown = Object.hasOwn(record, name);
		const from = isShown ? record[name] : undefined;
		const given = expected.get(name);
		if (unsavedNames.has(name) || (given && isSame(given, from))) continue;

		changes.set(name, isShown ? { from, to } : { to });
	}
	return Object.fromEntries(changes);
}

/** All values of the item, because some services need more than what changes. */
function updateBody(item: MatchItem, record: JsonObject): JsonObject {
	const body = new Map<string, JsonObject[string]>();
	for (const [name, value] of Object.entries(record)) {
		if (!item.sendWholeRecord || isSetByService(name)) continue;
		if (isUndecoded(value) && !Object.hasOwn(item.values, name)) throw undecoded(item, name);
		body.set(name, value);
	}

	for (const [name, value] of Object.entries(item.values)) {
		// A value that was matched on stays as it is saved, unless that is a list or an object, in whose place services take
		// an ID.
		const isMatched = Object.hasOwn(item.match, name) && Object.hasOwn(record, name);
		body.set(name, isMatched && !isStructure(record[name]) ? record[name] : value);
	}
	return Object.fromEntries(body);
}

function idToUpdate(
	{ resource }: MatchItem,
	record: JsonObject,
	facts: ListFacts,
): string | number {
	const id = recordId(record, resource.name);
	if (id === undefined) {
		throw new UserError(
			`No ID was found in the matching ${resource.name}`,
			`If an earlier item has created it, run this item again. Otherwise update the ${resource.name} by its ID.`,
		);
	}
	if (facts.idsTwice.has(String(id))) {
		throw new UserError(
			`Several ${resource.plural} have the ID "${id}", so the matching ${resource.name} cannot be updated`,
			'An update could change the other one. Change the record in the service.',
		);
	}
	return id;
}

/** `'title' "Roof" and 'owner' 5` */
const describeMatch = (match: JsonObject): string =>
	Object.entries(match)
		.map(([name, value]) => `'${name}' ${quoted(value)}`)
		.join(' and ');

const NOTHING_WRITTEN = 'Nothing was written for this item.';
const MAX_NAMED_IDS = 5;

function severalMatches({ resource, match }: MatchItem, matches: readonly Entry[]): UserError {
	const ids = matches.map(({ record }) => recordId(record, resource.name) ?? '?');
	const shown = ids.length > MAX_NAMED_IDS ? [...ids.slice(0, MAX_NAMED_IDS), '…'] : ids;
	return new UserError(
		`${matches.length} ${resource.plural} found with ${describeMatch(match)}: ${shown.join(', ')}`,
		`${NOTHING_WRITTEN} Match on an additional field, or use the operation 'Update' with the ID of the ${resource.name}.`,
	);
}

function nearlyMatches({ resource, match }: MatchItem, record: JsonObject): UserError {
	const id = recordId(record, resource.name);
	const it = id === undefined ? `another ${resource.name}` : `${resource.name} ${id}`;
	const similar = Object.fromEntries(Object.keys(match).map((name) => [name, record[name]]));
	return new UserError(
		`No ${resource.name} found with ${describeMatch(match)}, but ${it} has ${describeMatch(similar)}`,
		`${NOTHING_WRITTEN} If they are the same, provide the value as the service saves it. Otherwise use the operation 'Create', or match on another field.`,
	);
}

function fieldNowhere(item: MatchItem, { list, fieldNames }: ListFacts): UserError | undefined {
	const { resource, match, mayBeNewField } = item;
	const field = Object.keys(match).find((name) => !fieldNames.has(name));
	if (field === undefined || list.recordsRead === 0 || mayBeNewField) return undefined;

	return new UserError(
		`Cannot find the ${resource.name}, because none of the ${list.recordsRead} ${resource.plural} in the list has the field '${field}'`,
		`${NOTHING_WRITTEN} Check the name of the field, which must be a field of the record itself, or match on another one. If no record has it yet, enter its name in 'Match On Other Fields' under 'Options'.`,
	);
}

/** The record may be on a page that was not read: it would exist twice. */
function notKnown({ resource, match }: MatchItem, { list }: ListFacts): UserError | undefined {
	const { completeness } = list;
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

const undecoded = ({ resource }: MatchItem, field: string): UserError =>
	new UserError(
		`'${field}' of the matching ${resource.name} contains text that could not be decoded, shown as \ufffd`,
		"Turn off 'Send Whole Record' under 'Options' to leave that text unchanged.",
	);
