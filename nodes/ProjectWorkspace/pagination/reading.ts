import { findRecords, type FoundRecords, recordsAt } from './findRecords';
import { readSigns, type Signs } from './signs';
import { readStated, type Stated } from './stated';
import type { ListOverrides, ListRecord, ListRefusal, Page, ResourceName } from './types';

/** One page, understood. */
export interface Reading {
	records: ListRecord[];
	path: string[];
	signs: Signs;
	stated: Stated;
	/** The address that was asked, with its query, and the query alone. */
	url: string;
	query: Record<string, string>;
	page: Page;
	note?: string;
}

export type ReadPage =
	| { kind: 'reading'; reading: Reading }
	| { kind: 'refused'; refusal: ListRefusal };

/**
 * @param knownPath where an earlier page had its records
 * @param wide whether to look for signs of pages in objects of any name
 */
export function readPage(
	page: Page,
	resource: ResourceName,
	overrides: ListOverrides,
	knownPath?: readonly string[],
	wide = false,
): ReadPage {
	const found = findIn(page, resource, overrides, knownPath);
	if (found.kind === 'error') return { kind: 'refused', refusal: errorRefusal(found.error) };
	if (found.kind === 'refused') return { kind: 'refused', refusal: shapeRefusal(found) };
	const signs = readSigns(page, found.path, wide);
	const reading: Reading = {
		records: found.records,
		path: found.path,
		signs,
		stated: readStated(signs, found.records.length),
		url: askedAddress(page),
		query: page.request.query,
		page,
		note: found.note,
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
		const message = `There is no list at "${recordsPath}", the path set by hand.`;
		return { kind: 'refused', message, candidates: [] };
	}
	return (knownPath && recordsAt(body, knownPath)) ?? findRecords(body, resource);
}

function errorRefusal({ code, words }: { code?: string; words: string }): ListRefusal {
	return {
		reason: 'error-answer',
		message: `The service answered with an error although the status said success: ${words}`,
		description:
			'Nothing was read from this answer. See the error code and message of the service.',
		code,
	};
}

function shapeRefusal({
	message,
	candidates,
}: {
	message: string;
	candidates: string[];
}): ListRefusal {
	const example = candidates[0] ?? 'data.items';
	return {
		reason: 'shape',
		message,
		description: `Set the path of the records in the node's options, for example "${example}".`,
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
