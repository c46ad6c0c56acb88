import { ApiError, UserError } from '../errors';
import { isSetByService, recordId } from '../records/fields';
import { recordsOf } from '../records/shape';
import { isEmpty, type JsonObject } from '../records/value';
import type { ApiRequest } from '../transport/types';
import { ended, type MatchList } from './matchList';
import { planItem, type Changes, type Entry, type MatchItem, type Plan, type Update } from './plan';
import { compareSaved, fieldsAtRisk, type SavedNotes } from './saved';

export interface UpsertItem extends MatchItem {
	isPreview: boolean;
	/** The time zone of the workflow. */
	zone: string;
	/** The request that creates the record, with its body as an object. */
	creation: () => { request: ApiRequest; body: JsonObject };
	updateOf: (id: string | number, body: JsonObject) => ApiRequest;
}

/** What was done for an item. */
export interface Written extends Partial<SavedNotes> {
	result: 'created' | 'updated' | 'unchanged' | 'skipped';
	/** Those of the response, or as they would be in a preview; undefined if the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	changes?: Changes;
}

/**
 * Updates the record that matches, or creates one if the item says so. A record that has all values already is not
 * written.
 */
export async function upsert(item: UpsertItem, list: MatchList): Promise<Written> {
	for (;;) {
		const matches = list.find(item);
		const near = matches.length > 0 ? [] : list.findNear(item);
		const busy = [...matches, ...near].find(({ writing }) => writing)?.writing ?? list.run.alone;

		// Nothing is awaited between looking and writing, so that no other item can find the same.
		if (busy) await busy;
		else if (list.failure !== undefined) throw list.failure;
		else if (matches.length === 0 && !list.isSure) list.startReadingAgain();
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

/** Items that match the record wait until it is written. */
async function whileWriting<T>(entry: Entry, result: Promise<T>): Promise<T> {
	entry.writing = ended(result);
	void entry.writing.then(() => {
		entry.writing = undefined;
	});
	return await result;
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
		entry.record = withOwnFields(body, saved);
		return { result: 'created', records, ...compareSaved(body, saved, item.zone) };
	};
	const sendFirst = async (): Promise<Written> => {
		const written = await send();
		const shown = await proveCreation(item, theOnly(written.records), list);
		const newFields = Object.keys(body).filter((name) => !isEmpty(body[name]));
		return shown ? withNewFields(written, newFields, shown, list) : written;
	};
	return await whileWriting(entry, run.canCreate ? run.write(send) : run.goAlone(sendFirst));
}

/**
 * The list must show the first new record by the values to match on: otherwise each run would create everything again.
 * @returns the record; undefined if the list could not be read, and the next creation has to prove it
 */
async function proveCreation(
	item: UpsertItem,
	saved: JsonObject,
	list: MatchList,
): Promise<JsonObject | undefined> {
	const { records, completeness } = await list.readOne((record) => list.isMatch(record, item));
	const [listed] = records;
	if (listed) {
		list.run.canCreate = true;
		return listed;
	}
	if (completeness.is !== 'complete') return undefined;

	const { value: name, plural } = item.resource;
	const id = recordId(saved, name);
	const fields = Object.keys(item.match)
		.map((field) => `'${field}'`)
		.join(' and ');
	list.run.noCreation = new UserError(
		`Not created, because the list of ${plural} does not show the ${name} that was created before`,
		'See the message of the first failed item. This one was not sent.',
	);
	throw new UserError(
		`${capitalized(name)}${id === undefined ? '' : ` ${id}`} was created but cannot be found by ${fields}`,
		`The next run would create it again, so nothing more is created in this run. Check in the service how it was saved, and provide the values in that form, or match on another field.`,
	);
}

async function update(plan: Update, item: UpsertItem, list: MatchList): Promise<Written> {
	const { entry, id, body, changes } = plan;
	const { run } = list;
	if (run.noWrite) throw run.noWrite;
	if (id === undefined)
		throw new TypeError('A record that only exists in a preview cannot be sent');

	const send = async (): Promise<Written> => {
		const response = await run.client.send(item.updateOf(id, body));
		if (response instanceof ApiError) throw response;

		const records = recordsOf(response.body, item.resource);
		entry.record = merged(entry.record, body);
		const notes = compareSaved(body, theOnly(records), item.zone, Object.keys(changes));
		return { result: 'updated', records, id, changes, ...notes };
	};

	const atRisk = run.canUpdate ? [] : fieldsAtRisk(entry.record, body);
	const newFields = Object.keys(changes).filter((name) => !list.fields.has(name));
	const sendFirst = async (): Promise<Written> => {
		const written = await send();
		const shown = await shownAfter(plan, theOnly(written.records), [...atRisk, ...newFields], list);
		proveUpdate(
			plan,
			item,
			atRisk.filter((name) => isEmpty(shown[name])),
			list,
		);
		return withNewFields(written, newFields, shown, list);
	};
	const isFirst = atRisk.length > 0 || newFields.length > 0;
	return await whileWriting(entry, isFirst ? run.goAlone(sendFirst) : run.write(send));
}

/**
 * The record after an update. A response that has only what was sent, or lacks one of the fields, proves nothing: then as
 * the list shows it now.
 */
async function shownAfter(
	{ entry, id, body }: Update,
	saved: JsonObject,
	fields: readonly string[],
	list: MatchList,
): Promise<JsonObject> {
	const isEcho = Object.keys(saved).every(
		(name) => isSetByService(name) || Object.hasOwn(body, name),
	);
	if (!isEcho && fields.every((name) => Object.hasOwn(saved, name))) return saved;

	const { records } = await list.readOne((record) => list.idOf(record) === String(id));
	return records[0] ?? merged(entry.record, saved);
}

/** PUT may replace the record, so that it loses what is not sent. */
function proveUpdate(
	{ id }: Update,
	{ resource }: UpsertItem,
	lost: readonly string[],
	{ run }: MatchList,
): void {
	run.canUpdate = true;
	if (lost.length === 0) return;

	const names = lost.map((name) => `'${name}'`).join(', ');
	const cleared = `the update of ${resource.value} ${id} cleared fields that were not sent: ${names}`;
	run.noWrite = new UserError(
		`Not written, because ${cleared}`,
		"The service replaces the whole record. Turn on 'Send Whole Record' under 'Options'.",
	);
	throw new UserError(
		capitalized(cleared),
		`The service replaces the whole record. Restore these values in the service, and turn on 'Send Whole Record' under 'Options'. Nothing more is written in this run.`,
	);
}

/** Notes which fields that no record of the list had are there now. The others are no difference for the rest of the run. */
function withNewFields(
	written: Written,
	names: readonly string[],
	shown: JsonObject,
	list: MatchList,
): Written {
	const newFields = names.filter((name) => !list.fields.has(name));
	const notSaved = newFields.filter((name) => isEmpty(shown[name]));
	for (const name of newFields) (notSaved.includes(name) ? list.notSaved : list.fields).add(name);

	const others = written.notSaved?.filter((name) => !newFields.includes(name)) ?? [];
	return { ...written, notSaved: [...others, ...notSaved] };
}

/** The record of a response. Of several, it is not known which one was written. */
const theOnly = (records: readonly JsonObject[] = []): JsonObject =>
	(records.length === 1 ? records[0] : undefined) ?? {};

/** A field may be called `__proto__`, so objects are not merged by assigning. */
const merged = (record: JsonObject, values: JsonObject): JsonObject =>
	Object.fromEntries([...Object.entries(record), ...Object.entries(values)]);

/** What was sent, with the fields that the service sets itself. */
function withOwnFields(sent: JsonObject, saved: JsonObject): JsonObject {
	const ownFields = Object.entries(saved).filter(([name]) => isSetByService(name));
	return merged(merged(saved, sent), Object.fromEntries(ownFields));
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
