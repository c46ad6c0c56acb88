import { nameOfKey, ownId, plainName, says } from '../../records/fieldNames';
import { parseJson } from '../../records/json';
import { isObject, type JsonObject } from '../../records/value';
import { saysByName } from '../../records/responseFields';
import { type PageResponse, readLinkHeader } from './target';

/** A header, or a value next to the records, that may be about pages. */
export interface PageField {
	/** As the service spelled it: `['meta', 'next_cursor']`. */
	path: string[];
	value: unknown;
	/**
	 * What it is in. `pages`: a header, the envelope, or an object that can only be about pages; `links`: an object of links,
	 * or `info`, in which a null ends the list; `thing`: an object that may be something else, which may lead on, and ends
	 * nothing; `elsewhere`: an object of any other name.
	 */
	holder?: 'pages' | 'links' | 'thing' | 'elsewhere';
}

export interface PageFields {
	/** Those in headers, next to the list, and in objects that contain pagination by their name. The nearest come first. */
	all: readonly PageField[];
	/** Those in objects with any other name. */
	elsewhere: readonly PageField[];
	/** The last names of all paths, also of those in objects with any other name. */
	names: ReadonlySet<string>;
	/** All whose path ends like this (lower case, without separators): `pageinfo.endcursor`. */
	find: (at: string) => PageField[];
	/** The same, then those in objects with any other name: they may lead to the next page, but count for nothing else. */
	findAnywhere: (at: string) => PageField[];
}

/** `data.viewer.users.pageInfo.endCursor`. Few objects are entered, so depth costs little. */
const MAX_DEPTH = 6;
/** Of one object, and of all: more than a page has next to its list. */
export const MAX_KEYS = 200;
export const MAX_FIELDS = 1_000;

export function readFields(response: PageResponse, recordsPath: readonly string[]): PageFields {
	const { headers } = response;
	const body = isObject(response.body) ? response.body : {};
	const all = [
		...Object.entries(headers).flatMap(([name, value]) => headerFields(name, value)),
		...fieldsInside(body, [], recordsPath),
	].sort((a, b) => a.path.length - b.path.length);
	const elsewhere = all
		.flatMap(({ path, value }) =>
			isObject(value) && isPlain(value) && isWrapper(path, value, recordsPath) === undefined
				? fieldsInside(value, path, recordsPath)
				: [],
		)
		.slice(0, MAX_FIELDS);
	const withNames = (field: PageField) => ({ field, names: field.path.map(nameOfKey) });
	// `X-Next-Cursor` is the same as `next_cursor`. The body comes first.
	const plainHeaders = all.flatMap((field) => {
		const plain = field.path[0] === 'header' && /^x-(.+)/i.exec(field.path[1] ?? '')?.[1];
		return plain ? [{ field, names: [plainName(plain)] }] : [];
	});
	const named = [...all.map(withNames), ...plainHeaders];
	const findIn = (fields: typeof named) => (at: string) => {
		const wanted = at.split('.');
		// A header only matches a name that starts with `header.`.
		const isAt = (names: readonly string[]) =>
			(names[0] !== 'header' || wanted[0] === 'header') &&
			wanted.every((name, i) => name === names[names.length - wanted.length + i]);
		return fields.filter(({ names }) => isAt(names)).map(({ field }) => field);
	};
	const anywhere = [...named, ...elsewhere.map(withNames)];
	const lastNames = anywhere.map(({ names }) => names.at(-1) ?? '');
	return {
		...{ all, elsewhere, names: new Set(lastNames) },
		...{ find: findIn(named), findAnywhere: findIn(anywhere) },
	};
}

function headerFields(name: string, value: string): PageField[] {
	const links = name.toLowerCase() === 'link' ? [...readLinkHeader(value)] : [];
	return [
		{ path: ['header', name], value, holder: 'pages' },
		...links.map(([rel, url]) => ({ path: ['header', 'link', rel], value: url })),
		...fieldsInside(objectIn(name, value), [name], []),
	];
}

/** The fields of an object, and of the objects in it that contain pagination or lead to the records, the nearest first. */
function fieldsInside(
	outermost: JsonObject,
	at: readonly string[],
	recordsPath: readonly string[],
): PageField[] {
	const found: PageField[] = [];
	const objects = [{ object: outermost, above: at }];
	for (const { object, above } of objects) {
		if (found.length >= MAX_FIELDS) break;
		const holder = isOnPath(above, recordsPath) ? 'pages' : holderOf(nameOfKey(above.at(-1) ?? ''));
		for (const [key, value] of Object.entries(object).slice(0, MAX_KEYS)) {
			const path = [...above, key];
			if (Array.isArray(value)) {
				if (/links?$/.test(nameOfKey(key))) found.push(...relationsIn(value, path));
				continue;
			}
			found.push({ path, value, holder });
			if (isObject(value) && path.length < MAX_DEPTH && isWrapper(path, value, recordsPath))
				objects.push({ object: value, above: path });
		}
	}
	return found;
}

/**
 * Whether an object contains pagination, such as `meta` or `page_info`, and not about the previous page, such as
 * Intercom's `pages.prev.starting_after`; undefined if its name does not tell.
 */
function isWrapper(
	path: readonly string[],
	value: JsonObject,
	recordsPath: readonly string[],
): boolean | undefined {
	const name = nameOfKey(path.at(-1) ?? '');
	if (saysByName('back', name)) return false;
	if (isOnPath(path, recordsPath)) return path.length < recordsPath.length;
	return (saysByName('object', name) && (IS_NO_THING.test(name) || !isThing(value))) || undefined;
}

/** The names of objects that are about pages, unless they are things. */
const ABOUT_PAGES = /pag|meta|cursor/;

const LINKS = /links?$|urls|^next|data$|^info$/;

export function holderOf(name: string): PageField['holder'] {
	if (ABOUT_PAGES.test(name)) return 'pages';
	if (LINKS.test(name)) return 'links';
	return saysByName('object', name) ? 'thing' : 'elsewhere';
}

/** A wiki has a `page`, and a project a `list`, but no thing is called so. */
const IS_NO_THING = /pag(ina|ing|er|eable)|pages?info|meta|^links?$|urls/;

export const isOnPath = (path: readonly string[], recordsPath: readonly string[]) =>
	path.every((part, at) => part === recordsPath[at]);

/** It has an ID, a name or an owner of its own. */
const isThing = (value: JsonObject) =>
	ownId(value) !== undefined ||
	Object.keys(value).some((key) => says(key, 'label') || plainName(key) === 'owner');

/** Plain values only, no record. */
const isPlain = (value: JsonObject) =>
	!isThing(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);

/** `X-Pagination: {"TotalCount": 250, "HasNext": true}` (ASP.NET) */
function objectIn(name: string, text: string): JsonObject {
	if (!/pag/i.test(name) || !text.startsWith('{')) return {};
	try {
		const value = parseJson(text);
		return isObject(value) ? value : {};
	} catch {
		return {};
	}
}

/** `links: [{"rel": "next", "href": "…"}]` (PayPal, NetSuite) and FHIR's `relation` and `url`. */
const relationsIn = (array: readonly unknown[], path: readonly string[]): PageField[] =>
	array
		.slice(0, MAX_KEYS)
		.filter(isObject)
		.flatMap((link) => {
			const { rel = link.relation, href = link.url } = link;
			return typeof rel === 'string' ? [{ path: [...path, rel], value: href }] : [];
		});
