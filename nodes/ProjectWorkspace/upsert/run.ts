import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import type { Client } from '../client/connect';
import type { Options } from '../parameters/readOptions';
import type { ParameterReader } from '../parameters/reader';
import { ok, reject, type Result } from '../result';
import { readMatchRequest, type MatchRequest } from './matchRequest';
import { messages } from './messages';
import { recordId } from './recordIndex';
import type { RecordList, RecordSource } from './recordSource';
import { create, unfit, update, type UpsertError, type Writing, type Written } from './write';

/** What all items of a run have in common. */
export interface UpsertRun {
	read: ParameterReader;
	operation: Operation;
	client: Client;
	source: RecordSource;
}

/**
 * Finds the record by the values of some fields, and updates it; creates it if there is none and the person wants
 * that. Nothing is sent for a record that has all values already.
 */
export async function updateMatching(
	{ read, operation, client, source }: UpsertRun,
	options: Options,
	item: number,
): Promise<Result<Written & { leftOut: string[]; list: RecordList }, UpsertError>> {
	const request = readMatchRequest(read, operation, options, item);
	if (!request.ok) return unfit(request.problem);
	const { lookup, match, leftOut } = request.value;
	const list = await source.open(lookup);
	if (!list.ok) return list;
	return await source.serialize(match.matchValues, async () => {
		const written = await write(operation, source, request.value, {
			...request.value.writing,
			client,
			list: list.value,
		});
		return written.ok ? ok({ ...written.value, leftOut, list: list.value }) : written;
	});
}

async function write(
	operation: Operation,
	source: RecordSource,
	request: MatchRequest,
	writing: Writing,
): Promise<Result<Written, UpsertError>> {
	const { resource } = operation;
	const { match, noMatch } = request;
	const found = writing.list.find(match.matchValues);
	if (found.undecided) return unfit(messages.undecided(resource, match));
	if (found.records.length > 1 && !request.updateAll) {
		return unfit(messages.severalMatches(resource, match, found.records));
	}
	if (found.records.length > 0) return await updateAll(operation, found.records, writing);
	if (noMatch === 'skip') return ok({ records: [], done: ['skipped'] });
	if (noMatch !== 'create') return unfit(messages.noMatch(resource, match));
	if (source.mayExist(match.matchValues)) {
		return unfit(messages.notCreatedBefore(resource, match));
	}
	const created = await create(operation, request.references, writing);
	if (!created.ok && created.problem.kind === 'request') source.creationFailed(match.matchValues);
	return created;
}

async function updateAll(
	operation: Operation,
	matches: readonly IDataObject[],
	writing: Writing,
): Promise<Result<Written, UpsertError>> {
	const all: Written = { records: [], done: [] };
	const updated: Array<string | number> = [];
	for (const match of [...matches]) {
		const one = await update(operation, match, writing);
		if (!one.ok) return reject(afterOthers(one.problem, updated));
		const { records, done } = one.value;
		all.records.push(...records);
		all.done.push(...done);
		if (done[0] !== 'unchanged') updated.push(recordId(match, operation.resource.value) ?? '');
	}
	return ok(all);
}

/** Of several records that match, some may be written when one is rejected. */
function afterOthers(error: UpsertError, updated: ReadonlyArray<string | number>): UpsertError {
	if (updated.length === 0 || error.kind !== 'request') return error;
	const description = `${error.failure.description} Already updated: ${updated.join(', ')}.`;
	return { ...error, failure: { ...error.failure, description, updated } };
}
