import { ANY_RESOURCE, nameOfKey, ownId, plainName, says } from '../../records/fieldNames';
import { saysByName } from '../../records/responseFields';
import { isObject, type JsonObject } from '../../records/value';
import { type PageResponse, readLinkHeader, readObjectHeader } from './target';

/** A header, or a value next to the records. */
export interface PageField {
	/** As the service spelled it: `['meta', 'next_cursor']`. */
	path: readonly string[];
	/** The same by `nameOfKey`: `.meta.nextcursor`, and its last name. */
	at: string;
	name: string;
	value: unknown;
	/**
	 * What it is in, by its name. `pages`: a header, the envelope, or an object about pages; `links`: an object of links, or
	 * `info`, in which a null ends the list; `thing`: an object that may be something else, which may lead on, and ends
	 * nothing; `elsewhere`: an object of any other name.
	 */
	holder: 'pages' | 'links' | 'thing' | 'elsewhere';
	/**
	 * `near`: in a header, next to the list, or in objects that contain pagination by their name; `far`: in another object of
	 * plain values, where it may lead to the next page, but counts for little else; `remark`: only its words count.
	 */
	reach: 'near' | 'far' | 'remark';
	/** It may be a remark about the list, and is not about what was asked for, or about something else. */
	isRemark: boolean;
}

export interface PageFields {
	/** The nearest come first. */
	near: readonly PageField[];
	/** The same, then the far ones. */
	anywhere: readonly PageField[];
	/** The same, then those that may only be a remark. */
	all: readonly PageField[];
	/** The near ones that are not lists and whose path ends like this: `pageinfo.endcursor`. */
	find: (end: string) => PageField[];
	/** The same, anywhere. */
	findAnywhere: (end: string) => PageField[];
}

/** `data.viewer.users.pageInfo.endCursor`. Few objects are entered, so depth costs little. */
const DEEPEST = 6;
/** For remarks, below the envelope: `meta.job.status`. */
const MAX_LEVELS = 2;
/** Of one object or list, and of all: more than a page has next to its list. */
const MAX_EACH = 200;
const MAX_ALL = 1_000;
export const MAX_MESSAGES = 20;

/** An object whose fields are read, and how they are meant. */
interface Inside {
	object: JsonObject;
	path: readonly string[];
	meant: Pick<PageField, 'holder' | 'reach' | 'isRemark'>;
	/** Below the envelope. */
	level: number;
}

const PAGES = { holder: 'pages', reach: 'near', isRemark: true } as const;
const LINKS = { holder: 'links', reach: 'near', isRemark: false } as const;

export function readFields(
	{ headers, body }: PageResponse,
	recordsPath: readonly string[],
): PageFields {
	const objects = Object.entries(headers).map(([name, text]): Inside => {
		const object = readObjectHeader(name, text);
		return { object, path: [name], meant: { ...PAGES, isRemark: false }, level: 0 };
	});
	if (isObject(body)) objects.unshift({ object: body, path: [], meant: PAGES, level: 0 });
	const others: Inside[] = [];
	const all = [
		...fieldsInside(objects, others, recordsPath),
		...Object.entries(headers).flatMap(headerFields),
		...fieldsInside(others, others, recordsPath),
	];
	const findIn = (fields: readonly PageField[]) => (end: string) => {
		// A header without `X-` only matches a name that starts with `header.`.
		const isAt = ({ at, path: [first, key = ''] }: PageField) =>
			first === 'header' && !end.startsWith('header.')
				? at === `.header.x${end}` && /^x-/i.test(key)
				: at.endsWith(`.${end}`);
		return fields.filter((field) => isAt(field) && !Array.isArray(field.value));
	};
	const near = all.filter(({ reach }) => reach === 'near');
	const anywhere = all.filter(({ reach }) => reach !== 'remark');
	return { near, anywhere, all, find: findIn(near), findAnywhere: findIn(anywhere) };
}

function fieldOf(path: readonly string[], value: unknown, meant: Inside['meant']): PageField {
	const { holder, reach, isRemark } = meant;
	const names = path.map(nameOfKey);
	const at = ['', ...names].join('.');
	return { path, at, name: names.at(-1) ?? '', value, holder, reach, isRemark };
}

function headerFields([name, value]: [string, string]): PageField[] {
	const links = name.toLowerCase() === 'link' ? [...readLinkHeader(value)] : [];
	return [
		fieldOf(['header', name], value, PAGES),
		...links.map(([rel, url]) => fieldOf(['header', 'link', rel], url, LINKS)),
	];
}

