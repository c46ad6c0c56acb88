import type { IDataObject } from 'n8n-workflow';

import { idParameter, type Operation, type Resource } from '../catalogue';
import { inputError, type ItemError } from '../itemError';
import type { RequestValues } from '../parameters/request';
import { isSetByService, recordId } from '../records/fieldNames';
import { hasRounded, mergeJson, stringifyJson } from '../records/json';
import { ok, reject, type Result } from '../result';
import { matches, sameValue } from './compare';
import type { MatchList } from './matchLists';
import type { MatchRequest } from './matchRequest';
import { messages } from './messages';

/** The fields that change; `from` is undefined if the previous value is not known. */
export type Changes = Record<string, { from?: IDataObject[string]; to: IDataObject[string] }>;

/** The result for one record; `record` is undefined for an item that was skipped. */
export interface Written {
	record?: IDataObject;
	/** `created`, `updated`, `unchanged`, `skipped`, or that of another endpoint, such as `deleted`. */
	result: string;
	changes?: Changes;
	/** Fields with another value in the response than in the request. */
	normalizedFields?: string[];
}

/**
 * Sends the request of an operation and returns the records of the response; in a preview, the records as they would be.
 * @param previewRecord the record as it would be, if more is known than the body
 */
export type Send = (
	operation: Operation,
	values: RequestValues,
	previewRecord?: IDataObject,
) => Promise<Result<IDataObject[], ItemError>>;

/** Records that a preview would create, whose IDs are not known. */
const previewed = new WeakSet<IDataObject>();

/** Used instead of that ID to check the request; never sent. */
const ID_IN_PREVIEW = 'created in this preview';

/** The request of an update; undefined if the record already has all values. */
function planUpdate(
	{ resource, desired, match, options }: MatchRequest,
	existing: IDataObject,
): Result<
	{ id: string | number; body: string; record: IDataObject; changes: Changes } | undefined
> {
	const record = mergeJson(existing, desired);
	// The record keeps the values that it was matched on, which may have another type.
	for (const name of match.matchOn)
		if (Object.hasOwn(existing, name)) record[name] = existing[name];
	const changes = changesOf(existing, record, Object.keys(desired));
	if (Object.keys(changes).length === 0) return ok(undefined);
	const id = previewed.has(existing) ? ID_IN_PREVIEW : recordId(existing, resource.value);
	if (id === undefined) return reject(messages.noId(resource));
	const isSent = (name: string) =>
		Object.hasOwn(desired, name) || (options.sendWholeRecord && !isSetByService(name));
	// A number that was rounded while reading the list would be changed.
	if (Object.entries(record).some(([name, value]) => isSent(name) && hasRounded(value))) {
		return reject(messages.inexact(resource));
	}
	return ok({ id, body: stringifyJson(record, isSent), record, changes });
}

export async function update(
	request: MatchRequest,
	existing: IDataObject,
	list: MatchList,
	send: Send,
): Promise<Result<Written[], ItemError>> {
	const plan = planUpdate(request, existing);
	if (!plan.ok) return inputError(plan.problem);
	if (!plan.value) return ok([{ record: existing, result: 'unchanged' }]);
	const { id, body, record: changed, changes } = plan.value;
	const { resource, query, desired } = request;
	const values = { ids: { [idParameter(resource)]: id }, references: [], query, body };
	const sent = await send(request.update, values, changed);
	if (!sent.ok) return sent;
	if (previewed.has(existing)) previewed.add(changed);
	list.put(changed, existing);
	return ok(
		sent.value.map((record) => {
			const normalizedFields = savedDifferently(resource, record, desired, Object.keys(changes));
			return { record, result: 'updated', changes, normalizedFields };
		}),
	);
}

export async function create(
	operation: Operation,
	{ resource, references, query, desired, body, match, options }: MatchRequest,
	list: MatchList,
	send: Send,
): Promise<Result<Written[], ItemError>> {
	const sent = await send(operation, { references, query, body });
	if (!sent.ok) return sent;
	const [saved = {}] = sent.value;
	const created = mergeSent(desired, saved);
	if (options.previewOnly) previewed.add(created);
	list.put(created);
	const normalizedFields = savedDifferently(resource, saved, desired, Object.keys(desired));
	const lost = match.matchOn.find(
		(name) => normalizedFields.includes(name) && matches(saved[name], desired[name]) === 'no',
	);
	if (lost !== undefined) {
		const id = recordId(created, resource.value);
		return inputError(messages.notFindable(resource, lost, desired[lost], id));
	}
	return ok(sent.value.map((record) => ({ record, result: 'created', normalizedFields })));
}

/** Fields that the service saved with another value; none if the response is not the record. */
const savedDifferently = (
	resource: Resource,
	saved: IDataObject,
	desired: IDataObject,
	names: readonly string[],
) =>
	recordId(saved, resource.value) === undefined
		? []
		: names.filter((name) => Object.hasOwn(saved, name) && !sameValue(saved[name], desired[name]));

/** The named fields whose values differ. */
function changesOf(existing: IDataObject, desired: IDataObject, names: readonly string[]): Changes {
	const changed = names.filter(
		(name) => !Object.hasOwn(existing, name) || !sameValue(existing[name], desired[name]),
	);
	return Object.fromEntries(
		changed.map((name) => [
			name,
			{ ...(Object.hasOwn(existing, name) ? { from: existing[name] } : {}), to: desired[name] },
		]),
	);
}

/** The values that were sent, which the next items match, with the fields that the service sets itself. */
function mergeSent(desired: IDataObject, record: IDataObject): IDataObject {
	const merged = mergeJson(record, desired);
	for (const name of Object.keys(record).filter(isSetByService)) merged[name] = record[name];
	return merged;
}
