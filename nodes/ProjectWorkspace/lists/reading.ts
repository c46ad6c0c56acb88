import { findRecords, type FoundRecords, recordsAt } from './envelope/findRecords';
import { readPaginationFields, type PaginationFields } from './nextPage/paginationFields';
import { readTotals, type Totals } from './nextPage/totals';
import type { ListOverrides, ListRecord, ListRefusal, Page, ResourceName } from './types';

/** One page, understood. */
export interface Reading {
	records: ListRecord[];
	path: string[];
	fields: PaginationFields;
	totals: Totals;
	/** The address that was asked, with its query, and the query alone. */
	url: string;
	query: Record<string, string>;
	page: Page;
	note?: string;
	/** Set where there is no list, and the first page would be read as an empty one. */
	absent?: Extract<FoundRecords, { kind: 'records' }>['absent'];
}

export type ReadPage =
	| { kind: 'reading'; reading: Reading }
	| { kind: 'refused'; refusal: ListRefusal };

/**
 * @param knownPath where an earlier page had its records
 * @param deepScan whether to look for pagination in objects of any name
 */
export function readPage(
	page: Page,
	resource: ResourceName,
	overrides: ListOverrides,
	knownPath?: readonly string[],
	deepScan = false,
): ReadPage {
	const found = findIn(page, resource, overrides, knownPath);
	if (found.kind === 'error') return { kind: 'refused', refusal: errorRefusal(found.error) };
	if (found.kind === 'refused') return { kind: 'refused', refusal: shapeRefusal(found, overrides) };
	const fields = readPaginationFields(page, found.path, deepScan);
	const reading: Reading = {
		records: found.records,
		path: found.path,
		fields,
		totals: readTotals(fields, found.records.length),
		url: askedAddress(page),
		query: page.request.query,
		page,
		note: found.note,
		absent: found.absent,
	};
	return { kind: 'reading', reading };
}

function findIn(
	{ body }: Page,
	resource: ResourceName,
	{ recordsPath }: ListOverrides,
	knownPath?: readonly string[],
): FoundRecords {
	if (recordsPath !== undefined && recordsPath !== '') {
		const path = recordsPath.split('.').filter((part) => part !== '');
		const pinned = recordsAt(body, path);
		if (pinned) return pinned;
		const message = `'Records Path' is "${recordsPath}", but there is no list at this path`;
		return { kind: 'refused', message, candidates: [] };
	}
	return findRecords(body, resource, knownPath);
}

function errorRefusal({ code, words }: { code?: string; words: string }): ListRefusal {
	return {
		reason: 'error-answer',
		message: `The service rejected the request, although it returned a success status: ${words}`,
		description:
			"Nothing was read from this response. Compare what you sent with the service's message.",
		code,
	};
}

function shapeRefusal(
	{ message, candidates }: { message: string; candidates: string[] },
	{ recordsPath }: ListOverrides,
): ListRefusal {
	const example = candidates[0] ?? 'data.items';
	return {
		reason: 'shape',
		message,
		description: recordsPath
			? `Change 'Records Path' under 'Options', e.g. ${example}, or remove it to detect the list automatically.`
			: `Set 'Records Path' under 'Options', e.g. ${example}.`,
	};
}

/** Transports differ in whether the address they report holds the query: both are accepted. */
function askedAddress({ request }: Page): string {
	if (!URL.canParse(request.url)) return request.url;
	const url = new URL(request.url);
	for (const [name, value] of Object.entries(request.query)) {
		if (!url.searchParams.has(name)) url.searchParams.set(name, value);
	}
	return url.href;
}

/** A success status without a list, where earlier pages had one: no body, `{}`, 204, or null where the records were. */
export const hasNoList = ({ absent, page }: Reading): boolean =>
	absent === 'body' || absent === 'null' || page.status === 204;
