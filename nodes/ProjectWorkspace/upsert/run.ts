import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { doubtOf } from '../lists/messages';
import type { Options } from '../parameters/readOptions';
import type { ParameterReader } from '../parameters/reader';
import { recordId } from '../records/fieldNames';
import { ok, reject, type Result } from '../result';
import { readMatchRequest, type Matching } from './matchRequest';
import { messages } from './messages';
import type { RecordList, RecordSource } from './recordSource';
import {
	create,
	unfit,
	update,
	type Send,
	type UpsertError,
	type Writing,
	type Written,
} from './write';

/** What the work on one item needs. */
export interface UpsertRun {
	read: ParameterReader;
	item: number;
	options: Options;
	send: Send;
	source: RecordSource;
}

/** What became of the records of one item. */
export interface Upserted {
	written: Written[];
	/** Fields of the input that were not sent. */
	leftOut: string[];
	/** Where they were looked for, if they were. */
	list?: RecordList;
}

/**
 * Finds the record by the values of some fields, and updates it; creates it if there is none and the operation does
 * that. Nothing is sent for a record that has all values already.
 */
export async function upsert(
	{ read, item, options, send, source }: UpsertRun,
	matching: Matching,
): Promise<Result<Upserted, UpsertError>> {
	const request = readMatchRequest(read, matching, options, item);
	if (!request.ok) return unfit(request.problem);
	const { lookup, match, leftOut } = request.value;
	const list = await source.open(lookup);
	return await source.serialize(match.matchValues, async () => {
		const written = await write(matching, source, { request: request.value, options, send, list });
		return written.ok ? ok({ written: written.value, leftOut, list }) : written;
	});
}

async function write(
	matching: Matching,
	source: RecordSource,
	writing: Writing,
): Promise<Result<Written[], UpsertError>> {
	const { resource } = matching;
	const { match, noMatch } = writing.request;
	const { list } = writing;
	const found = list.find(match.matchValues);
	const isFound = found.records.length > 0;
	const kind = matching.create ? 'upsert' : 'update';
	const rejected = list.rejection(isFound ? `${kind}Found` : `${kind}NotFound`);
	const { completeness, missingField, size } = list;
	if (rejected && completeness.is !== 'unknown') return reject(rejected);
	if (found.undecided) return unfit(messages.undecided(resource, match));
	if (found.records.length > 1 && !writing.options.updateAllMatches) {
		return unfit(messages.severalMatches(resource, match, found.records));
	}
	if (isFound) return await updateEach(matching.update, found.records, writing);
	if (missingField !== undefined) return unfit(messages.fieldNowhere(resource, missingField, size));
	if (rejected && completeness.is === 'unknown') {
		return completeness.because === 'noList'
			? unfit(messages.noList(resource))
			: unfit(messages.notKnown(resource, match, doubtOf(completeness, size)));
	}
	if (!matching.create) {
		return noMatch === 'skip'
			? ok([{ result: 'skipped' }])
			: unfit(messages.noMatch(resource, match));
	}
	if (source.mayExist(match.matchValues)) return unfit(messages.notCreatedBefore(resource, match));
	const created = await create(matching.create, writing);
	if (!created.ok && mayHaveCreated(created.problem)) source.creationFailed(match.matchValues);
	return created;
}

/** With a 4xx the service says that it did not, unless it stopped waiting for the request (RFC 9110, section 15.5). */
function mayHaveCreated(error: UpsertError): boolean {
	if (error.kind !== 'request') return false;
	const { sent = true, status = 0 } = error.failure;
	return sent && (status < 400 || status >= 500 || status === 408);
}

async function updateEach(
	operation: Operation,
	matches: readonly IDataObject[],
	writing: Writing,
): Promise<Result<Written[], UpsertError>> {
	const all: Written[] = [];
	const updated: Array<string | number> = [];
	for (const match of matches) {
		const one = await update(operation, match, writing);
		if (!one.ok) return reject(afterOthers(one.problem, updated));
		all.push(...one.value);
		if (one.value[0]?.result !== 'unchanged') {
			updated.push(recordId(match, operation.resource.value) ?? '');
		}
	}
	return ok(all);
}

/** Of several records that match, some may be written when one is rejected. */
function afterOthers(error: UpsertError, updated: ReadonlyArray<string | number>): UpsertError {
	if (updated.length === 0 || error.kind !== 'request') return error;
	const description = `${error.failure.description} Already updated: ${updated.join(', ')}.`;
	return { ...error, failure: { ...error.failure, description, updated } };
}
