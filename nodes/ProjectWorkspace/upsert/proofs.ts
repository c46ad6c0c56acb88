/**
 * What the first writes of a run have to show before others are sent: that the list has what is created, that an update
 * keeps what is not sent, and that a field which no record has is saved at all.
 */
import { ApiError, UserError } from '../errors';
import { isPartOfKey, recordId } from '../records/fields';
import { fieldsAtRisk, isEcho, isInside, isShownIfSaved } from '../records/saved';
import { isEmpty, type JsonObject } from '../records/value';
import type { Done, MatchItem } from './item';
import type { MatchList, ReadItem } from './matchList';
import type { Plan, Update } from './plan';

/** Whether a write goes alone, because the others depend on what it shows. */
export function mustProve({ item, list }: ReadItem, plan: Plan): boolean {
	if (plan.is !== 'create' && plan.is !== 'update') return false;
	if (item.isPreview || whyNotSent(plan, list)) return false;
	if (plan.is === 'create') return list.shared.findings.creation === 'notSeen';
	return atRisk(plan, list).length + newNames(plan, list).length > 0;
}

/** Why a write is not sent, after what an earlier one has shown. */
export function whyNotSent({ is }: Plan, { shared }: MatchList): ApiError | UserError | undefined {
	const { endOfWrites, endOfCreations } = shared.findings;
	return endOfWrites ?? (is === 'create' ? endOfCreations : undefined);
}

/** The list must show the first new record by the values to match on. Otherwise each run would create everything again. */
export async function proveCreation(read: ReadItem, done: Done, saved: JsonObject): Promise<Done> {
	const { item, list } = read;
	const { findings } = list.shared;
	const isInResponse = list.isNear({ ...item.match, ...saved }, item);
	if (findings.creation !== 'notSeen') {
		// Saved in another form, such as a title that was cut.
		if (findings.creation === 'inResponse' && !isInResponse) throw notFoundAgain(item, saved);
		return done;
	}

	const { records, completeness } = await list.readOne((record) => list.isNear(record, item));
	const [listed] = records;
	if (listed) {
		findings.creation = isInResponse ? 'inResponse' : 'inList';
		// False and 0 may be saved without being shown.
		const isKnown = (name: string) =>
			isShownIfSaved(item.values[name]) || Object.hasOwn(listed, name);
		const names = Object.keys(item.values).filter(isKnown);
		return noteNewFields(read, done, names, listed);
	}

	if (completeness.is !== 'complete') return done; // the next creation has to prove it
	findings.endOfCreations = notFoundAgain(item, saved);
	throw findings.endOfCreations;
}

/** The first update must keep what it does not send. Otherwise the service would lose it in each record. */
export async function proveUpdate(
	read: ReadItem,
	plan: Update,
	done: Done,
	saved: JsonObject,
): Promise<Done> {
	const { item, list } = read;
	const [mustStay, added] = [atRisk(plan, list), newNames(plan, list)];
	if (mustStay.length + added.length === 0) return done;

	const shown = await shownAfter(plan, saved, [...mustStay, ...added], list);
	if (!shown) return done; // the next update has to prove it

	const { findings } = list.shared;
	const lost = mustStay.filter((name) => isEmpty(shown[name]));
	if (lost.length > 0) {
		findings.endOfWrites = fieldsLost(item, plan, lost);
		throw findings.endOfWrites;
	}
	if (mustStay.length > 0) findings.kept = mustStay.every(isPartOfKey) ? 'parent' : 'fields';
	return noteNewFields(read, done, added, shown);
}

/** The fields that an update clears if it replaces the record. One that no list has shown may not have been there. */
function atRisk({ entry, body }: Update, { fieldNames, shared }: MatchList): string[] {
	const { kept } = shared.findings;
	if (kept === 'fields') return [];

	const names = fieldsAtRisk(entry.record, body).filter((name) => fieldNames.has(name));
	return kept === 'parent' ? names.filter((name) => !isPartOfKey(name)) : names;
}

/** The fields that no record of the list has. */
const newNames = ({ changes }: Update, { fieldNames }: MatchList): string[] =>
	Object.keys(changes).filter((name) => !fieldNames.has(name));

/**
 * The record after an update as the response shows it, or as the list shows it now if that proves nothing.
 * @returns undefined if the list does not have it any more, such as one of open tasks
 */
async function shownAfter(
	{ id, body }: Update,
	saved: JsonObject,
	fields: readonly string[],
	list: MatchList,
): Promise<JsonObject | undefined> {
	const isShown = fields.every((name) => Object.hasOwn(saved, name));
	if (isShown && !isEcho(saved, body)) return saved;

	const { resource } = list.request;
	const { records } = await list.readOne(
		(record) => String(recordId(record, resource)) === String(id),
	);
	return records[0];
}

/**
 * Notes which fields that no record of the list had are there after a write. The others are no difference for the rest of
 * the run, so that not each record is written because of them.
 * @returns what was done, with the others
 */
function noteNewFields(
	{ item, list }: ReadItem,
	done: Done,
	names: readonly string[],
	shown: JsonObject,
): Done {
	const added = names.filter((name) => !list.fieldNames.has(name));
	const nowhere = added.filter((name) => isEmpty(shown[name]) && !isInside(name, shown));
	for (const name of added) {
		if (nowhere.includes(name)) list.noteUnsaved(name, item);
		else list.fieldNames.add(name);
	}

	const { notSaved = [], savedOtherwise = [] } = done.notes ?? {};
	const missing = notSaved.filter((name) => !added.includes(name));
	return { ...done, notes: { notSaved: missing, savedOtherwise, nowhere } };
}

function notFoundAgain({ resource, match }: MatchItem, saved: JsonObject): ApiError {
	const id = recordId(saved, resource.name);
	const name = id === undefined ? resource.displayName : `${resource.displayName} ${id}`;
	return new ApiError(
		`${name} was created but cannot be found by ${quotedNames(Object.keys(match))}`,
		"Each run would create it again. Check in the service how it was saved, and provide the values in that form, or match on another field. If its list leaves out such records, e.g. completed ones, add the query parameter that lists all in 'Query Parameters' under 'Options'.",
		{ code: 'createdButNotFound', mayHaveBeenMade: true },
	);
}

const fieldsLost = ({ resource }: MatchItem, { id }: Update, lost: readonly string[]): UserError =>
	new UserError(
		`The update of ${resource.name} ${id} cleared fields that were not sent: ${quotedNames(lost)}`,
		"The service replaces the whole record, so nothing more is written. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'.",
	);

const quotedNames = (names: readonly string[]): string =>
	names.map((name) => `'${name}'`).join(', ');
