/**
 * When two values are the same: for matching, for unchanged records and for watching. The filter Equals asks this as well,
 * and knows a few more (`filter.ts`). The table in `docs/operations.md` says the same; a test compares them.
 */
import { ownId } from './fieldNames';
import { exactDecimal } from './json';
import { decimalOf, isEmpty, isObject, type JsonObject } from './value';
import { dayOf, daysBegunBy, readTime, type Time } from './moment';

/** Whether two values are the same: what is written as the one and read as the other does not have to be written again. */
export function sameValue(one: unknown, other: unknown, zone: string): boolean {
	if (one === other) return true;
	if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
	if (typeof one !== 'object' && typeof other !== 'object') return sameScalar(one, other, zone);
	if (Array.isArray(one) && Array.isArray(other)) {
		return (
			one.length === other.length && one.every((_, at) => sameField(one, other, `${at}`, zone))
		);
	}
	if (Array.isArray(one) || Array.isArray(other)) return false;
	const references = [idOfReference(one, other), idOfReference(other, one)] as const;
	if (references[0] !== undefined && references[1] !== undefined) {
		return sameValue(references[0], references[1], zone);
	}
	return isObject(one) && isObject(other) && sameFields(one, other, zone);
}

/** A scalar, or the ID of an object that is compared with an ID. */
function idOfReference(value: unknown, other: unknown): unknown {
	if (!isObject(value)) return value;
	return !isObject(other) || isIdOnly(other) || isIdOnly(value) ? ownId(value) : undefined;
}

const isIdOnly = (value: JsonObject) =>
	Object.keys(value).length === 1 && ownId(value) !== undefined;

function sameFields(one: JsonObject, other: JsonObject, zone: string): boolean {
	const names = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...names].every((name) => sameField(one, other, name, zone));
}

/** Whether two objects or lists have the same value in a field, compared with all digits of long decimals. */
export function sameField(one: object, other: object, name: string, zone: string): boolean {
	const [first, second] = [exactDecimal(one, name), exactDecimal(other, name)];
	const [value, otherValue] = [ownField(one, name), ownField(other, name)];
	if (first === undefined && second === undefined) return sameValue(value, otherValue, zone);
	return sameDecimal(String(first ?? value), String(second ?? otherValue));
}

const ownField = (object: object, name: string): unknown =>
	Object.hasOwn(object, name) ? (object as JsonObject)[name] : undefined; // or a list

function sameScalar(one: unknown, other: unknown, zone: string): boolean {
	if (typeof one === 'string' && typeof other === 'string') {
		return one.normalize() === other.normalize() || sameTime(readTime(one), readTime(other), zone);
	}
	if (typeof one === 'boolean' || typeof other === 'boolean')
		return String(one).toLowerCase() === String(other).toLowerCase();
	const decimal = decimalOf(one);
	return decimal !== undefined && decimal === decimalOf(other);
}

/** JavaScript keeps up to 17 digits of a decimal: with fewer, two numbers are the same if it reads them as the same. */
const EXACT_DIGITS = 17;

function sameDecimal(one: string, other: string): boolean {
	const [first, second] = [one, other].map(decimalOf);
	if (first === undefined || second === undefined) return false;
	const isShort = [first, second].every((each) => digitsIn(each) <= EXACT_DIGITS);
	return first === second || (isShort && Number(one) === Number(other));
}

const digitsIn = (decimal: string) => decimal.replace('-', '').indexOf('e');

function sameTime(one: Time | undefined, other: Time | undefined, zone: string): boolean {
	if (!one || !other) return false;
	if (one.is === other.is) return one.ms === other.ms && one.finer === other.finer;
	const [day, time] = one.is === 'day' ? [one, other] : [other, one];
	// A moment may have the clock of any zone.
	return day.is === 'day' && daysBegunBy(time, zone).includes(dayOf(day, zone));
}

/**
 * A text that is equal for all values that are the same. Others may have it, too: "1.10" is not the same as "1.1", but
 * both are the same as the number 1.1.
 */
export function keyOfValue(value: unknown, zone: string): string {
	if (isEmpty(value)) return '';
	if (Array.isArray(value)) return 'list';
	if (isObject(value)) {
		const id = ownId(value);
		return id === undefined ? 'object' : keyOfValue(id, zone);
	}
	const text = String(value).normalize();
	if (/^(true|false)$/i.test(text)) return text.toLowerCase();
	const time = typeof value === 'string' ? readTime(text) : undefined;
	// Also the same as a number that JavaScript has rounded.
	if (!time) return decimalOf(text) === undefined ? text : String(Number(text));
	const days = time.is === 'day' ? [dayOf(time, zone)] : daysBegunBy(time, zone);
	return days[0] ?? canonicalTime(time);
}

/** A day counts as its midnight in UTC. */
const canonicalTime = ({ is, ms, finer }: Time) =>
	`${new Date(ms).toISOString().slice(0, -1)}${finer}${is === 'local' ? '' : 'Z'}`;

export const isDigits = (text: string) => /^\d+$/.test(text);

/** A spreadsheet or the service may have removed the zeros at the beginning of a code. */
export const withoutLeadingZeros = (text: string) =>
	isDigits(text) ? text.replace(/^0+(?=\d)/, '') : text;

/** Equal for values that are the same, and for texts that nearly are. */
export const nearKey = (value: unknown, zone: string): string =>
	textKey(withoutLeadingZeros(keyOfValue(value, zone)));

const ENTITIES: Readonly<Record<string, string>> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

const unescaped = (text: string) =>
	text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
		if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
		return String.fromCodePoint(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
	});

/** No service has a longer text as a key. */
export const LONGEST_KEY = 4_000;

export const textKey = (text: string) => `t:${text.length > LONGEST_KEY ? text : folded(text)}`;

/** Without case, spaces and HTML entities, also if they were escaped twice. */
const folded = (text: string) =>
	unescaped(unescaped(text))
		.normalize('NFKC')
		.toUpperCase() // STRASSE and Straße
		.toLowerCase()
		.replace(/[‘’]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/[‐-―]/g, '-')
		.replace(/[\s\p{Cf}]/gu, '');

/** The same with long decimals as texts, because a copy of an object has only the digits that JavaScript keeps. */
export function withAllDigits(value: unknown): unknown {
	if (!isObject(value) && !Array.isArray(value)) return value;
	const exact = Object.entries(value).map(([name, inner]): [string, unknown] => [
		name,
		exactDecimal(value, name) ?? withAllDigits(inner),
	]);
	return Array.isArray(value) ? exact.map(([, inner]) => inner) : Object.fromEntries(exact);
}

/**
 * A value in one form, to see whether it has changed: a service may write the same time, number, reference or nothing in
 * another form. Only values that are the same have one form. Some that are the same have several: 1.1 is the same as "1.1"
 * and as "1.10", which are different texts.
 */
export function canonical(value: unknown): unknown {
	if (isEmpty(value)) return null;
	if (Array.isArray(value)) return value.map(canonical);
	if (isObject(value)) {
		const fields = Object.entries(value)
			.filter(([, inner]) => !isEmpty(inner))
			.map(([name, inner]): [string, unknown] => [name, canonical(inner)]);
		// A reference is its ID.
		if (fields.length === 1 && ownId(value) !== undefined) return fields[0]?.[1];
		return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
	}
	const text = String(value).normalize();
	const time = typeof value === 'string' ? readTime(text) : undefined;
	return time ? canonicalTime(time) : text;
}
