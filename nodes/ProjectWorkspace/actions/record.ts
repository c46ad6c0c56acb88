import { ApiError, UserError } from '../errors';
import { readOne } from '../pagination/readList';
import { readRequest, type ItemRequest } from '../parameters/request';
import { readId } from '../parameters/resourceLocator';
import { recordsOf } from '../records/envelope';
import { recordLabel } from '../records/fields';
import { compareSaved } from '../records/saved';
import { shapeRecord } from '../records/shape';
import { quoted, type JsonObject } from '../records/value';
import type { Operation } from '../resources';
import type { Changes } from '../upsert/plan';
import { outputOfWrite, type ItemOutput } from './output';
import type { ItemRun } from './run';

/** Sends one request about one record. */
export async function runRequest(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, shared } = run;
	const { method, resource, endpoint } = operation;
	const item = readRequest(reader, operation, options);
	if (options.previewOnly) {
		// Without a response, only the ID and the body are known.
		const { id, body } = item;
		const record = { ...body?.values };
		return outputOf(run, operation, item, [id === undefined ? record : { id, ...record }]);
	}

	const response = await shared.send(item.request);
	if (response instanceof ApiError) throw response;

	const records = recordsOf(response.body, resource.name, endpoint.about);
	if (method !== 'GET') return outputOf(run, operation, item, records);
	if (records) return { records: records.map((record) => shapeRecord(record, run.output)) };
	throw new UserError(
		`The service returned nothing instead of the ${resource.name} ${quoted(item.id)}`,
		`Check the ID, and whether the ${resource.name} exists.`,
	);
}

/** @param records of the response, or of a preview */
function outputOf(
	run: ItemRun,
	operation: Operation,
	{ id, body, fieldNotes }: ItemRequest,
	records: JsonObject[] | undefined,
): ItemOutput {
	const { method, endpoint } = operation;
	const { result = '', about, projectIn } = endpoint;
	const values = body?.values ?? {};

	const [saved = {}] = records ?? [];
	// A response about something else shows no field.
	const sent = about === undefined ? values : {};
	// 'Project' is no field of the form.
	const names = Object.keys(sent).filter((name) => !projectIn || name !== 'project_id');
	const notes = compareSaved(sent, saved, names, run.reader.item.zone);

	const isRemoval = method === 'DELETE';
	const changes = method === 'PUT' ? changesTo(values) : undefined;
	return {
		...outputOfWrite({ result, isRemoval, records, id, changes, notes }, run, fieldNotes),
		countedResult: run.options.previewOnly ? result : undefined,
	};
}

/** An update by ID reads nothing, so the values before are not known. */
const changesTo = (values: JsonObject): Changes =>
	Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { to }]));

/** Finds one record in a list by its ID, and stops reading there. */
export async function runLookup(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, shared } = run;
	const { name, plural } = operation.resource;
	const id = readId(reader, operation.resource);
	const hasThisId = (record: JsonObject): boolean =>
		String(recordLabel(record, name)?.id ?? '') === String(id);
	const { request } = readRequest(reader, operation, options);
	const list = await readOne(shared.client, { resource: name, request, keep: hasThisId });

	const { records, completeness } = list;
	const [record] = records;
	if (record) return { records: [shapeRecord(record, run.output)] };
	if (completeness.is === 'short') throw completeness.error;

	const message = `No ${name} found with the ID ${quoted(id)}`;
	if (completeness.is === 'unknown') {
		throw new UserError(`${message}. ${completeness.warning}`, completeness.advice);
	}
	throw new UserError(
		message,
		`Check the ID. The service has no request for one ${name}, so the node looks for it in the list of ${plural}.`,
	);
}
