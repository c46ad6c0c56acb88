import { NARROWING, type ResourceName } from '../../catalogue';
import { plainName } from '../../records/fieldNames';
import type { JsonObject } from '../../records/value';
import { ListedBy } from '../../records/parentId';
import { findRecords, type FoundRecords, recordsAt } from '../../records/envelope/findRecords';
import { readStatedError } from '../../records/serviceError';
import { ok, reject, type Result } from '../../result';
import { type ListProblem, listMessages } from '../messages';
import { type PageFields, readFields } from './fields';
import { readSigns, type Signs } from './signs';
import {
	createPrefetch,
	type FetchPage,
	type PageResponse,
	type PageTarget,
	sentParameters,
	stepOf,
	withNumber,
} from './target';

/** The records and the pagination of one page. */
export interface Reading extends FoundRecords {
	fields: PageFields;
	signs: Signs;
	response: PageResponse;
}

/** How a page is requested. */
export interface Ask {
	target: PageTarget;
	/** The cursor, number or link that is sent; empty for the first page. */
	cursor: string;
	/** The page may be past the end, because its number is only counted. */
	mayBePastEnd: boolean;
	/** Whether the page begins with the last record of the one before. Otherwise it does only if the list has changed. */
	repeatsLast?: 'always' | 'perhaps';
}

/** A page that was read. */
export interface ReadPage extends Ask, Reading {
	/** Only its records say that it is the next page: the parameter was guessed, and no position has changed. */
	isGuessed?: boolean;
}

/**
 * Requests and reads a page, together with the `coming` ones.
 * @param progress where earlier pages had their records, and how many they were
 */
export function createPageReader(
	list: {
		resource: ResourceName;
		firstQuery: Readonly<Record<string, string>>;
		fetchPage: FetchPage;
		parallel: number;
		overrides?: { recordsPath?: string };
	},
	progress: { readonly path?: readonly string[]; readonly distinct: number },
) {
	const { resource, firstQuery, fetchPage, parallel, overrides } = list;
	const fetchAhead = createPrefetch(fetchPage, parallel);
	const findUnwanted = createNarrowing(firstQuery);
	return async (
		target: PageTarget,
		coming?: readonly PageTarget[],
	): Promise<Result<Reading, ListProblem>> => {
		const response = await fetchAhead(target, coming);
		if (!response.ok) return reject({ ...listMessages.request, failure: response.problem });
		const recordsPath = overrides?.recordsPath;
		const { path: knownPath, distinct } = progress;
		const reading = readPage(response.value, resource, { recordsPath, knownPath, read: distinct });
		if (!reading.ok) return reading;
		const unwanted = findUnwanted(reading.value.records, target);
		return unwanted ? reject(listMessages.unfiltered(unwanted)) : reading;
	};
}

/** @param recordsPath as in 'Records Path'; `knownPath`, `read`: where earlier pages had records, and how many */
export function readPage(
	response: PageResponse,
	resource: ResourceName,
	{
		recordsPath,
		knownPath,
		read = 0,
	}: { recordsPath?: string; knownPath?: readonly string[]; read?: number },
): Result<Reading, ListProblem> {
	const { body } = response;
	const stated = readStatedError(body);
	if (stated) return reject({ ...listMessages.errorAnswer(stated.message), code: stated.code });
	const set = recordsPath?.split('.').filter((part) => part !== '');
	const at = set && recordsAt(body, set);
	if (recordsPath && !at) return reject(listMessages.recordsPath(recordsPath));
	const found = at ? ok(at) : findRecords(body, resource, knownPath);
	if (!found.ok) return reject(listMessages.shape(found.problem.message, found.problem.example));
	const { records, path, absent } = found.value;
	const fields = readFields(response, path);
	const signs = readSigns(fields, response, { length: records.length, read, resource });
	// Accepted, and not done yet; or not all of it.
	const isPending = (response.status ?? 200) !== 200 || signs.unsure !== undefined;
	return ok({
		...found.value,
		absent: records.length === 0 && isPending ? 'all' : absent,
		fields,
		signs,
		response,
	});
}

/**
 * Looks for records that the list was not asked for: by the parameters that narrow it to a project, and, where a link to
 * another page has lost them, by those whose value all records of the first page have.
 */
function createNarrowing(firstQuery: Readonly<Record<string, string>>) {
	let narrowed: ListedBy[] | undefined;
	return (records: readonly JsonObject[], target: PageTarget) => {
		narrowed ??= Object.entries(firstQuery)
			.map(([name, wanted]) => new ListedBy(name, wanted))
			.filter((each) => NARROWING.includes(each.name) || each.isOfAll(records));
		for (const { name, wanted, findOther } of narrowed) {
			if (!NARROWING.includes(name) && !isLost(name, target)) continue;
			const other = findOther(records);
			if (other !== undefined) return { parameter: name, wanted, other };
		}
		return undefined;
	};
}

const isLost = (name: string, target: PageTarget) =>
	'url' in target &&
	![...sentParameters(target).keys()].some((each) => plainName(each) === plainName(name));

/**
 * Up to `max` pages after the next one, if the page reports how many there are, and the targets of two pages in a row differ
 * in one whole number only: page numbers, offsets and numbered links. A page too many costs a request, so the smallest of
 * the reported numbers counts.
 */
export function pagesAhead(
	{ signs: { total, totalPages, largerNumber }, fields, response: { url } }: Reading,
	{ pages, offset, largest }: { pages: number; offset: number; largest: number },
	{ from, to, max }: { from: PageTarget; to: PageTarget; max: number },
): PageTarget[] {
	const step = stepOf(from, to);
	if (!step) return [];
	const { name, value, by } = step;
	const left: number[] = [];
	const count = largerNumber?.counts === 'all' ? largerNumber.value : undefined;
	const records = total?.value ?? count;
	if (totalPages !== undefined) left.push(totalPages - pages);
	if (records !== undefined) left.push(Math.ceil((records - offset) / Math.max(1, largest)));
	const last = fields.find('header.link.last')[0]?.value;
	if (typeof last === 'string' && URL.canParse(last, url)) {
		const rest = stepOf(to, { url: new URL(last, url).href });
		if (rest?.name === name) left.push(1 + Math.floor(rest.by / by));
	}
	const ahead = left.length === 0 ? 0 : Math.max(0, Math.min(max, Math.min(...left) - 1));
	return Array.from({ length: ahead }, (_, at) => withNumber(to, name, value + (at + 1) * by));
}
