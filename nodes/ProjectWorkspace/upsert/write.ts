import { ApiError } from '../errors';
import { recordsOf } from '../records/envelope';
import { compareSaved } from '../records/saved';
import type { JsonObject } from '../records/value';
import type { Done } from './done';
import type { LocatedItem } from './matchList';
import { requestFor } from './matchRequest';
import { notSentBecause, withAdvice } from './messages';
import type { Plan, Update } from './plan';
import { proveCreation, proveUpdate, whyNotSent } from './proofs';

/** Does what is planned for an item. */
export async function carryOut(located: LocatedItem, plan: Plan): Promise<Done> {
	if (plan instanceof Error) throw plan;
	if (plan.is === 'skip') return { result: 'skipped', records: [] };
	if (plan.is === 'unchanged') return { result: 'unchanged', records: [plan.entry.record] };
	if (located.request.options.previewOnly) return preview(located, plan);

	const reason = whyNotSent(plan, located.list);
	if (reason) throw notSentBecause(reason);
	return plan.is === 'create' ? await create(located) : await update(located, plan);
}

function preview({ request, list }: LocatedItem, plan: Update | { is: 'create' }): Done {
	if (plan.is === 'create') {
		const { body = request.body } = requestFor(request, 'create', request.body);
		const record = body.values;
		list.addCreated({ record, state: 'preview' }, record);
		return { result: 'created', records: [record], warning: list.emptyProject };
	}

	const { entry, body, changes } = plan;
	entry.record = { ...entry.record, ...body };
	return { result: 'updated', records: [entry.record], changes };
}

async function create(located: LocatedItem): Promise<Done> {
	const { request, list } = located;
	const creation = requestFor(request, 'create', request.body);
	const { values: sent } = creation.body ?? request.body;

	const response = await list.lists.client.send(creation.request);
	if (response instanceof ApiError) {
		if (response.details.mayHaveBeenMade) {
			list.addCreated({ record: sent, state: 'uncertain' }, sent);
		}
		throw withAdvice(response, request);
	}

	const records = recordsOf(response.body, request.resource.name);
	const saved = onlyRecord(records);
	list.addCreated({ record: { ...sent, ...saved } }, sent);
	const names = Object.keys(request.body.values);
	const notes = compareSaved(sent, saved, names, request.reader.item.zone);
	const done: Done = { result: 'created', records, warning: list.emptyProject, notes };
	return await proveCreation(located, done, saved);
}

async function update(located: LocatedItem, plan: Update): Promise<Done> {
	const { request, list } = located;
	const { entry, id, body: sent, changes } = plan;
	const body = { text: JSON.stringify(sent), values: sent };

	const response = await list.lists.client.send(requestFor(request, 'update', body, id).request);
	if (response instanceof ApiError) throw response;

	const records = recordsOf(response.body, request.resource.name);
	entry.record = { ...entry.record, ...sent };
	const saved = onlyRecord(records);
	const notes = compareSaved(sent, saved, Object.keys(changes), request.reader.item.zone);
	const done: Done = { result: 'updated', records, id, changes, notes };
	return await proveUpdate(located, plan, done, saved);
}

/** The record of a response. Of several, it is not known which one was written. */
function onlyRecord(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}
