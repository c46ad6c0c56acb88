import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { readList, rejection, warningFor } from '../lists/listRecords';
import { doubtOf, TRY_AGAIN } from '../lists/messages';
import { readForAbsence, readForAll } from '../lists/notThere';
import { notes } from '../lists/outcome';
import { filterProblems, readFilter } from '../parameters/filters';
import { buildRequest, readValues } from '../parameters/request';
import { readLimit, sendSettings } from '../parameters/settings';
import { countRecords, shaped, shapeRecord } from '../records/record';
import { isNothing } from '../records/value';
import { recordId, recordLabel } from '../records/fieldNames';
import { sortRecords } from '../records/order';
import { all, ok, reject } from '../result';
import { BUDGET } from './agent';
import type { ItemResult, ItemRun } from './item';
import { hints, runMessages } from './messages';

/** Finds one record in a list by its ID, and stops reading there. */
export async function runLookup(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const { parameters, client, options, output, forAgent, knownWays } = run;
	const values = readValues(parameters, operation, options);
	if (!values.ok) return values;
	const request = buildRequest(operation, values.value);
	if (!request.ok) return request;
	const { subject } = operation;
	const [id] = values.value.ids ?? [];
	const isIt = (record: IDataObject) => {
		const own = recordId(record, subject.value) ?? recordLabel(record, subject.value)?.id;
		return own !== undefined && String(own) === String(id);
	};
	const find = async () =>
		await readList(client, {
			resource: subject.value,
			request: request.value,
			settings: sendSettings(options),
			knownWays,
			limit: 1,
			filter: { keeps: isIt, fields: [] },
		});
	const found = await readForAbsence(await find(), find, subject.value);
	const { records, completeness, read: count } = found;
	if (records.length > 0) return ok(shaped(records, output, forAgent));
	const error = rejection('getNotFound', found, TRY_AGAIN);
	if (!error) return reject(runMessages.noRecord(subject, id));
	return completeness.is === 'unknown'
		? reject(runMessages.recordNotRead(subject, id, doubtOf(completeness, count)))
		: reject(error);
}

export async function runList(run: ItemRun, operation: Operation): Promise<ItemResult> {
	const { parameters, client, forAgent, options, output, knownWays } = run;
	const values = readValues(parameters, operation, options);
	if (!values.ok) return values;
	const given = all({
		request: buildRequest(operation, values.value),
		limit: readLimit(parameters),
		filter: readFilter(parameters),
	});
	if (!given.ok) return given;
	const { request, limit, filter } = given.value;
	const { skip, sort } = options;
	// Only the whole list can be counted or sorted.
	const isWhole = output.mode === 'count' || sort.length > 0;
	const by = output.mode === 'count' && output.by !== undefined ? [output.by] : [];
	const selected = output.mode === 'selected' ? output.fields : [];
	const fields = [...(filter?.fields ?? []), ...sort.map(({ name }) => name), ...by, ...selected];
	const wanted = {
		resource: operation.subject.value,
		request,
		settings: sendSettings(options),
		knownWays,
	};
	const first = await readList(client, {
		...wanted,
		limit: limit === undefined || isWhole ? undefined : limit + skip,
		filter: fields.length > 0 ? { ...filter, fields } : undefined,
	});
	// Only which records there are is compared, so that none is kept twice.
	const readAgain = async () =>
		await readList(client, { ...wanted, filter: { keeps: () => false, fields: [] } });
	const result =
		options.requireComplete && !first.more ? await readForAll(first, readAgain) : first;
	const { records, summary, more, missing, completeness } = result;
	const isAbsent = completeness.is === 'unknown' && completeness.because === 'noList';
	if (options.alwaysOutputItem && isAbsent) return reject(runMessages.noList(operation.subject));
	const toEnd = options.requireComplete ? 'getAllRequired' : 'getAll';
	const reader = more ? 'getUpToLimit' : toEnd;
	const error = rejection(reader, result, isWhole ? TRY_AGAIN : undefined, records);
	if (error) return reject(error);
	// A person sees it in the summary.
	const notices = missing ? [notes.missingFields(missing.fields, missing.known)] : [];
	const told = {
		warning: warningFor(reader, result),
		filterProblems: filterProblems(filter),
		notices,
	};
	if (output.mode === 'count') {
		const complete = completeness.is === 'complete';
		const counts = countRecords(records, output.by);
		const isLong = forAgent && JSON.stringify(counts).length > BUDGET.characters;
		if (isLong) notices.push(hints.manyValues);
		const counted = { ...(isLong ? countRecords(records, undefined) : counts), complete };
		return ok({ ...told, records: [counted], summary });
	}
	// Limit applies after sorting, so reading did not stop there.
	const isCut = sort.length > 0 && limit !== undefined && records.length > skip + limit;
	const limited = isCut ? ` ${notes.limitedAfterSort(limit, records.length)}` : '';
	const presented = present(run, records, limit);
	const [reference] = values.value.references.filter(({ value }) => !isNothing(value));
	const reasons = [reference && hints.mustBeId(reference), filter && summary].filter(Boolean);
	return ok({
		...told,
		records: presented,
		summary: summary + limited,
		page: { skipped: skip, more: isCut || more },
		none:
			presented.length === 0
				? [hints.none(operation.subject, skip), ...reasons].join(' ')
				: undefined,
	});
}

/** The records in the order, number and form that the person asked for. */
function present(
	{ forAgent, options, output }: ItemRun,
	records: IDataObject[],
	limit: number | undefined,
): IDataObject[] {
	const { skip, sort, alwaysOutputItem } = options;
	const end = limit !== undefined && sort.length > 0 ? skip + limit : records.length;
	const sorted = sort.length > 0 ? sortRecords(records, sort) : records;
	const kept = skip > 0 || end < sorted.length ? sorted.slice(skip, end) : sorted;
	// In place, to save memory for long lists.
	kept.forEach((record, at) => (kept[at] = shapeRecord(record, output, forAgent)));
	return kept.length === 0 && alwaysOutputItem && !forAgent ? [{}] : kept;
}
