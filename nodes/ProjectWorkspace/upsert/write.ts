import { ApiError, UserError } from '../errors';
import { recordsOf } from '../records/envelope';
import { recordId } from '../records/fields';
import { compareSaved, fieldsAtRisk, isEcho, isInside, type SavedNotes } from '../records/saved';
import { isEmpty, type JsonObject } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { whileBusy } from './lock';
import type { MatchList } from './matchList';
import { planItem, type Changes, type Entry, type MatchItem, type Plan, type Update } from './plan';

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
	// Nothing is awaited between looking and writing, so that no other item finds the same.
	for (;;) {
		const matches = list.find(item);
		const near = matches.length > 0 ? [] : list.findNear(item);
		const busy = [...matches, ...near, list.matchLists.lock].find((each) => each.busyUntil);

		if (busy) await busy.busyUntil;
		else if (list.failure !== undefined) throw list.failure;
		else if (matches.length === 0 && !list.hasStartedAgain) list.startReadingAgain();
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
	list.add({ record: body, state: 'preview' });
	return { result: 'created', records: [body] };
}

function previewUpdate({ entry, body, changes }: Update): Written {
	entry.record = { ...entry.record, ...body };
	return { result: 'updated', records: [entry.record], changes };
}

async function create(item: UpsertItem, list: MatchList): Promise<Written> {
	const { client, findings } = list.matchLists;
	const reason = findings.noWrite ?? findings.noCreation;
	if (reason) throw notSentBecause(reason);

	const { request, body } = item.creation();
	const entry: Entry = { record: body };
	list.add(entry);

	const send = async (): Promise<Written> => {
		const response = await client.send(request);
		if (response instanceof ApiError) {
			entry.state = response.details.mayHaveBeenMade ? 'uncertain' : 'rejected';
			throw response;
		}

		const records = recordsOf(response.body, item.resource.name);
		const saved = theOnly(records);
		entry.record = { ...body, ...saved };
		const notes = compareSaved(body, saved, Object.keys(item.values), item.zone);
		return { result: 'created', records, ...notes };
	};
	if (!findings.isCreationProven) {
		return await write(entry, list, send, async (first) => await proveCreation(first, item, list));
	}

	const written = await write(entry, list, send);
	// Saved differently, such as a title that was cut.
	if (findings.responseShowsMatch && !showsMatch(written, item, list)) {
		throw notFoundAgain(item, written);
	}
	return written;
}

/** Whether the next run would recognize the record that a response shows. */
function showsMatch({ records }: Written, item: UpsertItem, list: MatchList): boolean {
	const saved = theOnly(records);
	return list.recognizes({ ...item.match, ...saved }, item);
}

/**
 * Sends a write. Items that match the record wait until it is done.
 * @param prove what the write shows about the service, so that it goes alone
 */
async function write(
	entry: Entry,
	{ matchLists: { lock } }: MatchList,
	send: () => Promise<Written>,
	prove?: (written: Written) => Promise<Written>,
): Promise<Written> {
	return await whileBusy(entry, async () => {
		if (!prove) return await lock.share(send);
		return await lock.takeAlone(async () => await prove(await send()));
	});
}

/** The list must show the first new record by the values to match on. Otherwise each run would create everything again. */
async function proveCreation(
	written: Written,
	item: UpsertItem,
	list: MatchList,
): Promise<Written> {
	const { findings } = list.matchLists;
	const { records, completeness } = await list.readOne((record) => list.recognizes(record, item));
	const [listed] = records;
	if (listed) {
		findings.isCreationProven = true;
		findings.responseShowsMatch = showsMatch(written, item, list);
		const filled = Object.keys(item.values).filter((name) => !isEmpty(item.values[name]));
		return noteNewFields(written, filled, listed, list);
	}

	if (completeness.is !== 'complete') return written; // the next creation has to prove it
	findings.noCreation = notFoundAgain(item, written);
	throw findings.noCreation;
}

async function update(plan: Update, item: UpsertItem, list: MatchList): Promise<Written> {
	const { entry, id, body, changes } = plan;
	const { client, findings } = list.matchLists;
	if (findings.noWrite) throw notSentBecause(findings.noWrite);

	const send = async (): Promise<Written> => {
		const response = await client.send(item.updateOf(id, body));
		if (response instanceof ApiError) throw response;

		const records = recordsOf(response.body, item.resource.name);
		entry.record = { ...entry.record, ...body };
		const notes = compareSaved(body, theOnly(records), Object.keys(changes), item.zone);
		return { result: 'updated', records, id, changes, ...notes };
	};

	// A field that no list has shown may not have been saved.
	const isProof = (name: string) => list.fieldNames.has(name) && !findings.keptNames.has(name);
	const atRisk = fieldsAtRisk(entry.record, body).filter(isProof);
	const newNames = Object.keys(changes).filter((name) => !list.fieldNames.has(name));
	if (atRisk.length + newNames.length === 0) return await write(entry, list, send);

	return await write(entry, list, send, async (written) => {
		const shown = await shownAfter(plan, written, [...atRisk, ...newNames], list);
		if (!shown) return written; // the next update has to prove it

		const lost = atRisk.filter((name) => isEmpty(shown[name]));
		if (lost.length > 0) {
			findings.noWrite = fieldsLost(item, id, lost);
			throw findings.noWrite;
		}
		for (const name of atRisk) findings.keptNames.add(name);
		return noteNewFields(written, newNames, shown, list);
	});
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
 * @returns what was written, with the others
 */
function noteNewFields(
	written: Written,
	names: readonly string[],
	shown: JsonObject,
	list: MatchList,
): Written {
	const newNames = names.filter((name) => !list.fieldNames.has(name));
	const nowhere = newNames.filter((name) => isEmpty(shown[name]) && !isInside(name, shown));
	for (const name of newNames) {
		const known = nowhere.includes(name) ? list.unsavedNames : list.fieldNames;
		known.add(name);
	}

	const notSaved = written.notSaved?.filter((name) => !newNames.includes(name));
	return { ...written, notSaved, nowhere };
}

function notFoundAgain({ resource, match }: UpsertItem, { records }: Written): ApiError {
	const id = recordId(theOnly(records), resource.name);
	const name = id === undefined ? resource.displayName : `${resource.displayName} ${id}`;
	return new ApiError(
		`${name} was created but cannot be found by ${quotedNames(Object.keys(match))}`,
		"Each run would create it again. Check in the service how it was saved, and provide the values in that form, or match on another field. If its list leaves out such records, e.g. completed ones, add the query parameter that lists all in 'Query Parameters' under 'Options'.",
		{ code: 'createdButNotFound', mayHaveBeenMade: true },
	);
}

const notSentBecause = ({ message, description }: ApiError | UserError): UserError =>
	new UserError(`Not sent, because of another item. ${message}`, description, {
		code: 'notSent',
		isConsequence: true,
	});

function fieldsLost({ resource }: UpsertItem, id: string | number, lost: string[]): UserError {
	return new UserError(
		`The update of ${resource.name} ${id} cleared fields that were not sent: ${quotedNames(lost)}`,
		"The service replaces the whole record, so nothing more is written. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'.",
	);
}

const quotedNames = (names: readonly string[]): string =>
	names.map((name) => `'${name}'`).join(', ');

/** The record of a response. Of several, it is not known which one was written. */
function theOnly(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}
