import { ApiError, type UserError } from '../errors';
import { errorFor } from '../pagination/completeness';
import { readList, type List } from '../pagination/readList';
import { readFilter, readLimit } from '../parameters/list';
import { readRequest } from '../parameters/request';
import { sortRecords } from '../records/order';
import { shapeRecord } from '../records/shape';
import type { JsonObject } from '../records/value';
import type { Operation } from '../resources';
import { joinSentences } from '../texts';
import type { ItemOutput, Page } from './output';
import type { ItemRun } from './record';

/** Lists records: all, up to Limit, or only their number. */
export async function getMany(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, output, client, shared } = run;
	const { request } = readRequest(reader, operation, options, client.lists);
	const limit = readLimit(reader);
	const filter = readFilter(reader);

	const list = await readList(client, {
		resource: operation.resource.value,
		request,
		limit: isWholeNeeded(run) || limit === undefined ? undefined : options.skip + limit,
		keep: filter?.keeps,
		known: shared.known,
	});
	const error = errorFor(list, options.requireComplete ? 'all' : 'noGap');
	if (error) throw withShape(error, run);

	const warnings = [...doubtsAbout(list), ...(filter?.incomparable() ?? [])];
	if (output.mode === 'count') {
		const complete = list.completeness.is === 'complete';
		const records = [{ count: list.records.length, complete }];
		return { records, list, warnings: [...warnings, ...messageOf(list)] };
	}

	const summary = joinSentences([list.summary, ...messageOf(list)]);
	const { records, page } = pageOf(run, list, limit);
	const after = options.skip > 0 ? ` after the first ${options.skip}` : '';
	const none = `No ${operation.resource.plural} found${after}. ${summary}`;
	const read = { summary: joinSentences([summary, ...moreThan(page)]) };
	return { records, page, none, warnings, list: read };
}

/** The records that were read leave the node as the others would. */
function withShape(
	error: ApiError | UserError,
	{ output, forAgent }: ItemRun,
): ApiError | UserError {
	const list = error instanceof ApiError ? error.details.list : undefined;
	if (list) list.records = list.records.map((record) => shapeRecord(record, output, forAgent));
	return error;
}

/** Only the whole list can be counted or sorted. */
const isWholeNeeded = ({ options, output }: ItemRun): boolean =>
	output.mode === 'count' || options.sort.length > 0;

function doubtsAbout({ completeness }: List): string[] {
	if (completeness.is !== 'unknown') return [];
	return [joinSentences([completeness.warning, completeness.advice])];
}

const messageOf = ({ message }: List): string[] =>
	message === undefined ? [] : [`The service says: ${message}`];

/** The records in the order, number and form that the person asked for. */
function pageOf(
	{ options, output, forAgent }: ItemRun,
	list: List,
	limit: number | undefined,
): { records: JsonObject[]; page: Page } {
	const { skip, sort } = options;
	const sorted = sort.length > 0 ? sortRecords(list.records, sort) : list.records;
	const end = limit === undefined ? sorted.length : skip + limit;
	const records = sorted.slice(skip, end).map((record) => shapeRecord(record, output, forAgent));

	const { completeness } = list;
	const more = completeness.is === 'limited' ? completeness.more : sorted.length > end;
	return { records, page: { skipped: skip, more } };
}

const moreThan = ({ more }: Page): string[] => {
	if (more === false) return [];
	return [`'Limit' was reached, and the list ${more ? 'has' : 'may have'} more records.`];
};
