import { isObject } from '../records/json';
import { parseInstant } from '../records/moment';

/** Whether a record already has a value, so that it does not have to be written. The same time may have several formats. */
export function sameValue(existing: unknown, desired: unknown): boolean {
	if (existing === desired) return true;
	if (typeof existing === 'string' && typeof desired === 'string') {
		return sameMoment(existing, desired) || isMidnightOf(existing, desired);
	}
	if (Array.isArray(existing) && Array.isArray(desired)) {
		return sameValue({ ...existing }, { ...desired });
	}
	if (!isObject(existing) || !isObject(desired)) return false;
	const names = Object.keys(existing);
	const isSame = (name: string) =>
		Object.hasOwn(desired, name) && sameValue(existing[name], desired[name]);
	return names.length === Object.keys(desired).length && names.every(isSame);
}

/** Many services save a date as midnight in UTC. */
const isMidnightOf = (existing: string, day: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(day) && sameMoment(existing, `${day}T00:00:00Z`);

function sameMoment(one: string, other: string): boolean {
	const moment = parseInstant(one);
	return moment !== undefined && moment === parseInstant(other);
}

/**
 * Whether a record is found by a value. Numbers and booleans match their text, as in spreadsheets; "007" does not match 7.
 * @param given not empty
 */
export function matches(existing: unknown, given: unknown): boolean {
	if (existing === undefined || existing === null) return false;
	if (typeof existing === 'object' || typeof given === 'object') return sameValue(existing, given);
	if (typeof existing === 'number') return matchKey(existing) === matchKey(given);
	return textToMatch(existing) === textToMatch(given);
}

/** Values that match have the same key. So do texts that look like the same number, but "1.10" does not match "1.1". */
export function matchKey(value: unknown): string {
	if (typeof value === 'object') return 'object';
	return PLAIN_NUMBER.test(String(value)) ? String(Number(value)) : textToMatch(value);
}

/** "1e3" or "007" may be a code. */
const PLAIN_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** The same text for the same time in several formats, and for an accented letter, which Unicode has in several ways. */
function textToMatch(value: unknown): string {
	const text = String(value);
	const moment = parseInstant(text);
	return moment === undefined ? text.normalize() : new Date(moment).toISOString();
}
