import { ownId, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject, parseJson } from '../../records/json';
import { readLinkHeader } from './links';
import type { Page } from '../types';

/** One value that may say something about pages: a header, or a value next to the records. */
export interface PaginationField {
	/** As the service spelled it: `['meta', 'next_cursor']`. */
	path: string[];
	value: unknown;
	/** A value next to it: Confluence's `_links.base`. */
	sibling: (key: string) => unknown;
}

export interface PaginationFields {
	/** All fields whose path ends like this (in plain letters, dotted): `pageinfo.endcursor`. */
	find: (at: string) => PaginationField[];
	/** All fields whose plain name fits. */
	named: (pattern: RegExp) => PaginationField[];
}

/** Objects that contain pagination: `meta`, `pagination`, `page_info`, `_links`, `response_metadata` … */
const WRAPPER =
	/pag|meta|cursor|link|next|info|^urls?$|^total$|^hits$|additional|extra|summary|context|^continue$|^position$|^list/;
/** The way back would be taken for the way on: Intercom's `pages.prev.starting_after`. */
const WAY_BACK = /^(prev|previous|first|self|before)/;
/** `data.viewer.users.pageInfo.endCursor`. Only wrappers are entered, so depth costs little. */
const DEEPEST = 6;
const MOST_KEYS = 200;

/**
 * @param deepScan also look into objects of any name that contain plain values only and are no record. For pages that
 * show nothing otherwise: such objects may count something else (`_shards.total`).
 */
export function readPaginationFields(
	{ body, headers }: Page,
	recordsPath: readonly string[],
	deepScan: boolean,
): PaginationFields {
	const byName = new Map<string, Array<PaginationField & { names: string[] }>>();
	const add = (
		path: string[],
		value: unknown,
		holder: JsonObject = {},
		names = path.map(plainName),
	) => {
		const name = names.at(-1) ?? '';
		const field = { path, names, value, sibling: (key: string) => holder[key] };
		byName.set(name, [...(byName.get(name) ?? []), field]);
	};
	for (const [name, value] of Object.entries(headers)) {
		add(['header', name], value);
		if (name.toLowerCase() !== 'link') continue;
		for (const [rel, url] of readLinkHeader(String(value))) add(['header', 'link', rel], url);
	}
	// Breadth first: the shallowest field is the one that speaks for the list.
	let level: Array<{ path: string[]; value: JsonObject }> = [
		...(isObject(body) ? [{ path: [], value: body }] : []),
		...Object.entries(headers).flatMap(([name, value]) => objectIn(name, value)),
	];
	for (let depth = 0; depth < DEEPEST; depth++) {
		const deeper: typeof level = [];
		for (const { path, value } of level) {
			for (const [key, inner] of Object.entries(value).slice(0, MOST_KEYS)) {
				const here = [...path, key];
				const name = plainName(key);
				if (Array.isArray(inner)) {
					for (const { rel, link } of /links?$/.test(name) ? relationsIn(inner) : []) {
						add([...here, rel], link.href ?? link.url, link);
					}
					continue;
				}
				add(here, inner, value);
				const leadsToRecords = here.every((part, i) => part === recordsPath[i]);
				const isRecords = leadsToRecords && here.length === recordsPath.length;
				if (!isObject(inner) || isRecords || WAY_BACK.test(name)) continue;
				if (leadsToRecords || WRAPPER.test(name) || (deepScan && isPlain(inner)))
					deeper.push({ path: here, value: inner });
			}
		}
		level = deeper;
	}
	// Last, so that the body goes first: `X-Next-Cursor` says what `next_cursor` says.
	for (const [name, value] of Object.entries(headers)) {
		const plain = /^x-(.+)/i.exec(name)?.[1];
		if (plain !== undefined) add(['header', name], value, {}, [plainName(plain)]);
	}
	return {
		named: (pattern) => [...byName].flatMap(([name, fields]) => (pattern.test(name) ? fields : [])),
		find: (at) => {
			const called = byName.get(at.slice(at.lastIndexOf('.') + 1)) ?? [];
			if (called.length === 0) return called;
			const wanted = at.split('.');
			return called.filter(
				({ names }) =>
					// A header is meant only where it is named as one.
					(names[0] !== 'header' || wanted[0] === 'header') &&
					wanted.every((name, i) => name === names[names.length - wanted.length + i]),
			);
		},
	};
}

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
function objectIn(name: string, text: string) {
	if (!/pag/i.test(name) || !text.startsWith('{')) return [];
	try {
		const value = parseJson(text);
		return isObject(value) ? [{ path: [name], value }] : [];
	} catch {
		return [];
	}
}

/** `links: [{"rel": "next", "href": "…"}]` (PayPal, NetSuite) and FHIR's `relation` and `url`. */
const relationsIn = (array: readonly unknown[]) =>
	array.slice(0, MOST_KEYS).flatMap((link) => {
		const rel = isObject(link) ? (link.rel ?? link.relation) : undefined;
		return isObject(link) && typeof rel === 'string' ? [{ rel, link }] : [];
	});

const isPlain = (value: JsonObject) =>
	ownId(value) === undefined &&
	!('name' in value) &&
	Object.values(value).every((one) => typeof one !== 'object' || one === null);
