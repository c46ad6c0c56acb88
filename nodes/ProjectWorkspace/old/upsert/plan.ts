import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import type { ItemError } from '../itemError';
import { rejection } from '../lists/listRecords';
import { doubtOf } from '../lists/messages';
import { isSetByService, similarName, writableId } from '../records/fieldNames';
import { mergeJson, stringifyJson } from '../records/json';
import { sameField } from '../records/sameValue';
import { hasRounded, hasUndecoded, isEmpty, isObject } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';
import type { MatchList } from './matchLists';
import type { MatchRequest } from './matchRequest';
import { upsertMessages, NOTHING_WRITTEN } from './messages';
import { placeInside, type Found, type Known } from './recordIndex';

/** The fields that change; `from` is undefined if the previous value is not known. */
export type Changes = Record<string, { from?: IDataObject[string]; to: IDataObject[string] }>;

/** The update of one record; `change` is undefined if it already has all values. */
export interface Update {
	existing: Known;
	change?: { id: string | number; body: string; after: IDataObject; changes: Changes };
}

/**
 * What to do for an item: updates, or the operation that creates a record; with neither, it is skipped. Nothing is sent
 * here, and nothing changes.
 */
export function plan(
	request: MatchRequest,
	list: MatchList,
	same: Found,
): Result<{ updates?: Update[]; create?: Operation }, ItemError> {
	const { resource, match, options, create } = request;
	const { completeness, read } = list.result;
	if (!same.ok) return reject(upsertMessages[same.problem](resource, match));
	const similar = same.value.length === 0 ? list.index.findSimilar(match) : [];
	const found = options.matchSimilar ? [...same.value, ...similar] : same.value;
	const kind = create ? 'upsert' : 'update';
	const reader = options.updateAllMatches ? 'updateAll' : (`${kind}Found` as const);
	const unusable = rejection(
		found.length > 0 ? reader : `${kind}NotFound`,
		list.result,
		NOTHING_WRITTEN,
	);
	/** It may be in the part of the list that was not read. */
	const isUnknown = unusable && found.length === 0 && completeness.is === 'unknown';
	if (unusable && !isUnknown) return reject(unusable);
	if (found.some(({ unsure }) => unsure === 'existence'))
		return reject(upsertMessages.notCreatedBefore(resource, match));
	if (found.length > 1 && !options.updateAllMatches)
		return reject(upsertMessages.severalMatches(resource, match, found.map(recordIn)));
	if (found.length > 0) return updatesOf(request, list, found);
	if (similar.length > 0)
		return reject(upsertMessages.similar(resource, match, similar.map(recordIn)));
	const nowhere = fieldNowhere(request, list);
	if (nowhere) return reject(nowhere);
	if (isUnknown)
		return reject(
			completeness.because === 'noList'
				? upsertMessages.noList(resource)
				: upsertMessages.notKnown(resource, match, doubtOf(completeness, read)),
		);
	if (create) return ok({ create });
	return request.skips ? ok({}) : reject(upsertMessages.noMatch(resource, match));
}

const recordIn = ({ record }: Known) => record;

/** A name in 'Match On' may be that of a field which no record has yet, unless it is misspelled. */
function fieldNowhere({ resource, options }: MatchRequest, list: MatchList): Problem | undefined {
	const { missingField, fields } = list.index;
	if (missingField === undefined) return undefined;
	const place = placeInside(list.result.records, missingField);
	if (place !== undefined) return upsertMessages.fieldInside(resource, missingField, place);
	const isNew = options.matchOn.length > 0 && !similarName(missingField, fields);
	if (isNew) return undefined;
	return upsertMessages.fieldNowhere(resource, missingField, list.result.read, fields);
}

function updatesOf(
	request: MatchRequest,
	list: MatchList,
	found: readonly Known[],
): Result<{ updates: Update[] }> {
	const updates: Update[] = [];
	for (const existing of found) {
		const update = updateOf(request, list, existing);
		if (!update.ok) return update;
		updates.push(update.value);
	}
	return ok({ updates });
}

function updateOf(
	{ resource, desired, match, nested, options, zone }: MatchRequest,
	{ index: { fields }, run }: MatchList,
	existing: Known,
): Result<Update> {
	const { record: before, unsure } = existing;
	const after = mergeJson(before, desired);
	for (const path of nested) mergeInside(after, before, path);
	// The record keeps the values that it was matched on, which may have another type.
	for (const name of Object.keys(match))
		if (Object.hasOwn(before, name)) after[name] = before[name];
	const changes = changesOf(existing, after, Object.keys(desired), { fields, zone });
	if (Object.keys(changes).length === 0) return ok({ existing });
	const id = unsure === 'id' ? ID_IN_PREVIEW : writableId(before, resource.value);
	if (id === undefined) return reject(upsertMessages.noId(resource));
	if (run.isIdTwice(id)) return reject(upsertMessages.idTwice(resource, id));
	const isKept = (name: string) =>
		options.sendWholeRecord && !Object.hasOwn(desired, name) && !isSetByService(name);
	const isSent = (name: string) => Object.hasOwn(desired, name) || isKept(name);
	// A number that was rounded while reading the list would be changed.
	if (Object.entries(after).some(([name, value]) => isSent(name) && hasRounded(value)))
		return reject(upsertMessages.roundedRest(resource));
	if (Object.entries(before).some((field) => isKept(field[0]) && hasUndecoded(field)))
		return reject(upsertMessages.undecodedRest(resource));
	return ok({ existing, change: { id, body: stringifyJson(after, isSent), after, changes } });
}

/** Used instead of an unknown ID to check the request; never sent. */
const ID_IN_PREVIEW = 'created in this preview';

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
	{ record: before, unsure }: Known,
	after: IDataObject,
	names: readonly string[],
	{ fields, zone }: { fields: ReadonlySet<string>; zone: string },
): Changes =>
	Object.fromEntries(
		names.flatMap((name) => {
			const isShown = Object.hasOwn(before, name) || (isEmpty(after[name]) && fields.has(name));
			const isKnown = isShown && unsure !== 'values';
			if (isKnown && sameField(before, after, name, zone)) return [];
			return [[name, { ...(isKnown ? { from: before[name] } : {}), to: after[name] }]];
		}),
	);
