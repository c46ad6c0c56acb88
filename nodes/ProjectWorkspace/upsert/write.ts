import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { idempotencyKey } from '../client/headers';
import type { ItemError } from '../itemError';
import type { Options } from '../parameters/options';
import type { RequestValues } from '../parameters/request';
import { isSetByService, recordId } from '../records/fieldNames';
import { hasRounded, mergeJson } from '../records/json';
import { isInList } from '../records/parentId';
import { isEmpty, sameValue } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';
import type { MatchList } from './matchLists';
import type { MatchRequest } from './matchRequest';
import { upsertMessages } from './messages';
import { unsure, plan, type Changes, type Update } from './plan';

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
export type RequestRecords = (
	operation: Operation,
	values: RequestValues,
	previewRecord?: IDataObject,
) => Promise<Result<IDataObject[], ItemError>>;

/**
 * Updates the records that match, or creates one if there is none and the operation allows it. Records that already have
 * all values are not written.
 */
export const upsert = async (
	request: MatchRequest,
	list: MatchList,
	send: RequestRecords,
): Promise<Result<Written[], ItemError>> =>
	await list.serialize(Object.values(request.match), async () => {
		let found = list.find(Object.values(request.match));
		// All of them have to be there, or at least one.
		if (found.length === 0 || request.options.updateAllMatches) {
			await list.readForAbsence();
			found = list.find(Object.values(request.match));
		}
		const planned = plan(request, list, found);
		if (!planned.ok) return planned;
		const { create: operation, updates } = planned.value;
		if (operation) {
			return await list.creations.run(async () => await create(operation, request, list, send));
		}
		if (updates.length === 0) return ok([{ result: 'skipped' }]);
		return await updateEach(updates, request, list, send);
	});

async function updateEach(
	updates: readonly Update[],
	request: MatchRequest,
	list: MatchList,
	send: RequestRecords,
): Promise<Result<Written[], ItemError>> {
	const written: Written[] = [];
	const updated: Array<string | number> = [];
	for (const { existing, send: sent } of updates) {
		if (!sent) {
			written.push({ record: existing, result: 'unchanged' });
			continue;
		}
		const { id, body, record, changes } = sent;
		const values = { ids: [id], references: [], query: request.options.queryParameters, body };
		const saved = await send(request.update, values, record);
		if (!saved.ok && mayHaveWritten(saved.problem, request.options)) {
			unsure.set(existing, 'values');
			list.put(existing, existing); // in the other lists as well
		}
		if (!saved.ok) return reject(withUpdated(saved.problem, updated));
		updated.push(id);
		const reason = unsure.get(existing);
		if (reason) unsure.set(record, reason);
		list.put(record, existing);
		for (const each of saved.value) {
			const normalizedFields = savedDifferently(request, each, Object.keys(changes));
			written.push({ record: each, result: 'updated', changes, normalizedFields });
		}
	}
	return ok(written);
}

/** Also says which records of the same item were updated before. */
function withUpdated(error: ItemError, ids: ReadonlyArray<string | number>): ItemError {
	if (error.kind !== 'request' || ids.length === 0) return error;
	const message = `${error.failure.message}. Updated before: ${ids.join(', ')}`;
	return { ...error, failure: { ...error.failure, message } };
}

async function create(
	operation: Operation,
	request: MatchRequest,
	list: MatchList,
	send: RequestRecords,
): Promise<Result<Written[], ItemError>> {
	const { references, desired, body, options } = request;
	const { creations } = list;
	if (creations.problem) return reject(creations.problem);
	const sent = await send(operation, { references, query: options.queryParameters, body });
	if (!sent.ok) {
		if (mayHaveWritten(sent.problem, options)) {
			const record = { ...desired };
			unsure.set(record, 'existence');
			list.put(record);
		}
		return sent;
	}
	// Of several, it is not known which one is new.
	const [saved = {}] = sent.value.length === 1 ? sent.value : [];
	const created = mergeSent(desired, saved);
	if (options.previewOnly) unsure.set(created, 'id');
	list.put(created);
	const problem = options.previewOnly ? undefined : await findable(request, list, saved);
	if (problem) return reject(problem);
	const normalizedFields = savedDifferently(request, saved, Object.keys(desired));
	return ok(sent.value.map((record) => ({ record, result: 'created', normalizedFields })));
}

/** Why the next run would not find the new record, and would create it again. */
async function findable(
	request: MatchRequest,
	list: MatchList,
	saved: IDataObject,
): Promise<Problem | undefined> {
	const { resource, match, zone } = request;
	const { creations, isListed } = list;
	const id = recordId(saved, resource.value);
	const isShown = (name: string) => !isEmpty(saved[name]) && !hasRounded(saved[name]);
	const shown = Object.keys(match).filter(isShown);
	const lost = shown.find((name) => !sameValue(saved[name], match[name], zone));
	const isFirst = !creations.isProven;
	const isShownWhole = lost === undefined && shown.length === Object.keys(match).length;
	const isSaved = isFirst && isShownWhole && isSavedIn(request, list, saved);
	creations.isProven ||= isSaved || (await isListed(Object.values(match)));
	if (!creations.isProven) creations.problem = upsertMessages.notCreatedAfter(resource);
	if (isFirst && creations.isProven) return undefined;
	// A response without an ID may be about something else.
	if (lost !== undefined && id !== undefined) {
		return upsertMessages.notFindable(resource, lost, match[lost], id);
	}
	return isFirst ? upsertMessages.notListed(resource, match, id) : undefined;
}

/** Whether a new record says that it is in the project that is searched, or the records of that project do not say so. */
function isSavedIn({ search }: MatchRequest, { read }: MatchList, saved: IDataObject): boolean {
	const { query } = search.request;
	const saysSo = (record: IDataObject) => isInList(record, query);
	return saysSo(saved) ?? (read.records.length > 0 && !read.records.some(saysSo));
}

/** A 4xx means that nothing was written, except 408, where the service stopped waiting (RFC 9110, section 15.5). */
function mayHaveWritten(error: ItemError, { headers }: Options): boolean {
	if (error.kind !== 'request') return false;
	const { sent = true, status = 0, attempts = 1, method } = error.failure;
	// An earlier attempt may have written it: with an idempotency key, a POST is repeated as well.
	if (attempts > 1 && (method !== 'POST' || idempotencyKey(headers) !== undefined)) return true;
	return sent && (status < 400 || status >= 500 || status === 408);
}

/** The values that were sent, which the next items match, with the fields that the service sets itself. */
function mergeSent(desired: IDataObject, record: IDataObject): IDataObject {
	const merged = mergeJson(record, desired);
	for (const name of Object.keys(record).filter(isSetByService)) merged[name] = record[name];
	return merged;
}

/** Fields that the service saved with another value; none if the response is not the record. */
const savedDifferently = (
	{ resource, desired, zone }: MatchRequest,
	saved: IDataObject,
	names: readonly string[],
) =>
	recordId(saved, resource.value) === undefined
		? []
		: names.filter(
				(name) => Object.hasOwn(saved, name) && !sameValue(saved[name], desired[name], zone),
			);
