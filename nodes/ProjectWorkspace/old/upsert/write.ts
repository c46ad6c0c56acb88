import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { idempotencyKey } from '../client/headers';
import type { ItemError } from '../itemError';
import type { List } from '../lists/listRecords';
import type { Options } from '../parameters/options';
import type { RequestValues } from '../parameters/request';
import { isSetByService, recordId } from '../records/fieldNames';
import { mergeJson } from '../records/json';
import { isInList } from '../records/parentId';
import { sameValue } from '../records/sameValue';
import { hasRounded, isEmpty } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';
import type { MatchList } from './matchLists';
import type { MatchRequest } from './matchRequest';
import { upsertMessages } from './messages';
import { plan, type Changes, type Update } from './plan';

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
	await list.run.inTurn(request.match, async () => {
		const found = await list.search(request.match, request.options.updateAllMatches);
		const planned = plan(request, list, found);
		if (!planned.ok) return planned;
		const { updates, create: operation } = planned.value;
		if (updates) return await updateEach(updates, request, list, send);
		if (!operation) return ok([{ result: 'skipped' }]);
		return await list.run.createInTurn(async () => await create(operation, request, list, send));
	});

async function updateEach(
	updates: readonly Update[],
	request: MatchRequest,
	list: MatchList,
	send: RequestRecords,
): Promise<Result<Written[], ItemError>> {
	const written: Written[] = [];
	const updated: Array<string | number> = [];
	for (const { existing, change } of updates) {
		const { record: before, unsure } = existing;
		if (!change) {
			written.push({ record: before, result: 'unchanged' });
			continue;
		}
		const { id, body, after, changes } = change;
		const values = { ids: [id], references: [], query: request.options.queryParameters, body };
		const saved = await list.run.write(async () => await send(request.update, values, after));
		if (!saved.ok) {
			if (mayHaveWritten(saved.problem, request.options))
				list.put({ record: before, unsure: 'values', replaced: before });
			return reject(withUpdated(saved.problem, updated));
		}
		updated.push(id);
		list.put({ record: after, unsure, replaced: before });
		for (const each of saved.value) {
			const normalizedFields = savedDifferently(request, each, Object.keys(changes));
			written.push({ record: each, result: 'updated', changes, normalizedFields });
		}
	}
	return ok(written);
}

/** Also says which records of the same item were updated before. */
function withUpdated(error: ItemError, ids: ReadonlyArray<string | number>): ItemError {
	if (!error.failure || ids.length === 0) return error;
	return { ...error, message: `${error.message}. Updated before: ${ids.join(', ')}` };
}

async function create(
	operation: Operation,
	request: MatchRequest,
	list: MatchList,
	send: RequestRecords,
): Promise<Result<Written[], ItemError>> {
	const { references, desired, body, options } = request;
	if (list.run.notCreated) return reject(list.run.notCreated);
	const values = { references, query: options.queryParameters, body };
	const sent = await list.run.write(async () => await send(operation, values));
	if (!sent.ok) {
		if (mayHaveWritten(sent.problem, options))
			list.put({ record: { ...desired }, unsure: 'existence' });
		return sent;
	}
	// Of several, it is not known which one is new.
	const [saved = {}] = sent.value.length === 1 ? sent.value : [];
	const record = recordToFind(request, saved);
	list.put(options.previewOnly ? { record, unsure: 'id' } : { record });
	const problem = options.previewOnly
		? undefined
		: await whyNotFoundAgain(request, list, saved, record);
	if (problem) return reject(problem);
	const normalizedFields = savedDifferently(request, saved, Object.keys(desired));
	return ok(sent.value.map((each) => ({ record: each, result: 'created', normalizedFields })));
}

/**
 * Why the next run would not find a new record, and would create it again.
 * @param saved the record of the response; empty if there is none
 * @param record as the run finds it
 */
async function whyNotFoundAgain(
	request: MatchRequest,
	list: MatchList,
	saved: IDataObject,
	record: IDataObject,
): Promise<Problem | undefined> {
	const { resource, match, options, zone } = request;
	const { run, index } = list;
	const id = recordId(saved, resource.value);
	const shown = shownIn(saved, match);
	const differing = shown.find((name) => !sameValue(saved[name], match[name], zone));
	const isNearly = () =>
		options.matchSimilar && index.findSimilar(match).some((each) => each.record === record);
	const lost = differing === undefined || isNearly() ? undefined : differing;
	// A response without an ID may be about something else.
	const notFindable =
		lost === undefined || id === undefined
			? undefined
			: upsertMessages.notFindable(resource, lost, match[lost], id);
	if (run.isProven) return notFindable;
	const isShownWhole = lost === undefined && shown.length === Object.keys(match).length;
	const isSaved = isShownWhole && isSavedIn(request, list.result, saved);
	run.isProven = isSaved || (await list.isListed(match, options.matchSimilar));
	if (run.isProven) return undefined;
	run.notCreated = upsertMessages.notCreatedAfter(resource);
	return notFindable ?? upsertMessages.notListed(resource, match, id);
}

/** The fields to match on that a response shows. */
const shownIn = (saved: IDataObject, match: IDataObject): string[] =>
	Object.keys(match).filter((name) => !isEmpty(saved[name]) && !hasRounded(saved[name]));

/** Whether a new record says that it is in the project that is searched, or the records of that project do not say so. */
function isSavedIn({ wanted }: MatchRequest, { records }: List, saved: IDataObject): boolean {
	const saysSo = (record: IDataObject) => isInList(record, wanted.request.query);
	return saysSo(saved) ?? (records.length > 0 && !records.some(saysSo));
}

/** A 4xx means that nothing was written, except 408, where the service stopped waiting (RFC 9110, section 15.5). */
function mayHaveWritten(error: ItemError, { headers }: Options): boolean {
	if (!error.failure) return false;
	const { sent = true, status = 0, attempts = 1, method } = error.failure;
	// An earlier attempt may have written it: with an idempotency key, a POST is repeated as well.
	if (attempts > 1 && (method !== 'POST' || idempotencyKey(headers) !== undefined)) return true;
	return sent && (status < 400 || status >= 500 || status === 408);
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

/**
 * The values that were sent, which the next items match, with the fields that the service sets itself, and with the values
 * as they were saved where similar ones match.
 */
function recordToFind({ desired, match, options }: MatchRequest, saved: IDataObject): IDataObject {
	const merged = mergeJson(saved, desired);
	const own = Object.keys(saved).filter(isSetByService);
	const matched = options.matchSimilar ? shownIn(saved, match) : [];
	for (const name of [...own, ...matched]) merged[name] = saved[name];
	return merged;
}
