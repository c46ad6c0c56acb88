import { errorFor } from '../pagination/completeness';
import { readList, type List } from '../pagination/readList';
import { readFilter, readLimit } from '../parameters/options';
import { readLocator, readRequest } from '../parameters/request';
import type { RecordFilter } from '../records/filter';
import { sortRecords } from '../records/order';
import { shapeRecord } from '../records/shape';
import { quoted, type JsonObject } from '../records/value';
import { joinSentences } from '../texts';
import type { Operation } from '../resources';
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
		limit: limitOfReading(run, limit),
		keep: filter?.keeps,
		known: shared.known,
	});
	const error = errorFor(list, options.requireComplete ? 'all' : 'noGap');
	if (error) throw error;

	const warnings = [...doubtsAbout(list), ...(filter?.incomparable() ?? [])];
	if (output.mode === 'count') {
		const complete = list.completeness.is === 'complete';
		return { records: [{ count: list.records.length, complete }], summary: list.summary, warnings };
	}

	const { records, page, note } = select(run, list, limit);
	const summary = [list.summary, ...note].join(' ');
	const none = records.length === 0 ? noneFound(run, operation, list, filter) : undefined;
	return { records, summary, warnings, page, none };
}

/** Only the whole list can be counted or sorted. */
function limitOfReading(
	{ options, output }: ItemRun,
	limit: number | undefined,
): number | undefined {
	if (limit === undefined || output.mode === 'count' || options.sort.length > 0) return undefined;
	return options.skip + limit;
}

function doubtsAbout({ completeness }: List): string[] {
	if (completeness.is !== 'unknown') return [];
	return [joinSentences([completeness.warning, completeness.advice])];
}

interface Selection {
	records: JsonObject[];
	page: Page;
	/** What a hint adds to how the list was read. */
	note: string[];
}

/** The records in the order, number and form that the person asked for. */
function select({ options, output, forAgent }: ItemRun, list: List, limit?: number): Selection {
	const { skip, sort } = options;
	const sorted = sort.length > 0 ? sortRecords(list.records, sort) : list.records;
	const end = limit === undefined ? sorted.length : skip + limit;
	const records = sorted.slice(skip, end).map((record) => shapeRecord(record, output, forAgent));

	const isCut = sorted.length > end;
	const note = isCut ? [`After sorting, 'Limit' left ${records.length} of ${sorted.length}.`] : [];
	const more = list.completeness.is === 'limited' ? list.completeness.more : isCut;
	return { records, page: { skipped: skip, more }, note };
}

/** For an agent, which may have given a name instead of an ID. */
function noneFound(
	{ reader, options }: ItemRun,
	{ resource, endpoint }: Operation,
	list: List,
	filter: RecordFilter | undefined,
): string {
	const after = options.skip > 0 ? ` after the first ${options.skip}` : '';
	const texts = [`No ${resource.plural} found${after}`];
	if (filter && list.read > 0)
		texts.push(`None of the ${list.read} that were read match the filters`);
	if (list.message !== undefined) texts.push(`The service says: ${list.message}`);

	for (const { parameter, displayName } of endpoint.references ?? []) {
		const id = readLocator(reader, parameter, displayName);
		if (id !== undefined)
			texts.push(`'${displayName}' is ${quoted(id)}: it must be an ID, not a name`);
	}
	return joinSentences(texts);
}
