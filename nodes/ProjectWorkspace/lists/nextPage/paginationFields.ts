import { idOf } from '../envelope/identity';
import { isObject, type JsonObject } from '../../records/json';
import { readLinkHeader } from './links';
import { normalise } from './spelling';
import type { Page } from '../types';

/** One value that may say something about pages: a header, or a value beside the records. */
export interface PaginationField {
	/** As the service spelled it: `['meta', 'next_cursor']`. */
	path: string[];
	value: unknown;
	/** A value next to it: Confluence's `_links.base`. */
	sibling: (key: string) => unknown;
}

export interface PaginationFields {
	/** All fields whose path ends like this (normalised, dotted): `pageinfo.endcursor`. */
	find: (at: string) => PaginationField[];
	/** All fields whose normalised name fits. */
	named: (pattern: RegExp) => PaginationField[];
}

/** Objects that hold pagination: `meta`, `pagination`, `page_info`, `_links`, `response_metadata` … */
const WRAPPER =
	/pag|meta|cursor|link|next|info|^urls?$|^total$|^hits$|additional|extra|summary|context|^continue$|^position$|^list/;
/** The way back would be taken for the way on: Intercom's `pages.prev.starting_after`. */
const WAY_BACK = /^(prev|previous|first|self|before)/;
/** `data.viewer.users.pageInfo.endCursor`. Only wrappers are entered, so depth costs little. */
const DEEPEST = 6;
const MOST_KEYS = 200;

/**
 * @param deepScan also look into objects of any name that hold plain values only and are no record. For
 * answers that show nothing otherwise: such objects may count something else (`_shards.total`).
 */
export function readPaginationFields(
	page: Page,
	recordsPath: readonly string[],
	deepScan: boolean,
): PaginationFields {
	const byLastName = new Map<string, Array<PaginationField & { names: string[] }>>();
	const add = (path: string[], value: unknown, holder: JsonObject) => {
		const names = path.map(normalise);
		const last = names.at(-1) ?? '';
		const field = { path, names, value, sibling: (key: string) => holder[key] };
		byLastName.set(last, [...(byLastName.get(last) ?? []), field]);
	};
	for (const [name, value] of Object.entries(page.headers)) {
		if (name.toLowerCase() !== 'link') add(['header', name], value, {});
		else
			for (const [rel, url] of readLinkHeader(String(value))) add(['header', 'link', rel], url, {});
	}
	// Breadth first: the shallowest sign is the one that speaks for the list.
	let level: Array<{ path: string[]; value: JsonObject }> = [];
	if (isObject(page.body)) level.push({ path: [], value: page.body });
	for (let depth = 0; depth < DEEPEST; depth++) {
		const deeper: typeof level = [];
		for (const { path, value } of level) {
			for (const [key, inner] of Object.entries(value).slice(0, MOST_KEYS)) {
				const here = [...path, key];
				const name = normalise(key);
				const aboveRecords =
					here.length < recordsPath.length && here.every((part, i) => part === recordsPath[i]);
				if (Array.isArray(inner)) addLinks(inner, here, add);
				else add(here, inner, value);
				if (!isObject(inner) || isRecords(here, recordsPath) || WAY_BACK.test(name)) continue;
				if (aboveRecords || WRAPPER.test(name) || (deepScan && isPlain(inner)))
					deeper.push({ path: here, value: inner });
			}
		}
		level = deeper;
	}
	// Last, so that the body goes first: `X-Next-Cursor` says what `next_cursor` says.
	for (const [name, value] of Object.entries(page.headers)) {
		const plain = /^x-(.+)/i.exec(name)?.[1];
		if (plain === undefined) continue;
		const key = normalise(plain);
		const field = { path: ['header', name], names: [key], value, sibling: () => undefined };
		byLastName.set(key, [...(byLastName.get(key) ?? []), field]);
	}
	return {
		named: (pattern) =>
			[...byLastName].flatMap(([name, fields]) => (pattern.test(name) ? fields : [])),
		find: (at) => {
			const wanted = at.split('.');
			const found = byLastName.get(wanted.at(-1) ?? '') ?? [];
			return found.filter(({ names }) => {
				// A header is meant only where it is named as one.
				if (names[0] === 'header' && wanted[0] !== 'header') return false;
				const tail = names.slice(-wanted.length);
				return tail.length === wanted.length && tail.every((name, i) => name === wanted[i]);
			});
		},
	};
}

/** `links: [{"rel": "next", "href": "…"}]` (PayPal, NetSuite) and FHIR's `relation` and `url`. */
function addLinks(
	array: readonly unknown[],
	path: string[],
	add: (path: string[], value: unknown, holder: JsonObject) => void,
): void {
	if (!/links?$/.test(normalise(path.at(-1) ?? ''))) return;
	for (const link of array.slice(0, MOST_KEYS)) {
		if (!isObject(link)) continue;
		const relation = link.rel ?? link.relation;
		if (typeof relation === 'string') add([...path, relation], link.href ?? link.url, link);
	}
}

function isRecords(path: string[], recordsPath: readonly string[]): boolean {
	return path.length === recordsPath.length && path.every((part, i) => part === recordsPath[i]);
}

function isPlain(value: JsonObject): boolean {
	const values = Object.values(value).slice(0, MOST_KEYS);
	const isRecord = idOf(value) !== undefined || 'name' in value;
	return !isRecord && values.every((one) => typeof one !== 'object' || one === null);
}
