import type { IDataObject } from 'n8n-workflow';

import { idempotencyKey } from '../client/headers';
import { inputError, type ItemError } from '../itemError';
import { doubtOf } from '../lists/messages';
import type { Options } from '../parameters/readOptions';
import { recordId } from '../records/fieldNames';
import { ok, reject, type Result } from '../result';
import type { MatchRequest } from './matchRequest';
import { messages } from './messages';
import type { MatchList } from './matchLists';
import { create, update, type Send, type Written } from './write';

/**
 * Updates the records that match, or creates one if there is none and the operation allows it. Records that already have
 * all values are not written.
 */
export const upsert = async (
	request: MatchRequest,
	list: MatchList,
	send: Send,
): Promise<Result<Written[], ItemError>> =>
	await list.serialize(request.match.matchValues, async () => await write(request, list, send));

async function write(
	request: MatchRequest,
	list: MatchList,
	send: Send,
): Promise<Result<Written[], ItemError>> {
	const { resource, match, options } = request;
	const found = list.find(match.matchValues);
	const isFound = found.records.length > 0;
	const kind = request.create ? 'upsert' : 'update';
	const rejected = list.rejection(isFound ? `${kind}Found` : `${kind}NotFound`);
	const { completeness, missingField, size } = list;
	if (rejected && completeness.is !== 'unknown') return reject(rejected);
	if (found.undecided) return inputError(messages.undecided(resource, match));
	if (found.records.length > 1 && !options.updateAllMatches) {
		return inputError(messages.severalMatches(resource, match, found.records));
	}
	if (isFound) return await updateEach(request, found.records, list, send);
	if (missingField !== undefined)
		return inputError(messages.fieldNowhere(resource, missingField, size));
	if (rejected && completeness.is === 'unknown') {
		return completeness.because === 'noList'
			? inputError(messages.noList(resource))
			: inputError(messages.notKnown(resource, match, doubtOf(completeness, size)));
	}
	if (!request.create) {
		return request.noMatch === 'skip'
			? ok([{ result: 'skipped' }])
			: inputError(messages.noMatch(resource, match));
	}
	if (list.mayExist(match.matchValues))
		return inputError(messages.notCreatedBefore(resource, match));
	const created = await create(request.create, request, list, send);
	if (!created.ok && mayHaveCreated(created.problem, options))
		list.creationFailed(match.matchValues);
	return created;
}

/** A 4xx means that nothing was created, except 408, where the service stopped waiting (RFC 9110, section 15.5). */
function mayHaveCreated(error: ItemError, { headers }: Options): boolean {
	if (error.kind !== 'request') return false;
	const { sent = true, status = 0, attempts = 1 } = error.failure;
	// An earlier attempt may have created it: with an idempotency key, a POST is repeated.
	if (attempts > 1 && idempotencyKey(headers) !== undefined) return true;
	return sent && (status < 400 || status >= 500 || status === 408);
}

async function updateEach(
	request: MatchRequest,
	matches: readonly IDataObject[],
	list: MatchList,
	send: Send,
): Promise<Result<Written[], ItemError>> {
	const all: Written[] = [];
	const updated: Array<string | number> = [];
	for (const match of matches) {
		const one = await update(request, match, list, send);
		if (!one.ok) return reject(afterOthers(one.problem, updated));
		all.push(...one.value);
		if (one.value[0]?.result !== 'unchanged') {
			updated.push(recordId(match, request.resource.value) ?? '');
		}
	}
	return ok(all);
}

/** If several records match, the first ones may be updated when one is rejected. */
function afterOthers(error: ItemError, updated: ReadonlyArray<string | number>): ItemError {
	if (updated.length === 0 || error.kind !== 'request') return error;
	const description = `${error.failure.description} Already updated: ${updated.join(', ')}.`;
	return { ...error, failure: { ...error.failure, description, updated } };
}
