import type { ResourceName } from '../../catalogue';
import { isOfOthers, nameOfKey } from '../../records/fieldNames';
import {
	fieldsThatSay,
	isNamedBy,
	isOffsetParameter,
	readFlag,
	saysByName,
	type Says,
	scalarText,
} from '../../records/responseFields';
import { isScalar, quoted, someValue, wholeNumber } from '../../records/value';
import { MAX_MESSAGES, type PageField } from './fields';
import type { PageResponse } from './target';
import {
	isHarmless,
	isNotYet,
	isUnfinished,
	largerNumberIn,
	numberOfPagesIn,
	saysLeftOut,
	saysThatMoreFollow,
} from './wording';

/** A field next to the list, and what it says: a number, or the beginning of a text. */
export interface Remark {
	name: string;
	value: number | string;
}

/** What fields, short texts and objects next to a list say about its records, whatever their names. */
export function readRemarks(
	fields: readonly PageField[],
	{ query }: PageResponse,
	{ length, read, resource }: { length: number; read: number; resource: ResourceName },
) {
	const offset = Object.entries(query).find(([name]) => isOffsetParameter(name))?.[1];
	const before = [read, Number(offset)];
	const isOther = (word: string) => isOfOthers(word, resource);
	const said: {
		/** The list is not ready, or records were left out: true of the list, whichever page says so. */
		unsure?: Remark;
		/** More records follow this page. */
		more?: Remark;
		/** A number in a text that is larger than the records so far. */
		counted?: { name: string; value: number; counts: 'all' };
		/** `Page 1 of 4` */
		pages?: number;
	} = {};
	for (const each of fields) {
		const { path, value } = each;
		const name = remarkName(path);
		const field = { ...each, name };
		const text = readableText(field);
		if (text !== undefined) {
			const larger = largerNumberIn(text, { records: length, read, isOther });
			if (larger !== undefined)
				said.counted ??= { name: path.join('.'), value: larger, counts: 'all' };
			said.pages ??= numberOfPagesIn(name, text);
			if (saysThatMoreFollow(text)) said.more ??= remarkOf(field);
			if (isNotYet(text) || saysLeftOut(text)) said.unsure ??= remarkOf(field);
		}
		if (saysByName('part', name) && readFlag(value, true)) said.more ??= remarkOf(field);
		if (isLeftOut(field, before) || isWarning(field) || isPutOff(field, length === 0))
			said.unsure ??= remarkOf(field);
	}
	return said;
}

/** `X-Skipped` is the same as `skipped`, and `status` is also `"status": {"code": "pending"}`. */
export function remarkName(path: readonly string[]): string {
	const key = path.at(-1) ?? '';
	if (path.length > 1 && /^(code|value|name)$/i.test(key)) {
		const above = remarkName(path.slice(0, -1));
		if (saysByName('state', above)) return above;
	}
	return nameOfKey(path[0] === 'header' ? key.replace(/^x-/i, '') : key);
}

const remarkOf = ({ path, value }: PageField): Remark => ({
	name: path.join('.'),
	value: typeof value === 'number' ? value : quoted(value),
});

/** Of the headers, those that may be about the list. */
const HEADER =
	/warn|message|notice|note|info|status|state|partial|truncat|complete|range|showing|result|count|total|page|omit|skip|exclu|missing|hidden|drop/;
const OTHER_HEADER = /rate|limit|policy|cache|time|cookie|security|request|encoding|type$|link/;
/** A longer text is no remark. */
const LONGEST_REMARK = 300;

/** The text of a field that is for a person to read. */
function readableText({ name, value, path }: PageField): string | undefined {
	const isRead =
		path[0] === 'header'
			? HEADER.test(name) && !OTHER_HEADER.test(name)
			: !saysByName('opaque', name);
	return isRead && typeof value === 'string' && value.length <= LONGEST_REMARK ? value : undefined;
}

/** `skipped: 3`, `unreachable: ["eu"]`; not an offset, `skipped: 20` on the second page. */
function isLeftOut({ name, value, holder }: PageField, before: readonly number[]): boolean {
	const says = fieldsThatSay('omitted').filter(({ onlyNear }) => holder === 'pages' || !onlyNear);
	if (!says.some((row) => isNamedBy(row, name))) return false;
	if (typeof value === 'object') return someValue(value, isSomething);
	const count = wholeNumber(value);
	return count === undefined ? readFlag(value) === true : count > 0 && !before.includes(count);
}

const isSomething = (value: unknown) =>
	isScalar(value) && !/^(|0|false|no|none|null|ok)$/i.test(String(value).trim());

/** Anything in `warnings`, unless it is only about how the request was written. */
const isWarning = ({ name, value, path }: PageField): boolean =>
	path[0] !== 'header' && saysByName('warning', name) && isMeant(value);

function isMeant(warning: unknown): boolean {
	if (Array.isArray(warning)) return warning.slice(0, MAX_MESSAGES).some(isMeant);
	const isOfRequest = someValue(warning, (inner) => isHarmless(String(inner)), false);
	return !isOfRequest && someValue(warning, isSomething);
}

/** Whether the list is not ready: by a state or a flag; of an empty list also by when to ask again. */
function isPutOff({ name, value }: PageField, isEmpty: boolean): boolean {
	const says = (...any: Says[]) => saysByName(any, name);
	const text = scalarText(value);
	if (says('busy') && readFlag(value, true)) return true;
	if (says('ready') && readFlag(value) === false) return isEmpty || name !== 'available';
	if (says('state', 'busy', 'notice') && isUnfinished(text)) return true;
	// Seconds or a time; 0 is no wait.
	const isLater = says('later') && /[1-9]/.test(text);
	return isEmpty && (isLater || (says('progress') && isUnderway(text)));
}

/** Not all of 1 or of 100 %. */
function isUnderway(text: string): boolean {
	const share = /^(\d{1,3}(?:\.\d{1,9})?) ?%?$/.exec(text.trim())?.[1];
	return share !== undefined && share !== '1' && Number(share) < 100;
}
