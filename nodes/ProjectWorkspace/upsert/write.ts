import { ApiError } from '../errors';
import { recordsOf } from '../records/envelope';
import { compareSaved, type SavedNotes } from '../records/saved';
import type { JsonObject } from '../records/value';
import type { LocatedItem } from './matchList';
import { requestFor } from './matchRequest';
import { notSentBecause, withAdvice } from './messages';
import type { Changes, Plan, Update } from './plan';
import { proveCreation, proveUpdate } from './proofs';

/** What was done with a record, or would be done. */
export interface Written {
	result: string;
	/** The records of the response, or of a preview. Undefined: the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	/** Whether the record is gone, so that its item says so. */
	isRemoval?: boolean;
	/** Undefined if nothing is known about single fields. */
	changes?: Changes;
	notes?: SavedNotes;
	/** What a person should check. */
	warning?: string;
}

/** Does what is planned for an item. */
export async function carryOut(located: LocatedItem, plan: Plan): Promise<Written> {
	if (plan instanceof Error) throw plan;
	if (plan.is === 'skip') return { result: 'skipped', records: [] };
	if (plan.is === 'unchanged') return { result: 'unchanged', records: [plan.entry.record] };

	const { endOfWrites, endOfCreations } = located.list.lists;
	if (endOfWrites) throw notSentBecause(endOfWrites);
	if (plan.is === 'update') return await update(located, plan);
	if (endOfCreations) throw notSentBecause(endOfCreations);
	return await create(located);
}

async function create(located: LocatedItem): Promise<Written> {
	const { request, list } = located;
	const { resource, body, reader, options } = request;
	const creation = requestFor(request, 'create', body);
	const { values: sent } = creation.body ?? body;
	const warning = list.emptyProject;
	if (options.previewOnly) {
		list.addCreated({ record: sent, state: 'preview' }, sent);
		return { result: 'created', records: [sent], warning };
	}

	const response = await list.lists.client.send(creation.request);
	if (response instanceof ApiError) {
		if (response.details.mayHaveBeenMade) {
			list.addCreated({ record: sent, state: 'uncertain' }, sent);
		}
		throw withAdvice(response, request);
	}

	const records = recordsOf(response.body, resource.name);
	const saved = onlyRecord(records);
	located.created = saved;
	const notes = compareSaved(
		sent,
		saved,
		Object.keys(body.values).filter((name) => !list.fields.unsaved.has(name)),
		reader.item.zone,
	);
	list.addCreated({ record: { ...sent, ...saved } }, sent);
	await proveCreation(located, saved, notes);
	return { result: 'created', records, warning, notes };
}

async function update(located: LocatedItem, plan: Update): Promise<Written> {
	const { request, list } = located;
	const { resource, reader, options } = request;
	const { entry, id, body: sent, changes } = plan;
	const record = { ...entry.record, ...sent };
	if (options.previewOnly) {
		entry.record = record;
		return { result: 'updated', records: [record], changes };
	}

	const body = { text: JSON.stringify(sent), values: sent };
	const response = await list.lists.client.send(requestFor(request, 'update', body, id).request);
	if (response instanceof ApiError) throw response;

	const records = recordsOf(response.body, resource.name);
	const saved = onlyRecord(records);
	const notes = compareSaved(sent, saved, Object.keys(changes), reader.item.zone);
	entry.record = record;
	await proveUpdate(located, plan, saved, notes);
	return { result: 'updated', records, id, changes, notes };
}

/** The record of a response. Of several, it is not known which one was written. */
function onlyRecord(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}
