import { errorFor } from '../pagination/completeness';
import { readList, type List } from '../pagination/readList';
import { readFilter } from '../parameters/filters';
import { readLimit, readSort } from '../parameters/list';
import { readRequest } from '../parameters/request';
import { sortRecords, type SortField } from '../records/order';
import { shapeRecord } from '../records/shape';
import type { Operation, Resource } from '../resources';
import { joinSentences } from '../texts';
import type { ApiRequest } from '../transport/types';
import type { ItemOutput } from './output';
import type { ItemRun } from './run';

/** The records that the person asked for, by their places in the list. */
interface Part {
	skip: number;
	/** Undefined for all. */
	end: number | undefined;
	sort: readonly SortField[];
}

/** Lists records: all, up to Limit, or only their number. */
export async function getMany(run: ItemRun, operation: Operation): Promise<ItemOutput> {
	const { reader, options, output, shared } = run;
	const { resource } = operation;
	const { request } = readRequest(reader, operation, options);
	const limit = readLimit(reader);
	const end = limit === undefined ? undefined : options.skip + limit;
	const filter = readFilter(reader);
	const sort = readSort(reader);
	// Only the whole list can be counted or sorted.
	const isWholeNeeded = output.mode === 'count' || sort.length > 0;

	const list = await readList(shared.client, {
		resource: resource.name,
		request,
		limit: isWholeNeeded ? undefined : end,
		keep: filter?.keeps,
	});
	const error = errorFor(list.completeness, options.requireComplete);
	if (error) throw error;

	const part: Part = { skip: options.skip, end, sort };
	const shown = output.mode === 'count' ? counted(list) : shownIn(part, list, run, resource);
	return {
		...shown,
		summary: joinSentences([toldOf(list), shown.part?.more, adviceOnProject(list, request)]),
		warning: joinSentences([...doubtsAbout(list), ...(filter?.warnings() ?? [])]),
	};
}

/** For people: an agent that asked for a project that does not exist sees that there is nothing. */
function adviceOnProject({ recordsRead }: List, { query }: ApiRequest): string | undefined {
	if (query.project_id === undefined || recordsRead > 0) return undefined;
	return "If there should be tasks, check the ID in 'Project': a service may also return an empty list for a project that it does not know.";
}

function doubtsAbout({ completeness, warning }: List): Array<string | undefined> {
	if (completeness.is !== 'unknown') return [warning];
	return [completeness.warning, completeness.advice, warning];
}

const toldOf = (list: List) => joinSentences([list.summary, saidBy(list)]);

const saidBy = ({ message }: List): string | undefined =>
	message === undefined ? undefined : `The service says: ${message}`;

function counted(list: List): ItemOutput {
	const complete = list.completeness.is === 'complete';
	return { records: [{ count: list.records.length, complete }], notice: saidBy(list) };
}

/** The records in the order, number and form that the person asked for. */
function shownIn(
	{ skip, end, sort }: Part,
	list: List,
	{ output }: ItemRun,
	resource: Resource,
): ItemOutput {
	const sorted = sort.length > 0 ? sortRecords(list.records, sort) : list.records;
	const records = sorted.slice(skip, end).map((record) => shapeRecord(record, output));
	const part = { skip, more: moreAfter(end, list) };
	if (records.length > 0) return { records, part };

	const after = skip > 0 ? ` after the first ${skip}` : '';
	return { records, part, notice: `No ${resource.plural} found${after}. ${toldOf(list)}` };
}

/** Says that there are, or may be, more records. */
function moreAfter(end: number | undefined, { completeness, records }: List): string | undefined {
	if (end === undefined) return undefined;
	const hasMore = completeness.is === 'limited' ? completeness.hasMore : records.length > end;
	if (hasMore === false) return undefined;
	return `'Limit' was reached, and the list ${hasMore ? 'has' : 'may have'} more records.`;
}
