import type { IDataObject } from 'n8n-workflow';

import { createOperation, idParameter, type Operation } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import type { ListError } from '../lists/listRecords';
import { buildRequest, type PlacedReference, type RequestValues } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { hasInexact, mergeJson, stringifyJson } from '../records/json';
import { recordsOf } from '../records/record';
import { ok, reject, type Problem, type Result } from '../result';
import { sameValue } from './compare';
import { messages } from './messages';
import { recordId } from './recordIndex';
import type { RecordList } from './recordSource';

/** Why one item was not written. */
export type UpsertError = ListError | { kind: 'input'; problem: Problem };

export const unfit = (problem: Problem) => reject<UpsertError>({ kind: 'input', problem });

/** What became of a record. */
export type Done = 'created' | 'updated' | 'unchanged' | 'skipped';

/** What became of each record; a skipped item has an entry there and no record. */
export interface Written {
	records: IDataObject[];
	done: Done[];
}

/** What all writing of one item has in common. */
export interface Writing {
	client: Client;
	settings: SendSettings;
	list: RecordList;
	query: Readonly<Record<string, string>>;
	/** JSON text, and the same parsed. */
	body: string;
	wanted: IDataObject;
	/** By which fields the record was looked for. */
	matchOn: readonly string[];
	/** Whether an update sends what the record has already as well. */
	whole: boolean;
}

/** Sends nothing for a record that has all values already. */
export async function update(
	operation: Operation,
	match: IDataObject,
	writing: Writing,
): Promise<Result<Written, UpsertError>> {
	const { resource } = operation;
	const { list, query, wanted, matchOn, whole } = writing;
	const changed = mergeJson(match, wanted);
	// It was found by these: it has them, perhaps as the number of a text, and keeps them as they are.
	for (const name of matchOn) if (Object.hasOwn(match, name)) changed[name] = match[name];
	const isWritten = (name: string) =>
		Object.hasOwn(match, name) && sameValue(match[name], changed[name]);
	if (Object.keys(wanted).every(isWritten)) return ok({ records: [match], done: ['unchanged'] });
	const id = recordId(match, resource.value);
	if (id === undefined) return unfit(messages.noId(resource));
	const isSent = (name: string) => Object.hasOwn(wanted, name) || (whole && !isSetByService(name));
	// Reading the list has rounded it: the record would be given another number than it has.
	if (Object.entries(changed).some(([name, value]) => isSent(name) && hasInexact(value))) {
		return unfit(messages.inexact(resource));
	}
	const body = stringifyJson(changed, isSent);
	const sent = await send(
		operation,
		{ ids: { [idParameter(resource)]: id }, references: [], query, body },
		writing,
	);
	if (!sent.ok) return sent;
	list.put(changed, { created: false });
	const records = recordsOf(sent.value, resource, doneWord(operation), id);
	return ok({ records, done: records.map(() => 'updated' as const) });
}

export async function create(
	{ resource }: Operation,
	references: readonly PlacedReference[],
	writing: Writing,
): Promise<Result<Written, UpsertError>> {
	const { list, query, body, wanted } = writing;
	const operation = createOperation(resource.value);
	const sent = await send(operation, { references, query, body }, writing);
	if (!sent.ok) return sent;
	const records = recordsOf(sent.value, resource, doneWord(operation), undefined);
	list.put(asAskedFor(wanted, records[0]), { created: true });
	return ok({ records, done: records.map(() => 'created' as const) });
}

async function send(
	operation: Operation,
	values: RequestValues,
	{ client, settings }: Writing,
): Promise<Result<unknown, UpsertError>> {
	const request = buildRequest(operation, values);
	if (!request.ok) return unfit(request.problem);
	const outcome = await client.send(request.value, settings);
	return outcome.ok ? ok(outcome.body) : reject({ kind: 'request', failure: outcome.failure });
}

/** The service may have written it in another way, and the next item will not; but it knows the ID. */
function asAskedFor(wanted: IDataObject, record: IDataObject = {}): IDataObject {
	const merged = mergeJson(record, wanted);
	for (const name of Object.keys(record).filter(isSetByService)) merged[name] = record[name];
	return merged;
}

const doneWord = ({ endpoint: { answer } }: Operation) =>
	answer.gives === 'record' ? answer.done : '';
