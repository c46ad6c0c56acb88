import { ok, reject, type Result } from '../result';
import { findRecords, type FoundRecords, recordsAt } from './envelope/findRecords';
import { refuse } from './messages';
import { readPaginationFields, type PaginationFields } from './nextPage/paginationFields';
import { readTotals, type Totals } from './nextPage/totals';
import type { ListRefusal, Page } from './types';

/** One page, understood. */
export interface Reading extends Omit<Extract<FoundRecords, { kind: 'records' }>, 'kind'> {
	fields: PaginationFields;
	totals: Totals;
	/** The address that was asked, with its query, and the query alone. */
	url: string;
	query: Page['request']['query'];
	page: Page;
}

interface ReadingOptions {
	resource: Parameters<typeof findRecords>[1];
	/** As in 'Records Path'. */
	recordsPath?: string;
	/** Where an earlier page had its records. */
	knownPath?: readonly string[];
	/** Whether to look for pagination in objects of any name. */
	deepScan: boolean;
}

export function readPage(page: Page, options: ReadingOptions): Result<Reading, ListRefusal> {
	const { resource, recordsPath, knownPath, deepScan } = options;
	const found = recordsPath
		? recordsAt(
				page.body,
				recordsPath.split('.').filter((part) => part !== ''),
			)
		: findRecords(page.body, resource, knownPath);
	if (!found) return reject(refuse.recordsPath(recordsPath ?? ''));
	if (found.kind === 'error') {
		return reject({ ...refuse.errorAnswer(found.message), code: found.code });
	}
	if (found.kind === 'refused') return reject(refuse.shape(found.message, found.candidates));
	const fields = readPaginationFields(page, found.path, deepScan);
	const totals = readTotals(fields, found.records.length);
	return ok({ ...found, fields, totals, url: askedAddress(page), query: page.request.query, page });
}

/** Clients differ in whether the address they report contains the query: both are accepted. */
function askedAddress({ request }: Page): string {
	if (!URL.canParse(request.url)) return request.url;
	const url = new URL(request.url);
	for (const [name, value] of Object.entries(request.query)) {
		if (!url.searchParams.has(name)) url.searchParams.set(name, value);
	}
	return url.href;
}

/** A success status without a list, where earlier pages had one: no body (as of 204), `{}`, or null where the records were. */
export const hasNoList = ({ absent }: Reading): boolean => absent === 'body' || absent === 'null';
