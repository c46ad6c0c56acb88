import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import type { ItemError } from '../itemError';
import { withoutRecords } from '../lists/listError';
import { rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { isSetByService, similarName, writableId } from '../records/fieldNames';
import { hasRounded, hasUndecoded, isObject, mergeJson, stringifyJson } from '../records/json';
import { isEmpty, sameField } from '../records/value';
import { ok, reject, type Result } from '../result';
import type { MatchList } from './matchLists';
import type { MatchRequest } from './matchRequest';
import { upsertMessages, NOTHING_WRITTEN } from './messages';

/** The fields that change; `from` is undefined if the previous value is not known. */
export type Changes = Record<string, { from?: IDataObject[string]; to: IDataObject[string] }>;

/** The update of one record; `send` is undefined if it already has all values. */
export interface Update {
	existing: IDataObject;
	send?: { id: string | number; body: string; record: IDataObject; changes: Changes };
}

/**
 * What is not known of a record that this run has written: the ID of one that a preview would create, whether one
 * exists whose creation failed, or the values of one whose update failed.
 */
export const unsure = new WeakMap<IDataObject, 'id' | 'existence' | 'values'>();

/** Used instead of an unknown ID to check the request; never sent. */
const ID_IN_PREVIEW = 'created in this preview';

/**
 * What to do for one item; without updates and an operation to create a record, the item is skipped.
 * @param same what the list has with the values
 */
export function plan(
	request: MatchRequest,
	list: MatchList,
	same: ReturnType<MatchList['find']>,
): Result<{ updates: Update[]; create?: Operation }, ItemError> {
	const { resource, create, options, skips, match } = request;
	const { read, missingField } = list;
	const { completeness } = read;
	if (same === 'unknown') return reject(upsertMessages.undecided(resource, match));
	if (same === 'undecoded') return reject(upsertMessages.undecodedMatch(resource, match));
	const similar = same.length === 0 ? list.findSimilar(Object.values(match)) : [];
	const found = options.matchSimilar ? [...same, ...similar] : same;
	const isFound = found.length > 0;
	const kind = create ? 'upsert' : 'update';
	const foundBy = options.updateAllMatches ? 'updateAll' : (`${kind}Found` as const);
	const rejected = rejection(isFound ? foundBy : `${kind}NotFound`, read);
	if (rejected && (isFound || completeness.is !== 'unknown')) {
		return reject(withoutRecords(rejected, NOTHING_WRITTEN));
	}
	if (found.some((each) => unsure.get(each) === 'existence')) {
		return reject(upsertMessages.notCreatedBefore(resource, match));
	}
	if (found.length > 1 && !options.updateAllMatches) {
		return reject(upsertMessages.severalMatches(resource, match, found));
	}
	if (isFound) return planUpdates(request, list, found);
	if (similar.length > 0) return reject(upsertMessages.similar(resource, match, similar));
	// A name in 'Match On' may be that of a field which no record has yet, unless it is misspelled.
	const isNew = options.matchOn.length > 0 && !similarName(missingField ?? '', list.fields);
	if (missingField !== undefined && !isNew) {
		return reject(upsertMessages.fieldNowhere(resource, missingField, read.read, list.fields));
	}
	if (rejected && completeness.is === 'unknown') {
		return completeness.because === 'noList'
			? reject(upsertMessages.noList(resource))
			: reject(upsertMessages.notKnown(resource, match, doubtOf(completeness, read.read)));
	}
	return create || skips
		? ok({ updates: [], create })
		: reject(upsertMessages.noMatch(resource, match));
}

function planUpdates(
	{ resource, desired, match, nested, options, zone }: MatchRequest,
	{ fields, isIdTwice }: MatchList,
	found: readonly IDataObject[],
): Result<{ updates: Update[] }> {
	const isSent = (name: string) =>
		Object.hasOwn(desired, name) || (options.sendWholeRecord && !isSetByService(name));
	const updates: Update[] = [];
	for (const existing of found) {
		const record = mergeJson(existing, desired);
		for (const path of nested) mergeInside(record, existing, path);
		// The record keeps the values that it was matched on, which may have another type.
		const matched = Object.keys(match).filter((name) => Object.hasOwn(existing, name));
		for (const name of matched) record[name] = existing[name];
		const changes = changesOf(existing, record, Object.keys(desired), { fields, zone });
		if (Object.keys(changes).length === 0) {
			updates.push({ existing });
			continue;
		}
		const id = unsure.get(existing) === 'id' ? ID_IN_PREVIEW : writableId(existing, resource.value);
		if (id === undefined) return reject(upsertMessages.noId(resource));
		if (isIdTwice(id)) return reject(upsertMessages.idTwice(resource, id));
		// A number that was rounded while reading the list would be changed.
		if (Object.entries(record).some(([name, value]) => isSent(name) && hasRounded(value))) {
			return reject(upsertMessages.inexact(resource));
		}
		const isKept = ([name]: [string, unknown]) => isSent(name) && !Object.hasOwn(desired, name);
		if (Object.entries(existing).filter(isKept).some(hasUndecoded))
			return reject(upsertMessages.undecoded(resource));
		updates.push({ existing, send: { id, body: stringifyJson(record, isSent), record, changes } });
	}
	return ok({ updates });
}

/** The object at the beginning of the path keeps the fields that are not written. */
function mergeInside(record: IDataObject, existing: unknown, [name = '', ...rest]: string[]): void {
	const [own, before] = [record[name], isObject(existing) ? existing[name] : undefined];
	if (rest.length === 0 || !isObject(own) || !isObject(before)) return;
	const merged = mergeJson(before, own);
	record[name] = merged;
	mergeInside(merged, before, rest);
}

/**
 * The named fields whose values differ.
 * @param fields those that the list shows: a record without one of them has no value for it
 */
const changesOf = (
	existing: IDataObject,
	desired: IDataObject,
	names: readonly string[],
	{ fields, zone }: { fields: ReadonlySet<string>; zone: string },
): Changes =>
	Object.fromEntries(
		names.flatMap((name) => {
			const isShown = Object.hasOwn(existing, name) || (isEmpty(desired[name]) && fields.has(name));
			const isKnown = isShown && unsure.get(existing) !== 'values';
			if (isKnown && sameField(existing, desired, name, zone)) return [];
			return [[name, { ...(isKnown ? { from: existing[name] } : {}), to: desired[name] }]];
		}),
	);
