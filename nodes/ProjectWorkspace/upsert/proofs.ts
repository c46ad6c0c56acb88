/**
 * What the first writes of a run have to show before others are sent: that the list has what is created, that an update
 * keeps what is not sent, and that a field which no record has is saved at all. Whether the list has all that was created
 * shows at the end, in `createdAgain`.
 */
import { isPartOfKey, recordId } from '../records/fields';
import { fieldsAtRisk, isEcho, isInside, isShownIfSaved, type SavedNotes } from '../records/saved';
import { isEmpty, type JsonObject } from '../records/value';
import type { Entry, LocatedItem, MatchList } from './matchList';
import { notFoundAgain, quotedNames, notWritten } from './messages';
import type { Changes, Plan, Update } from './plan';

/** Whether a write goes alone, because the others depend on what it shows. */
export function mustProve({ request, list }: LocatedItem, plan: Plan): boolean {
	if (plan instanceof Error || request.options.previewOnly) return false;
	if (plan.is === 'create') return !list.lists.isCreationListed;
	return plan.is === 'update' && plan.proof !== undefined;
}

/** The list must show the first new record by the values to match on. Otherwise each run would create everything again. */
export async function proveCreation(
	located: LocatedItem,
	saved: JsonObject,
	notes: SavedNotes,
): Promise<void> {
	const { request, list } = located;
	const { lists } = list;
	const { match, body } = request;
	const isEchoed = list.recognizes({ ...match, ...saved }, request);
	if (lists.isCreationListed) {
		// Saved in another form, such as a title that was cut.
		if (lists.isCreationEchoed && !isEchoed) throw notFoundAgain(request, saved);
		return;
	}

	const { records, completeness } = await list.readOne((each) => list.recognizes(each, request));
	const [listed] = records;
	if (listed) {
		lists.isCreationListed = true;
		lists.isCreationEchoed = isEchoed;
		// The response may have only repeated what was sent.
		const unlike = Object.keys(match).filter((name) => !list.fields.has(listed, name, request));
		notes.savedOtherwise.push(...unlike);
		// False and 0 may be saved without being shown.
		const names = Object.keys(body.values).filter(
			(name) => isShownIfSaved(body.values[name]) || Object.hasOwn(listed, name),
		);
		noteNewFields(located, names, listed, notes);
		return;
	}

	if (completeness.is !== 'complete') return; // the next creation has to prove it
	lists.endOfCreations = notFoundAgain(request, saved);
	throw lists.endOfCreations;
}

/** The first update must keep what it does not send. Otherwise the service would lose it in each record. */
export async function proveUpdate(
	located: LocatedItem,
	plan: Update,
	saved: JsonObject,
	notes: SavedNotes,
): Promise<void> {
	if (!plan.proof) return;

	const { request, list } = located;
	const { mustStay, added } = plan.proof;
	const shown = await shownAfter(plan, saved, [...mustStay, ...added], list);
	if (!shown) return; // the next update has to prove it

	const { lists } = list;
	const lost = mustStay.filter((name) => isEmpty(shown[name]));
	if (lost.length > 0) {
		const facts = { id: plan.id, fields: quotedNames(lost) };
		lists.endOfWrites = notWritten('fieldsLost', request, facts);
		throw lists.endOfWrites;
	}
	lists.keepsParent ||= mustStay.length > 0;
	// Only a field that is no parent shows that the rest is kept, too.
	lists.keepsFields ||= !mustStay.every(isPartOfKey);
	noteNewFields(located, added, shown, notes);
}

/** What an update has to show. */
export interface ToProve {
	/** The fields that it clears if it replaces the record. */
	mustStay: string[];
	/** The fields that no record of the list has. */
	added: string[];
}

export function toProve(
	{ record }: Entry,
	body: JsonObject,
	changes: Changes,
	{ fields, lists }: MatchList,
): ToProve | undefined {
	const { keepsFields, keepsParent } = lists;
	const added = Object.keys(changes).filter((name) => !fields.names.has(name));
	const atRisk = keepsFields ? [] : fieldsAtRisk(record, body);
	const mustStay = atRisk.filter((name) => {
		// One that no list has shown may not have been there.
		return fields.names.has(name) && !(keepsParent && isPartOfKey(name));
	});
	return mustStay.length + added.length > 0 ? { mustStay, added } : undefined;
}

/**
 * The record after an update as the response shows it. One that only repeats what was sent proves nothing, so it is as the
 * list shows it then.
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
	const { records } = await list.readOne((each) => String(recordId(each, resource)) === String(id));
	return records[0];
}

/**
 * Notes which fields that no record of the list had are there after a write. The others are no difference for the rest of
 * the run, so that not each record is written because of them.
 */
function noteNewFields(
	{ request, list }: LocatedItem,
	names: readonly string[],
	shown: JsonObject,
	notes: SavedNotes,
): void {
	notes.nowhere = [];
	for (const name of names) {
		if (list.fields.names.has(name)) continue;

		notes.notSaved = notes.notSaved.filter((each) => each !== name);
		if (!isEmpty(shown[name]) || isInside(name, shown)) {
			list.fields.names.add(name);
		} else {
			notes.nowhere.push(name);
			list.fields.noteUnsaved(name, request);
		}
	}
}
