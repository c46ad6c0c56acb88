import { ApiError, UserError } from '../errors';
import { recordsOf } from '../records/envelope';
import { compareSaved } from '../records/saved';
import type { JsonObject } from '../records/value';
import { joinSentences } from '../texts';
import type { Done, MatchItem } from './item';
import type { ReadItem } from './matchList';
import type { Plan, Update } from './plan';
import { proveCreation, proveUpdate, whyNotSent } from './proofs';

/** Does what is planned for an item. */
export async function carryOut(read: ReadItem, plan: Plan): Promise<Done> {
	if (plan.is === 'rejected') throw plan.error;
	if (plan.is === 'skip') return { result: 'skipped', records: [] };
	if (plan.is === 'unchanged') return { result: 'unchanged', records: [plan.entry.record] };
	if (read.item.isPreview) return preview(read, plan);

	const reason = whyNotSent(plan, read.list);
	if (reason) throw notSentBecause(reason);
	return plan.is === 'create' ? await create(read) : await update(read, plan);
}

function preview({ item, list }: ReadItem, plan: Update | { is: 'create' }): Done {
	if (plan.is === 'create') {
		const { body } = item.creation();
		list.addCreated({ record: body, state: 'preview' }, body);
		return { result: 'created', records: [body], warning: list.emptyProject };
	}

	const { entry, body, changes } = plan;
	entry.record = { ...entry.record, ...body };
	return { result: 'updated', records: [entry.record], changes };
}

async function create(read: ReadItem): Promise<Done> {
	const { item, list } = read;
	const { request, body } = item.creation();

	const response = await list.shared.client.send(request);
	if (response instanceof ApiError) {
		if (response.details.mayHaveBeenMade)
			list.addCreated({ record: body, state: 'uncertain' }, body);
		throw withAdvice(response, item);
	}

	const records = recordsOf(response.body, item.resource.name);
	const saved = theOnly(records);
	list.addCreated({ record: { ...body, ...saved } }, body);
	const notes = compareSaved(body, saved, Object.keys(item.values), item.zone);
	const done: Done = { result: 'created', records, warning: list.emptyProject, notes };
	return await proveCreation(read, done, saved);
}

async function update(read: ReadItem, plan: Update): Promise<Done> {
	const { item, list } = read;
	const { entry, id, body, changes } = plan;

	const response = await list.shared.client.send(item.updateOf(id, body));
	if (response instanceof ApiError) throw response;

	const records = recordsOf(response.body, item.resource.name);
	entry.record = { ...entry.record, ...body };
	const saved = theOnly(records);
	const notes = compareSaved(body, saved, Object.keys(changes), item.zone);
	return await proveUpdate(read, plan, { result: 'updated', records, id, changes, notes }, saved);
}

/** The record of a response. Of several, it is not known which one was written. */
function theOnly(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}

/** The list did not have the record that is in the way of a new one. */
function withAdvice(error: ApiError, { resource }: MatchItem): ApiError {
	const { message, description, details } = error;
	if (details.status !== 409) return error;

	const advice = `If the ${resource.name} exists already, the list leaves it out, e.g. because it is archived: add the query parameter that lists all in 'Query Parameters' under 'Options', or match on the field that must be unique`;
	return new ApiError(message, joinSentences([description, advice]), details);
}

const notSentBecause = ({ message, description }: ApiError | UserError): UserError =>
	new UserError(`Not sent, because of another item. ${message}`, description, { code: 'notSent' });
