import { ownId, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject, parseJson } from '../../records/json';
import { readLinkHeader } from './links';
import type { Page } from '../types';

/** A header, or a value next to the records, that may be about pages. */
export interface PageField {
	/** As the service spelled it: `['meta', 'next_cursor']`. */
	path: string[];
	value: unknown;
	/** A value next to it: Confluence's `_links.base`. */
	sibling: (key: string) => unknown;
	/** In an object with another name than those for pagination: it may lead to the next page, but counts for nothing else. */
	isElsewhere: boolean;
}

export interface PageFields {
	/** All of them, the nearest first. */
	all: readonly PageField[];
	/** All fields whose path ends like this (lower case, without separators): `pageinfo.endcursor`. */
	find: (at: string) => PageField[];
}

/** Objects that contain pagination: `meta`, `pagination`, `page_info`, `_links`, `hydra:view`, `response_metadata` … */
const WRAPPER =
	/pag|meta|cursor|link|next|info|^urls?$|^total$|^hits$|^view$|additional|extra|summary|context|^continue$|^position$|^list/;
/** Objects about the previous page: Intercom's `pages.prev.starting_after`. */
const BACKWARD = /^(prev|previous|first|self|before)/;
/** `data.viewer.users.pageInfo.endCursor`. Few objects are entered, so depth costs little. */
const MAX_DEPTH = 6;
const MAX_KEYS = 200;

interface Container {
	path: string[];
	value: JsonObject;
	isElsewhere: boolean;
}

export function readFields({ body, headers }: Page, recordsPath: readonly string[]): PageFields {
	const all: PageField[] = [];
	const byName = new Map<string, Array<PageField & { names: string[] }>>();
	const add = (
		path: string[],
		value: unknown,
		{ value: holder, isElsewhere }: Omit<Container, 'path'> = { value: {}, isElsewhere: false },
		names = path.map(nameOfKey),
	) => {
		const name = names.at(-1) ?? '';
		const field = { path, names, value, isElsewhere, sibling: (key: string) => holder[key] };
		all.push(field);
		byName.set(name, [...(byName.get(name) ?? []), field]);
	};
	for (const [name, value] of Object.entries(headers)) {
		add(['header', name], value);
		if (name.toLowerCase() !== 'link') continue;
		for (const [rel, url] of readLinkHeader(String(value))) add(['header', 'link', rel], url);
	}
	// Breadth first, so that the field nearest to the list comes first.
	let level: Container[] = [
		...(isObject(body) ? [{ path: [], value: body, isElsewhere: false }] : []),
		...Object.entries(headers).flatMap(([name, value]) => objectIn(name, value)),
	];
	const elsewhere: Container[] = [];
	for (let depth = 0; depth < MAX_DEPTH; depth++) {
		const deeper: Container[] = [];
		for (const container of level) {
			for (const [key, inner] of Object.entries(container.value).slice(0, MAX_KEYS)) {
				const path = [...container.path, key];
				const name = nameOfKey(key);
				if (Array.isArray(inner)) {
					for (const { rel, link } of /links?$/.test(name) ? relationsIn(inner) : []) {
						add([...path, rel], link.href ?? link.url, { value: link, isElsewhere: false });
					}
					continue;
				}
				add(path, inner, container);
				const leadsToRecords = path.every((part, i) => part === recordsPath[i]);
				const isRecords = leadsToRecords && path.length === recordsPath.length;
				if (!isObject(inner) || isRecords || BACKWARD.test(name)) continue;
				const found = { path, value: inner, isElsewhere: container.isElsewhere };
				if (leadsToRecords || WRAPPER.test(name)) deeper.push(found);
				else if (isPlain(inner)) elsewhere.push({ ...found, isElsewhere: true });
			}
		}
		level = deeper;
	}
	for (const container of elsewhere) {
		for (const [key, value] of Object.entries(container.value).slice(0, MAX_KEYS)) {
			add([...container.path, key], value, container);
		}
	}
	// Last, so that the body comes first: `X-Next-Cursor` is the same as `next_cursor`.
	for (const [name, value] of Object.entries(headers)) {
		const plain = /^x-(.+)/i.exec(name)?.[1];
		if (plain !== undefined) add(['header', name], value, undefined, [plainName(plain)]);
	}
	return {
		all,
		find: (at) => {
			const called = byName.get(at.slice(at.lastIndexOf('.') + 1)) ?? [];
			if (called.length === 0) return called;
			const wanted = at.split('.');
			return called.filter(
				({ names }) =>
					// A header only matches a name that starts with `header.`.
					(names[0] !== 'header' || wanted[0] === 'header') &&
					wanted.every((name, i) => name === names[names.length - wanted.length + i]),
			);
		},
	};
}

/** `hydra:next` and `api:next` are `next`. */
export const nameOfKey = (key: string) => plainName(key.split(':').at(-1) ?? key);

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
function objectIn(name: string, text: string): Container[] {
	if (!/pag/i.test(name) || !text.startsWith('{')) return [];
	try {
		const value = parseJson(text);
		return isObject(value) ? [{ path: [name], value, isElsewhere: false }] : [];
	} catch {
		return [];
	}
}

/** `links: [{"rel": "next", "href": "…"}]` (PayPal, NetSuite) and FHIR's `relation` and `url`. */
const relationsIn = (array: readonly unknown[]) =>
	array.slice(0, MAX_KEYS).flatMap((link) => {
		const rel = isObject(link) ? (link.rel ?? link.relation) : undefined;
		return isObject(link) && typeof rel === 'string' ? [{ rel, link }] : [];
	});

/** Plain values only, no records. */
const isPlain = (value: JsonObject) =>
	ownId(value) === undefined &&
	!('name' in value) &&
	Object.values(value).every((one) => typeof one !== 'object' || one === null);
