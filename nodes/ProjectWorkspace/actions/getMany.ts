import { errorFor } from '../pagination/completeness';
import { readList, type List } from '../pagination/readList';
import { readFilter } from '../parameters/filters';
import { readLimit, readSort } from '../parameters/list';
import { readRequest } from '../parameters/request';
import { sortRecords, type SortField } from '../records/order';
import { shapeRecord } from '../records/shape';
import type { Operation } from '../resources';
import { joinSentences } from '../texts';
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
	const { reader, options, output, client, shared } = run;
	const { request } = readRequest(reader, operation, options);
	const limit = readLimit(reader);
	const end = limit === undefined ? undefined : options.skip + limit;
	const filter = readFilter(reader);
	const part: Part = { skip: options.skip, end, sort: readSort(reader) };
	// Only the whole list can be counted or sorted.
	const isWholeNeeded = output.mode === 'count' || part.sort.length > 0;

	const list = await readList(client, {
		resource: operation.resource.name,
		request,
		limit: isWholeNeeded ? undefined : end,
		keep: filter?.keeps,
		known: shared.known,
	});
	const error = errorFor(list, options.requireComplete ? 'all' : 'noGap');
	if (error) throw error;

	const shown = output.mode === 'count' ? counted(list) : shownPart(part, list, operation, run);
	if (list.recordsRead === 0 && request.query.project_id !== undefined) {
		shown.summary = joinSentences([shown.summary, NO_TASKS]);
	}
	shown.warning = joinSentences([doubtAbout(list), list.warning, ...(filter?.warnings() ?? [])]);
	return shown;
}

/** For people: an agent that asked for a project that does not exist sees that there is nothing. */
const NO_TASKS =
	"If there should be tasks, check the ID in 'Project': a service may also return an empty list for a project that it does not know.";

function doubtAbout({ completeness }: List): string | undefined {
	if (completeness.is !== 'unknown') return undefined;
	return joinSentences([completeness.warning, completeness.advice]);
}

function counted(list: List): ItemOutput {
	const complete = list.completeness.is === 'complete';
	const records = [{ count: list.records.length, complete }];
	return { records, summary: summaryOf(list), notice: serviceMessage(list) };
}

const summaryOf = (list: List): string => joinSentences([list.summary, serviceMessage(list)]);

const serviceMessage = ({ message }: List): string | undefined =>
	message === undefined ? undefined : `The service says: ${message}`;

/** The records in the order, number and form that the person asked for. */
function shownPart(
	{ skip, end, sort }: Part,
	list: List,
	{ resource }: Operation,
	{ output }: ItemRun,
): ItemOutput {
	const sorted = sort.length > 0 ? sortRecords(list.records, sort) : list.records;
	const records = sorted.slice(skip, end).map((record) => shapeRecord(record, output));

	const after = skip > 0 ? ` after the first ${skip}` : '';
	const summary = summaryOf(list);
	const none = records.length === 0 ? `No ${resource.plural} found${after}. ${summary}` : undefined;
	const more = moreAfter(end, list);
	return {
		records,
		summary: joinSentences([summary, more]),
		notice: none,
		part: { skip, more },
	};
}

/** Says that there are, or may be, more records. */
function moreAfter(end: number | undefined, { completeness, records }: List): string | undefined {
	if (end === undefined) return undefined;
	const hasMore = completeness.is === 'limited' ? completeness.hasMore : records.length > end;
	if (hasMore === false) return undefined;
	return `'Limit' was reached, and the list ${hasMore ? 'has' : 'may have'} more records.`;
}
