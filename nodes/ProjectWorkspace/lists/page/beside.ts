import { ANY_RESOURCE, isOfOthers, nameOfKey, ownId, plainName } from '../../records/fieldNames';
import type { ResourceName } from '../../catalogue';
import {
	isObject,
	isScalar,
	quoted,
	someValue,
	wholeNumber,
	type JsonObject,
} from '../../records/value';
import {
	fieldsThatSay,
	isNamedBy,
	isOffsetParameter,
	readFlag,
	saysByName,
	type Says,
	scalarText,
} from '../../records/responseFields';
import { holderOf, isOnPath, MAX_FIELDS, MAX_KEYS, type PageField } from './fields';
import type { PageResponse } from './target';
import {
	ECHO,
	isHarmless,
	isNotYet,
	isUnfinished,
	largerNumberIn,
	MESSAGE_NAME,
	numberOfPagesIn,
	OTHERS,
	PROCESS,
	readableText,
	saysLeftOut,
	saysThatMoreFollow,
} from './wording';

/** A field next to the list, and what it says: a number, or the beginning of a text. */
export interface Remark {
	name: string;
	value: number | string;
}

const MAX_MESSAGES = 20;
/** `meta.job.status` */
const MAX_LEVELS = 2;

/**
 * What fields, short texts and objects next to a list say about its records, whatever their names.
 * @param at where the page has its records, and how many; `read`: how many records came before
 */
export function readRemarks(
	page: PageResponse,
	at: { path: readonly string[]; length: number; read: number; resource: ResourceName },
) {
	const { length, read, resource } = at;
	const sent = Object.entries(page.query);
	const asked = new Map(sent.map(([name, value]) => [plainName(name), value]));
	const offset = sent.find(([name]) => isOffsetParameter(name))?.[1];
	const before = [read, Number(offset)];
	const said: {
		/** The list is not ready, or records were left out: true of the list, whichever page says so. */
		unsure?: Remark;
		/** More records follow this page. */
		more?: Remark;
		/** A number in a text that is larger than the records so far. */
		counted?: { name: string; value: number };
		/** `Page 1 of 4` */
		pages?: number;
	} = {};
	for (const { path, value, holder } of besides(page, at.path)) {
		const name = nameAt(path);
		// What was sent says nothing.
		if (asked.get(name) === scalarText(value)) continue;
		const where = path.join('.');
		const remark = { name: where, value: typeof value === 'number' ? value : quoted(value) };
		const text = readableText(name, value, path[0] === 'header');
		if (text !== undefined) {
			const isOther = (word: string) => isOfOthers(word, resource);
			const larger = largerNumberIn(text, { records: length, read, isOther });
			if (larger !== undefined) said.counted ??= { name: where, value: larger };
			said.pages ??= numberOfPagesIn(name, text);
			if (saysThatMoreFollow(text)) said.more ??= remark;
			if (isNotYet(text) || saysLeftOut(text)) said.unsure ??= remark;
		}
		if (isLeftOut({ value, holder }, name, before) || isWarning(path, value))
			said.unsure ??= remark;
		if (saysByName('part', name) && readFlag(value, true)) said.more ??= remark;
		if (isPutOff(name, value, length === 0)) said.unsure ??= remark;
	}
	return said;
}

