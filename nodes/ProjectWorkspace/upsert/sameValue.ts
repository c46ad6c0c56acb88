import { isObject } from '../records/json';
import { momentOf } from '../records/moment';

/** Whether a record holds what is to be written already. One moment may be written in several ways. */
export function sameValue(held: unknown, wanted: unknown): boolean {
	if (held === wanted) return true;
	if (typeof held === 'string' && typeof wanted === 'string') {
		const moment = momentOf(held);
		return moment !== undefined && moment === momentOf(wanted);
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
