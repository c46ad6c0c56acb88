import { isInexact, isObject } from '../records/json';
import { momentOf } from '../records/moment';

/** Whether a record has a value already, so that it need not be written. One moment may be written in several ways. */
export function sameValue(held: unknown, wanted: unknown): boolean {
	if (held === wanted) return true;
	if (typeof held === 'string' && typeof wanted === 'string') {
		return sameMoment(held, wanted) || isMidnightOf(held, wanted);
	}
	if (Array.isArray(held) && Array.isArray(wanted)) {
		return held.length === wanted.length && held.every((one, at) => sameValue(one, wanted[at]));
	}
	if (isObject(held) && isObject(wanted)) {
		const names = Object.keys(held);
		return (
			names.length === Object.keys(wanted).length &&
			names.every((name) => Object.hasOwn(wanted, name) && sameValue(held[name], wanted[name]))
		);
	}
	return false;
}

/**
 * Whether a record is found by a value. A number, true or false and the plain text of it are one value, as a
 * spreadsheet knows no difference; "007" and 7 are two. `unknown`: the record's number was rounded when it was read.
 *
 * @param given not empty
 */
export function matches(held: unknown, given: unknown): 'yes' | 'no' | 'unknown' {
	if (isInexact(held)) return bucketOf(held) === bucketOf(given) ? 'unknown' : 'no';
	return isFoundBy(held, given) ? 'yes' : 'no';
}

function isFoundBy(held: unknown, given: unknown): boolean {
	if (held === undefined || held === null) return false;
	if (typeof held === 'string' && typeof given === 'string') {
		// Unicode has several ways to write one letter with its accent.
		return held.normalize() === given.normalize() || sameMoment(held, given);
	}
	if (typeof held === 'number' && typeof given === 'string')
		return plainNumber(given) === String(held);
	if (typeof held !== 'object' && typeof given !== 'object' && typeof held !== typeof given) {
		return [typeof held, typeof given].includes('string') && String(held) === String(given);
	}
	return sameValue(held, given);
}

/** Values that may match are in one bucket; what is in one need not match. */
export function bucketOf(value: unknown): string {
	if (typeof value === 'object') return 'object';
	if (typeof value !== 'string') return String(value);
	const number = plainNumber(value);
	if (number !== undefined) return String(Number(number));
	const moment = momentOf(value);
	return moment === undefined ? value.normalize() : new Date(moment).toISOString();
}

/** "5.0" and "-0" without what says nothing. Undefined for all but plain decimals: "007" or "1e3" may be a code. */
function plainNumber(text: string): string | undefined {
	const [, sign, whole, fraction = ''] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined) return undefined;
	const digits = [whole, fraction.replace(/0+$/, '')].filter((part) => part !== '').join('.');
	return digits === '0' ? '0' : `${sign}${digits}`;
}

/** Many services save a day as the moment when it begins in UTC. */
const isMidnightOf = (held: string, day: string) =>
	/^\d{4}-\d{2}-\d{2}$/.test(day) && sameMoment(held, `${day}T00:00:00Z`);

function sameMoment(one: string, other: string): boolean {
	const moment = momentOf(one);
	return moment !== undefined && moment === momentOf(other);
}