function besides({ headers, body }: PageResponse, recordsPath: readonly string[]): PageField[] {
	const found = Object.entries(headers).map(
		([name, value]): PageField => ({ path: ['header', name], value, holder: 'pages' }),
	);
	const addFrom = (object: JsonObject, above: readonly string[], depth: number) => {
		const isEnvelope = isOnPath(above, recordsPath);
		const holder = isEnvelope ? 'pages' : holderOf(nameAt(above));
		// A project with its tasks in it has a state and a progress of its own.
		const hasState = isEnvelope && ownId(object) !== undefined;
		for (const [key, value] of Object.entries(object).slice(0, MAX_KEYS)) {
			const path = [...above, key];
			const name = nameOfKey(key);
			if (isOnPath(path, recordsPath)) {
				if (isObject(value) && path.length < recordsPath.length) addFrom(value, path, depth);
				continue;
			}
			const isOwn = hasState && (saysByName('state', name) || saysByName('progress', name));
			if (ECHO.test(name) || isOwn || found.length >= MAX_FIELDS) continue;
			found.push({ path, value, holder });
			if (isObject(value) && depth < MAX_LEVELS && mayEnter(name, value))
				addFrom(value, path, depth + 1);
			if (!Array.isArray(value) || !MESSAGE_NAME.test(name)) continue;
			for (const each of value.slice(0, MAX_MESSAGES)) {
				if (isObject(each)) addFrom(each, path, MAX_LEVELS);
				else found.push({ path, value: each, holder });
			}
		}
	};
	if (isObject(body)) addFrom(body, [], 0);
	return found;
}

function mayEnter(name: string, object: JsonObject): boolean {
	if (holderOf(name) === 'pages' || PROCESS.test(name)) return true;
	const hasName = ['name', 'title'].some((key) => Object.hasOwn(object, key));
	return !(hasName || ownId(object) || OTHERS.test(name) || ANY_RESOURCE.includes(name));
}

/** `X-Skipped` is the same as `skipped`. */
const nameAt = (path: readonly string[]): string => {
	const key = path.at(-1) ?? '';
	// `"status": {"code": "pending"}`
	if (path.length > 1 && /^(code|value|name)$/i.test(key)) {
		const above = nameAt(path.slice(0, -1));
		if (saysByName('state', above)) return above;
	}
	return nameOfKey(path[0] === 'header' ? key.replace(/^x-/i, '') : key);
};

/** `skipped: 3`, `unreachable: ["eu"]`; not an offset, `skipped: 20` on the second page. */
function isLeftOut(
	{ value, holder }: Omit<PageField, 'path'>,
	name: string,
	before: readonly number[],
): boolean {
	const says = fieldsThatSay('omitted').filter(({ onlyNear }) => holder === 'pages' || !onlyNear);
	if (!says.some((row) => isNamedBy(row, name))) return false;
	if (typeof value === 'object') return someValue(value, (inner) => isSomething(inner));
	const count = wholeNumber(value);
	return count === undefined ? readFlag(value) === true : count > 0 && !before.includes(count);
}

const isSomething = (value: unknown) =>
	isScalar(value) && !/^(|0|false|no|none|null|ok)$/i.test(String(value).trim());

/** Anything in `warnings`, unless it is only about how the request was written. */
const isWarning = (path: readonly string[], value: unknown): boolean =>
	path[0] !== 'header' && saysByName('warning', nameAt(path)) && isMeant(value);

function isMeant(warning: unknown): boolean {
	if (Array.isArray(warning)) return warning.slice(0, MAX_MESSAGES).some(isMeant);
	const isOfRequest = someValue(warning, (inner) => isHarmless(String(inner)), false);
	return !isOfRequest && someValue(warning, isSomething);
}

/** Whether the list is not ready: by a state or a flag; of an empty list also by when to ask again. */
function isPutOff(name: string, value: unknown, isEmpty: boolean): boolean {
	const says = (what: Says) => saysByName(what, name);
	const text = scalarText(value);
	if (says('busy') && readFlag(value, true)) return true;
	if (says('ready') && name !== 'available' && readFlag(value) === false) return true;
	if ((says('state') || says('busy') || MESSAGE_NAME.test(name)) && isUnfinished(text)) return true;
	// Seconds or a time; 0 is no wait.
	return (
		isEmpty &&
		((says('later') && /[1-9]/.test(text)) ||
			(says('ready') && readFlag(value) === false) ||
			(says('progress') && isUnderway(text)))
	);
}

/** Not all of 1 or of 100 %. */
function isUnderway(text: string): boolean {
	const share = /^(\d{1,3}(?:\.\d{1,9})?) ?%?$/.exec(text.trim())?.[1];
	return share !== undefined && share !== '1' && Number(share) < 100;
}
