import { inputError } from '../itemError';
import type { Operation } from '../catalogue';
import { readValues } from '../parameters/request';
import { ok } from '../result';
import { readMatchRequest, type Matching } from '../upsert/matchRequest';
import { upsert, type Written } from '../upsert/write';
import { type ItemOutput, type ItemResult, type ItemRun, openItem, type Run } from './itemRun';
import { runFind, runList } from './list';
import { changesTo, resultName, sender } from './send';

/** One item: its parameters, its request, its records. */
export async function runItem(run: Run, item: number): Promise<ItemResult> {
	const opened = openItem(run, item);
	if (!opened.ok) return inputError(opened.problem);
	const itemRun = opened.value;
	const { operation } = run;
	if (!operation.endpoint) return await runMatching(itemRun, operation);
	if (operation.endpoint.answer.gives === 'list') return await runList(itemRun, operation);
	if (operation.endpoint.isInList) return await runFind(itemRun, operation);
	return operation.endpoint.canMatch && itemRun.read.get('findBy', 'id') === 'match'
		? await runMatching(itemRun, { resource: operation.resource, update: operation })
		: await runOne(itemRun, operation);
}

async function runOne(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const values = readValues(run.read, operation, run.options);
	if (!values.ok) return inputError(values.problem);
	const sent = await sender(run.client, run.options)(operation, values.value);
	if (!sent.ok) return sent;
	const { body, omittedFields } = values.value;
	const changes = operation.method === 'PUT' ? changesTo(body) : undefined;
	const written = sent.value.map((record) => ({ record, result: resultName(operation), changes }));
	return ok(outputOf(run, written, omittedFields));
}

/** Finds a record by the values of its fields, and updates or creates it. */
async function runMatching(run: ItemRun, matching: Matching): Promise<ItemResult> {
	const { read, client, options, matchLists } = run;
	const request = readMatchRequest(read, matching, options);
	if (!request.ok) return inputError(request.problem);
	const { search, match, omittedFields } = request.value;
	const openList = matchLists[options.previewOnly ? 'preview' : 'real'];
	const opened = await openList(search, Object.keys(match));
	if (!opened.ok) return inputError(opened.problem);
	const list = opened.value;
	const written = await upsert(request.value, list, sender(client, options));
	return written.ok ? ok(outputOf(run, written.value, omittedFields, list.read.summary)) : written;
}

/**
 * The output of one item that wrote records.
 * @param summary how the list was read, if they were found in one
 */
function outputOf(
	{ options, shape, fitBudget }: ItemRun,
	written: readonly Written[],
	omittedFields: string[],
	summary?: string,
): ItemOutput {
	const { includeResult, previewOnly: preview, alwaysOutputItem } = options;
	const isTold = includeResult || preview;
	const records = written
		.filter(({ record }) => record !== undefined || isTold || alwaysOutputItem)
		.map(({ record, result, changes }) => ({
			...(record && shape(record)),
			...(isTold ? { _result: result } : {}),
			...(isTold && changes ? { _changes: changes } : {}),
			...(preview ? { _preview: true } : {}),
		}));
	const done = summary !== undefined || preview ? written.map(({ result }) => result) : [];
	const normalizedFields = written.flatMap((each) => each.normalizedFields ?? []);
	return { records: fitBudget(records), summary, omittedFields, normalizedFields, done, preview };
}