/** The fields of objects, and of the near ones in them, the nearest first. @param others gets the other objects in them */
function fieldsInside(
	objects: Inside[],
	others: Inside[],
	recordsPath: readonly string[],
): PageField[] {
	const found: PageField[] = [];
	for (const { object, path: above, meant, level } of objects) {
		if (found.length >= MAX_ALL) break;
		// A project with its tasks in it has a state and a progress of its own.
		const isOwner = isOnPath(above, recordsPath) && ownId(object) !== undefined;
		for (const [key, value] of Object.entries(object).slice(0, MAX_EACH)) {
			const path = [...above, key];
			const name = nameOfKey(key);
			if (isOnPath(path, recordsPath)) {
				if (isObject(value) && path.length < recordsPath.length)
					objects.push({ object: value, path, meant, level });
				continue;
			}
			const isOwn = isOwner && saysByName(['state', 'progress'], name);
			const isRemark = meant.isRemark && !isOwn && !saysByName('asked', name);
			found.push(fieldOf(path, value, { ...meant, isRemark }));
			if (isObject(value)) {
				const mayRemark = isRemark && level < MAX_LEVELS && isRemarkable(name, value);
				const isNear = meant.reach === 'near' && path.length < DEEPEST;
				const reach = isNear ? reachOf(name, value) : 'remark';
				const inner = { holder: holderOf(name), reach, isRemark: mayRemark };
				const kept = reach === 'near' ? objects : reach === 'far' || mayRemark ? others : [];
				kept.push({ object: value, path, meant: inner, level: level + 1 });
			}
			if (!Array.isArray(value)) continue;
			if (meant.reach === 'near' && /links?$/.test(name)) found.push(...relationsIn(value, path));
			if (!isRemark || !saysByName('notice', name)) continue;
			const message = { ...meant, reach: 'remark' } as const;
			for (const each of value.slice(0, MAX_MESSAGES)) {
				if (isObject(each)) others.push({ object: each, path, meant: message, level: MAX_LEVELS });
				else found.push(fieldOf(path, each, message));
			}
		}
	}
	return found;
}

const isOnPath = (path: readonly string[], recordsPath: readonly string[]) =>
	path.every((part, at) => part === recordsPath[at]);

/** The names of objects that are about pages, unless they are things. */
const ABOUT_PAGES = /pag|meta|cursor/;
const OF_LINKS = /links?$|urls|^next|data$|^info$/;
/** A wiki has a `page`, and a project a `list`, but no thing is called so. */
const IS_NO_THING = /pag(ina|ing|er|eable)|pages?info|meta|^links?$|urls/;

function holderOf(name: string): PageField['holder'] {
	if (ABOUT_PAGES.test(name)) return 'pages';
	if (OF_LINKS.test(name)) return 'links';
	return saysByName('object', name) ? 'thing' : 'elsewhere';
}

function reachOf(name: string, object: JsonObject): PageField['reach'] {
	// About the previous page: Intercom's `pages.prev.starting_after`.
	if (saysByName('back', name)) return 'remark';
	if (saysByName('object', name) && (IS_NO_THING.test(name) || !isThing(object))) return 'near';
	const isPlain = Object.values(object).every((one) => typeof one !== 'object' || one === null);
	return isPlain && !isThing(object) ? 'far' : 'remark';
}

/** It has an ID, a name or an owner of its own. */
const isThing = (object: JsonObject) =>
	ownId(object) !== undefined ||
	Object.keys(object).some((key) => says(key, 'label') || plainName(key) === 'owner');

function isRemarkable(name: string, object: JsonObject): boolean {
	if (ABOUT_PAGES.test(name) || saysByName('process', name)) return true;
	const hasName = ['name', 'title'].some((key) => Object.hasOwn(object, key));
	return !(hasName || ownId(object) || saysByName('others', name) || ANY_RESOURCE.includes(name));
}

/** `links: [{"rel": "next", "href": "…"}]` (PayPal, NetSuite) and FHIR's `relation` and `url`. */
const relationsIn = (list: readonly unknown[], path: readonly string[]): PageField[] =>
	list
		.slice(0, MAX_EACH)
		.filter(isObject)
		.flatMap(({ relation: named, rel = named, url, href = url }) =>
			typeof rel === 'string' ? [fieldOf([...path, rel], href, LINKS)] : [],
		);
