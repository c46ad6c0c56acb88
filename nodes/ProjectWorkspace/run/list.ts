import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { list, type List, rejection, warningFor } from '../lists/listRecords';
import { withoutRecords } from '../lists/listError';
import { doubtOf, notes, TRY_AGAIN } from '../lists/messages';
import { readForAbsence } from '../lists/notThere';
import { filterProblems, readFilter } from '../parameters/filters';
import { readLimit } from '../parameters/output';
import { sendSettings } from '../parameters/options';
import { buildRequest, readValues } from '../parameters/request';
import { BUDGET, countRecords, missingFrom, shapeRecord, withinBudget } from '../records/shape';
import { recordId } from '../records/fieldNames';
import { sortRecords } from '../records/order';
import { recordLabel } from '../records/recordLabel';
import { isNothing } from '../records/value';
import { all, ok, reject } from '../result';
import type { ItemResult, ItemRun } from './itemRun';
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
		await list(client, {
			resource: subject.value,
			request: request.value,
			settings: sendSettings(options),
			knownWays,
			limit: 1,
			filter: { keeps: isIt, fields: [] },
		});
	const found = await readForAbsence(await find(), find, subject.value);
	const { records, completeness, read: count } = found;
	if (records.length > 0) {
		const shaped = records.map((record) => shapeRecord(record, output, forAgent));
		return ok({ records: shaped, unselected: missingFrom(records, output) });
	}
	const error = rejection('getNotFound', found);
	if (!error) return reject(runMessages.noRecord(subject, id));
	return completeness.is === 'unknown'
		? reject(runMessages.recordNotRead(subject, id, doubtOf(completeness, count)))
		: reject(withoutRecords(error, TRY_AGAIN));
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
	const result = await list(client, {
		resource: operation.subject.value,
		request,
		settings: sendSettings(options),
		knownWays,
		limit: limit === undefined || isWhole ? undefined : limit + skip,
		filter: fields.length > 0 ? { ...filter, fields } : undefined,
	});
	const { records, summary, more, missing, completeness } = result;
	const isAbsent = completeness.is === 'unknown' && completeness.because === 'noList';
	if (options.alwaysOutputItem && isAbsent) return reject(runMessages.noList(operation.subject));
	const toEnd = options.requireComplete ? 'getAllRequired' : 'getAll';
	const reader = more ? 'getUpToLimit' : toEnd;
	const error = rejection(reader, result);
	if (error) return reject(isWhole ? { ...withoutRecords(error, TRY_AGAIN), records } : error);
	const warning = warningFor(reader, result);
	const unfit = filterProblems(filter);
	// A person sees these in a hint, an agent only sees the output.
	const texts = [
		missing && notes.missingFields(missing.fields, missing.known),
		...[warning, ...unfit].map((problem) => problem?.message),
	];
	const notices = forAgent
		? client.hide.inMessages(texts).flatMap((notice) => (notice ? [{ notice }] : []))
		: [];
	if (output.mode === 'count') {
		const complete = completeness.is === 'complete';
		const counts = countRecords(records, output.by);
		const isLong = forAgent && JSON.stringify(counts).length > BUDGET.characters;
		if (isLong) notices.push({ notice: hints.manyValues });
		const counted = { ...(isLong ? countRecords(records, undefined) : counts), complete };
		return ok({ records: [counted, ...notices], summary, warning, filterProblems: unfit });
	}
	// Limit applies after sorting, so reading did not stop there.
	const isCut = sort.length > 0 && limit !== undefined && records.length > skip + limit;
	const limited = isCut ? ` ${notes.limitedAfterSort(limit, records.length)}` : '';
	const presented = present(run, result, limit);
	let none = '';
	// n8n gives newer agents an empty string for no items.
	if (forAgent && presented.length === 0) {
		const [given] = values.value.references.filter(({ value }) => !isNothing(value));
		const reasons = [given && hints.mustBeId(given), filter && summary].filter(Boolean);
		none = client.hide.inMessages([hints.none(operation.subject, skip), ...reasons].join(' '));
		presented.push({ notice: none });
	}
	// Not copied, to save memory for long lists.
	presented.push(...notices.filter(({ notice }) => !none.includes(notice)));
	return ok({ records: presented, summary: summary + limited, warning, filterProblems: unfit });
}

/** The records in the order, number and form that the person asked for. */
function present(
	{ forAgent, options, output }: ItemRun,
	{ records, more }: List,
	limit: number | undefined,
): IDataObject[] {
	const { skip, sort, alwaysOutputItem } = options;
	const end = limit !== undefined && sort.length > 0 ? skip + limit : records.length;
	const sorted = sort.length > 0 ? sortRecords(records, sort) : records;
	const shaped = skip > 0 || end < sorted.length ? sorted.slice(skip, end) : sorted;
	// In place, to save memory for long lists.
	shaped.forEach((record, at) => (shaped[at] = shapeRecord(record, output, forAgent)));
	if (shaped.length === 0) return alwaysOutputItem && !forAgent ? [{}] : [];
	if (forAgent) return withinBudget(shaped, { skipped: skip, more: end < sorted.length || more });
	return shaped;
}
