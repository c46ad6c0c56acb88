import { isRounded, isObject } from '../records/json';
import { parseInstant } from '../records/moment';

/** Whether a record already has a value, so that it does not have to be written. The same time may have several formats. */
export function sameValue(existing: unknown, desired: unknown): boolean {
	if (existing === desired) return true;
	if (typeof existing === 'string' && typeof desired === 'string') {
		return sameMoment(existing, desired) || isMidnightOf(existing, desired);
	}
	if (Array.isArray(existing) && Array.isArray(desired)) {
		return (
			existing.length === desired.length && existing.every((one, at) => sameValue(one, desired[at]))
		);
	}
	if (isObject(existing) && isObject(desired)) {
		const names = Object.keys(existing);
		return (
			names.length === Object.keys(desired).length &&
			names.every(
				(name) => Object.hasOwn(desired, name) && sameValue(existing[name], desired[name]),
			)
		);
	}
	return false;
}

/**
 * Whether a value matches that of a record. Numbers and booleans match their text, as in spreadsheets; "007" does not match
 * 7. `unknown` if the record's number was rounded when it was read.
 * @param given not empty
 */
export function matches(existing: unknown, given: unknown): 'yes' | 'no' | 'unknown' {
	if (isRounded(existing)) return bucketOf(existing) === bucketOf(given) ? 'unknown' : 'no';
	return isFoundBy(existing, given) ? 'yes' : 'no';
}

function isFoundBy(existing: unknown, given: unknown): boolean {
	if (existing === undefined || existing === null) return false;
	if (typeof existing === 'string' && typeof given === 'string') {
		// Unicode can represent an accented letter in several ways.
		return existing.normalize() === given.normalize() || sameMoment(existing, given);
	}
	if (typeof existing === 'number' && typeof given === 'string')
		return plainNumber(given) === String(existing);
	if (
		typeof existing !== 'object' &&
		typeof given !== 'object' &&
		typeof existing !== typeof given
	) {
		return [typeof existing, typeof given].includes('string') && String(existing) === String(given);
	}
	return sameValue(existing, given);
}

/** Values that may match are in the same bucket, but not all values in a bucket match: 1.1 matches "1.10", "1.1" does not. */
export function bucketOf(value: unknown): string {
	if (typeof value === 'object') return 'object';
	if (typeof value !== 'string') return String(value);
	const number = plainNumber(value);
	if (number !== undefined) return String(Number(number));
	const moment = parseInstant(value);
	return moment === undefined ? value.normalize() : new Date(moment).toISOString();
}

/** A decimal number without unneeded zeros: "5.0" is "5". Undefined for other formats: "007" or "1e3" may be a code. */
function plainNumber(text: string): string | undefined {
	const [, sign, whole, fraction = ''] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined) return undefined;
	const digits = [whole, fraction.replace(/0+$/, '')].filter((part) => part !== '').join('.');
	return digits === '0' ? '0' : `${sign}${digits}`;
}

/** Many services save a date as midnight in UTC. */
const isMidnightOf = (existing: string, day: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(day) && sameMoment(existing, `${day}T00:00:00Z`);

function sameMoment(one: string, other: string): boolean {
	const moment = parseInstant(one);
	return moment !== undefined && moment === parseInstant(other);
}
