import type { IDataObject } from 'n8n-workflow';

import { idParameter, type Operation } from '../catalogue';
import type { ListError } from '../lists/listError';
import type { Options } from '../parameters/readOptions';
import type { RequestValues } from '../parameters/request';
import { isSetByService, recordId } from '../records/fieldNames';
import { hasInexact, mergeJson, stringifyJson } from '../records/json';
import { ok, reject, type Problem, type Result } from '../result';
import { matches, sameValue } from './compare';
import type { MatchRequest } from './matchRequest';
import { messages } from './messages';
import type { RecordList } from './recordSource';

/** Why one item was not written. */
export type UpsertError = ListError | { kind: 'input'; problem: Problem };

export const unfit = (problem: Problem) => reject<UpsertError>({ kind: 'input', problem });

/** The fields that change; `from` is left out where the service has not shown the old value. */
export type Changes = Record<string, { from?: IDataObject[string]; to: IDataObject[string] }>;

/** What became of one record; `record` is left out for an item that was skipped. */
export interface Written {
	record?: IDataObject;
	/** `created`, `updated`, `unchanged`, `skipped`, or what the endpoint does, such as `deleted`. */
	result: string;
	changes?: Changes;
	/** Fields that have another value in the response than was sent. */
	altered?: string[];
}

/** Sends the request of an operation and gives the records of the response; in a preview, what they would be. */
export type Send = (request: {
	operation: Operation;
	values: RequestValues;
	/** What the record would be, where more is known of it than what is sent. */
	becomes?: IDataObject;
}) => Promise<Result<IDataObject[], UpsertError>>;

/** What all writing of one item has in common. */
export interface Writing {
	request: MatchRequest;
	options: Options;
	send: Send;
	list: RecordList;
}

/** Records that were created in a preview: what ID the service would give them is not known. */
const previewed = new WeakSet<IDataObject>();

/** Stands for that ID while the request is checked; never sent. */
const ID_IN_PREVIEW = 'created in this preview';

/** Sends nothing for a record that has all values already. */
export async function update(
	operation: Operation,
	held: IDataObject,
	{ request, options, send, list }: Writing,
): Promise<Result<Written[], UpsertError>> {
	const { resource } = operation;
	const { wanted, query, match } = request;
	const changed = mergeJson(held, wanted);
	// It was found by these: it has them, perhaps as the number of a text, and keeps them as they are.
	for (const name of match.matchOn) if (Object.hasOwn(held, name)) changed[name] = held[name];
	const changes = changesOf(held, changed, Object.keys(wanted));
	if (Object.keys(changes).length === 0) return ok([{ record: held, result: 'unchanged' }]);
	const isNew = previewed.has(held);
	const id = isNew ? ID_IN_PREVIEW : recordId(held, resource.value);
	if (id === undefined) return unfit(messages.noId(resource));
	const isSent = (name: string) =>
		Object.hasOwn(wanted, name) || (options.sendWholeRecord && !isSetByService(name));
	// Reading the list has rounded it: the record would be given another number than it has.
	if (Object.entries(changed).some(([name, value]) => isSent(name) && hasInexact(value))) {
		return unfit(messages.inexact(resource));
	}
	const body = stringifyJson(changed, isSent);
	const ids = { [idParameter(resource)]: id };
	const values: RequestValues = { ids, references: [], query, body };
	const sent = await send({ operation, values, becomes: changed });
	if (!sent.ok) return sent;
	if (isNew) previewed.add(changed);
	list.put(changed, held);
	return ok(
		sent.value.map((record) => {
			const altered = alteredIn(operation, record, wanted, Object.keys(changes));
			return { record, result: 'updated', changes, altered };
		}),
	);
}

export async function create(
	operation: Operation,
	{ request, options, send, list }: Writing,
): Promise<Result<Written[], UpsertError>> {
	const { references, query, body, wanted, match } = request;
	const sent = await send({ operation, values: { references, query, body } });
	if (!sent.ok) return sent;
	const created = asAskedFor(wanted, sent.value[0]);
	if (options.previewOnly) previewed.add(created);
	list.put(created);
	const altered = alteredIn(operation, sent.value[0] ?? {}, wanted, Object.keys(wanted));
	const lost = match.matchOn.find(
		(name) => altered.includes(name) && matches(sent.value[0]?.[name], wanted[name]) === 'no',
	);
	if (lost !== undefined) {
		const id = recordId(created, operation.resource.value);
		return unfit(messages.notFindable(operation.resource, lost, wanted[lost], id));
	}
	return ok(sent.value.map((record) => ({ record, result: 'created', altered })));
}

/** What the service has saved in a form of its own, if its response is the record and not `{"status": "ok"}`. */
const alteredIn = (
	{ resource }: Operation,
	saved: IDataObject,
	wanted: IDataObject,
	names: readonly string[],
) =>
	recordId(saved, resource.value) === undefined
		? []
		: names.filter((name) => Object.hasOwn(saved, name) && !sameValue(saved[name], wanted[name]));

/** What differs of the named fields. */
function changesOf(held: IDataObject, wanted: IDataObject, names: readonly string[]): Changes {
	const changed = names.filter(
		(name) => !Object.hasOwn(held, name) || !sameValue(held[name], wanted[name]),
	);
	return Object.fromEntries(
		changed.map((name) => [
			name,
			{ ...(Object.hasOwn(held, name) ? { from: held[name] } : {}), to: wanted[name] },
		]),
	);
}

/** The service may have written it in another way, and the next item will not; but it knows the ID. */
function asAskedFor(wanted: IDataObject, record: IDataObject = {}): IDataObject {
	const merged = mergeJson(record, wanted);
	for (const name of Object.keys(record).filter(isSetByService)) merged[name] = record[name];
	return merged;
}
