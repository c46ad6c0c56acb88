import { ApiError, UserError } from '../errors';
import { recordId } from '../records/fields';
import { recordsOf } from '../records/shape';
import { isEmpty, type JsonObject } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { whenEnded, type MatchList } from './matchList';
import { planItem, type Changes, type Entry, type MatchItem, type Plan, type Update } from './plan';
import { compareSaved, fieldsAtRisk, isEcho, isInside, type SavedNotes } from './saved';

export interface UpsertItem extends MatchItem {
	isPreview: boolean;
	/** Of the workflow. */
	zone: string;
	/** The request that creates the record, and its body. */
	creation: () => { request: ApiRequest; body: JsonObject };
	/** The request that updates a record. */
	updateOf: (id: string | number, body: JsonObject) => ApiRequest;
}

/** What was done for an item. */
export interface Written extends Partial<SavedNotes> {
	result: 'created' | 'updated' | 'unchanged' | 'skipped';
	/** Those of the response, or as they would be in a preview. Undefined: the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	changes?: Changes;
	/** Fields that were sent, and that no record has. */
	nowhere?: string[];
}

/** Updates the record that matches, if something is different. If none matches, does what the item says. */
export async function upsert(item: UpsertItem, list: MatchList): Promise<Written> {
	for (;;) {
		const matches = list.find(item);
		const near = matches.length > 0 ? [] : list.findNear(item);
		const busy = [...matches, ...near].find(({ writing }) => writing);
		const before = busy?.writing ?? list.run.alone;

		// Nothing is awaited between looking and writing, so that no other item finds the same.
		if (before) await before;
		else if (list.failure !== undefined) throw list.failure;
		else if (matches.length === 0 && !list.isSure) list.startReadingAgain();
		else if (matches[0]?.isWithoutId) list.startReadingId(item, matches[0]);
		else return await carryOut(planItem(item, matches, near, list), item, list);
	}
}

async function carryOut(plan: Plan, item: UpsertItem, list: MatchList): Promise<Written> {
	switch (plan.is) {
		case 'skip':
			return { result: 'skipped', records: [] };
		case 'unchanged':
			return { result: 'unchanged', records: [plan.entry.record] };
		case 'create':
			return item.isPreview ? previewCreation(item, list) : await create(item, list);
		case 'update':
			return item.isPreview ? previewUpdate(plan) : await update(plan, item, list);
	}
}

function previewCreation(item: UpsertItem, list: MatchList): Written {
	const { body } = item.creation();
	list.add({ record: body, isPreview: true });
	return { result: 'created', records: [body] };
}

function previewUpdate({ entry, body, changes }: Update): Written {
	entry.record = merged(entry.record, body);
	return { result: 'updated', records: [entry.record], changes };
}

async function create(item: UpsertItem, list: MatchList): Promise<Written> {
	const { run } = list;
	const reason = run.noWrite ?? run.noCreation;
	if (reason) throw reason;

	const { request, body } = item.creation();
	const entry: Entry = { record: body };
	list.add(entry);

	const send = async (): Promise<Written> => {
		const response = await run.client.send(request);
		if (response instanceof ApiError) {
			if (response.details.mayHaveBeenMade) entry.isUncertain = true;
			else list.remove(entry);
			throw response;
		}

		const records = recordsOf(response.body, item.resource);
		const saved = theOnly(records);
		entry.record = merged(body, saved);
		entry.isWithoutId = recordId(entry.record, item.resource.value) === undefined;
		const notes = compareSaved(body, saved, Object.keys(item.values), item.zone);
		return { result: 'created', records, ...notes };
	};
	const sendFirst = async (): Promise<Written> => {
		const written = await send();
		const listed = await proveCreation(item, written, list);
		const filled = Object.keys(item.values).filter((name) => !isEmpty(item.values[name]));
		return listed ? withNewFields(written, filled, listed, list) : written;
	};
	return await whileWriting(entry, run.canCreate ? run.write(send) : run.goAlone(sendFirst));
}

