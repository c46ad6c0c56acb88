import type { IDataObject } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { buildRequest, type Problem, type RequestValues } from '../parameters/request';
import { losesDigits } from '../parameters/typedValue';
import type { MatchIndex } from './matchIndex';
import { inexact, noId } from './problems';
import { recordId } from './recordId';
import { sameValue } from './sameValue';
import { isSetByService } from '../records/fieldNames';
import { recordsOf } from '../records/record';
import type { Client, SendSettings } from '../client/client';
import type { ItemError } from '../run/errors';

/** What all writing of one item has in common. */
export interface Sending {
	client: Client;
	settings: SendSettings;
	index: MatchIndex;
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
	{ client, settings, index, query, body, wanted, whole }: Sending,
): Promise<Written> {
	const isWritten = ([name, value]: [string, unknown]) =>
		Object.hasOwn(match, name) && sameValue(match[name], value);
	if (Object.entries(wanted).every(isWritten)) {
		return { ok: true, records: [match], done: 'unchanged' };
	}
	const id = recordId(match, operation.resource.value);
	if (id === undefined) return input(noId(operation.resource));
	const sent = whole ? JSON.stringify({ ...settable(match), ...wanted }) : body;
	// Reading the list has rounded it: the record would be given another number than it has.
	if (whole && losesDigits(sent)) return input(inexact(operation.resource));
	const built = buildRequest(operation, { id, references: [], query, body: sent });
	if (!built.ok) return input(built.problem);
	const outcome = await client.send(built.request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	index.replace(match, { ...match, ...wanted });
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
	{ client, settings, index, query, body, wanted }: Sending,
): Promise<Written> {
	const operation = createOperation(resource.value);
	const built = buildRequest(operation, { references, query, body });
	if (!built.ok) return input(built.problem);
	const outcome = await client.send(built.request, settings);
	if (!outcome.ok) return { ok: false, error: { kind: 'request', failure: outcome.failure } };
	const records = recordsOf(outcome.body, resource, doneWord(operation.endpoint), undefined);
	// As it was asked for: the service may have written it in another way, and the next item will not.
	index.add({ ...records[0], ...wanted });
	return { ok: true, records, done: 'created' };
}

const settable = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !isSetByService(name)));

const doneWord = ({ answer }: Operation['endpoint']) =>
	answer.gives === 'record' ? answer.done : '';

const input = (problem: Problem) => ({ ok: false, error: { kind: 'input', problem } }) as const;
