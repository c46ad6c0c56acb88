import type { IDataObject } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import type { Client, SendSettings } from '../client/connect';
import { buildRequest, type Problem, type RequestValues } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { hasInexact, mergeJson, stringifyJson } from '../records/json';
import { recordsOf } from '../records/record';
import type { ItemError } from '../run/errors';
import { sameValue } from './compare';
import { inexact, noId } from './messages';
import { recordId } from './recordId';
import type { RecordList } from './recordSource';

/** What all writing of one item has in common. */
export interface Sending {
	client: Client;
	settings: SendSettings;
	list: RecordList;
	query: Record<string, string>;
	body: string;
	/** The same, parsed. */
	wanted: IDataObject;
	/** Whether an update sends what the record holds already as well. */
	whole: boolean;
}

export type Done = 'created' | 'updated' | 'unchanged' | 'skipped';

export type Written =
	| { ok: true; records: IDataObject[]; done: Done }
	| { ok: false; error: ItemError };

/** Nothing is sent for a record that holds everything already. */
export async function update(
	operation: Operation,
	match: IDataObject,
	{ client, settings, list, query, wanted, whole }: Sending,
): Promise<Written> {
	const isWritten = ([name, value]: [string, unknown]) =>
		Object.hasOwn(match, name) && sameValue(match[name], value);
	if (Object.entries(wanted).every(isWritten)) {
		return { ok: true, records: [match], done: 'unchanged' };
	}
	const id = recordId(match, operation.resource.value);
	if (id === undefined) return input(noId(operation.resource));
	const changed = mergeJson(match, wanted);
	const isSent = (name: string) => Object.hasOwn(wanted, name) || (whole && !isSetByService(name));
	// Reading the list has rounded it: the record would be given another number than it has.
	if (Object.entries(changed).some(([name, value]) => isSent(name) && hasInexact(value))) {
		return input(inexact(operation.resource));
	}
	const body = stringifyJson(changed, isSent);
	const built = buildRequest(operation, { id, references: [], query, body });
	if (!built.ok) return input(built.problem);
	const outcome = await client.send(built.request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	list.put(changed, { created: false });
	const { resource, endpoint } = operation;
	return {
		ok: true,
		records: recordsOf(outcome.body, resource, doneWord(endpoint), id),
		done: 'updated',
	};
}

export async function create(
	{ resource }: Operation,
	references: RequestValues['references'],
	{ client, settings, list, query, body, wanted }: Sending,
): Promise<Written> {
	const operation = createOperation(resource.value);
	const built = buildRequest(operation, { references, query, body });
	if (!built.ok) return input(built.problem);
	const outcome = await client.send(built.request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	const records = recordsOf(outcome.body, resource, doneWord(operation.endpoint), undefined);
	list.put(asAskedFor(wanted, records[0]), { created: true });
	return { ok: true, records, done: 'created' };
}

/** The service may have written it in another way, and the next item will not; but it knows the ID. */
function asAskedFor(wanted: IDataObject, record: IDataObject = {}): IDataObject {
	const merged = mergeJson(record, wanted);
	for (const name of Object.keys(record).filter(isSetByService)) merged[name] = record[name];
	return merged;
}

const doneWord = ({ answer }: Operation['endpoint']) =>
	answer.gives === 'record' ? answer.done : '';

const input = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