async function update(plan: Update, item: UpsertItem, list: MatchList): Promise<Written> {
	const { entry, id, body, changes } = plan;
	const { run } = list;
	if (run.noWrite) throw run.noWrite;
	if (id === undefined) throw new TypeError('A record of a preview cannot be sent');

	const send = async (): Promise<Written> => {
		const response = await run.client.send(item.updateOf(id, body));
		if (response instanceof ApiError) throw response;

		const records = recordsOf(response.body, item.resource);
		entry.record = merged(entry.record, body);
		const notes = compareSaved(body, theOnly(records), Object.keys(changes), item.zone);
		return { result: 'updated', records, id, changes, ...notes };
	};

	// What only this run has sent may not have been saved.
	const isProof = (name: string) => list.fields.has(name) && !run.kept.has(name);
	const atRisk = fieldsAtRisk(entry.record, body).filter(isProof);
	const newFields = Object.keys(changes).filter((name) => !list.fields.has(name));
	const sendFirst = async (): Promise<Written> => {
		const written = await send();
		const shown = await shownAfter(plan, written, [...atRisk, ...newFields], list);
		if (!shown) return written; // nothing is proven, so the next update goes alone as well
		const lost = atRisk.filter((name) => isEmpty(shown[name]));
		if (lost.length > 0) {
			run.noWrite = fieldsLost(item, id, lost);
			throw run.noWrite;
		}
		for (const name of atRisk) run.kept.add(name);
		return withNewFields(written, newFields, shown, list);
	};
	const isFirst = atRisk.length > 0 || newFields.length > 0;
	return await whileWriting(entry, isFirst ? run.goAlone(sendFirst) : run.write(send));
}

/** Items that match the record wait. */
async function whileWriting<T>(entry: Entry, result: Promise<T>): Promise<T> {
	entry.writing = whenEnded(result, () => {
		entry.writing = undefined;
	});
	return await result;
}

/**
 * The list must show the first new record by the values to match on. Otherwise each run would create everything again.
 * @returns the record; undefined if the list could not be read, so that the next creation has to prove it
 */
async function proveCreation(
	item: UpsertItem,
	written: Written,
	list: MatchList,
): Promise<JsonObject | undefined> {
	const { records, completeness } = await list.readOne((record) => list.isMatch(record, item));
	const [listed] = records;
	if (!listed && completeness.is === 'complete') {
		list.run.noCreation = notFoundAgain(item, written);
		throw list.run.noCreation;
	}
	list.run.canCreate = listed !== undefined;
	return listed;
}

/**
 * The record after an update as the response shows it, or as the list shows it now if that proves nothing.
 * @returns undefined if the list does not have it any more, such as one of open tasks
 */
async function shownAfter(
	{ id, body }: Update,
	written: Written,
	fields: readonly string[],
	list: MatchList,
): Promise<JsonObject | undefined> {
	const saved = theOnly(written.records);
	const isShown = fields.every((name) => Object.hasOwn(saved, name));
	if (isShown && !isEcho(saved, body)) return saved;

	const { records } = await list.readOne((record) => list.hasId(record, id));
	return records[0];
}

/**
 * Notes which fields that no record of the list had are there after a write. The others are no difference for the rest of
 * the run, so that not each record is written because of them.
 */
function withNewFields(
	written: Written,
	names: readonly string[],
	shown: JsonObject,
	list: MatchList,
): Written {
	const newFields = names.filter((name) => !list.fields.has(name));
	const notSaved = newFields.filter((name) => isEmpty(shown[name]) && !isInside(name, shown));
	for (const name of newFields) {
		const known = notSaved.includes(name) ? list.notSaved : list.fields;
		known.add(name);
	}

	const others = (written.notSaved ?? []).filter((name) => !newFields.includes(name));
	return { ...written, notSaved: others, nowhere: notSaved };
}

function notFoundAgain({ resource, match }: UpsertItem, { records }: Written): UserError {
	const id = recordId(theOnly(records), resource.value);
	const record = id === undefined ? resource.value : `${resource.value} ${id}`;
	return new UserError(
		`${capitalized(record)} was created but cannot be found by ${quotedNames(Object.keys(match))}`,
		'Each run would create it again, so nothing more is created. Check in the service how it was saved, and provide the values in that form, or match on another field.',
	);
}

function fieldsLost({ resource }: UpsertItem, id: string | number, lost: string[]): UserError {
	return new UserError(
		`The update of ${resource.value} ${id} cleared fields that were not sent: ${quotedNames(lost)}`,
		"The service replaces the whole record, so nothing more is written. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'.",
	);
}

const quotedNames = (names: readonly string[]): string =>
	names.map((name) => `'${name}'`).join(', ');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The record of a response. Of several, it is not known which one was written. */
function theOnly(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}

/** A field may be called `__proto__`, so nothing is assigned. */
const merged = (record: JsonObject, values: JsonObject): JsonObject =>
	Object.fromEntries([...Object.entries(record), ...Object.entries(values)]);
