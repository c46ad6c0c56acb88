import { type ApiError, UserError } from '../errors';
import type { List } from './readList';

/** Whether a list has all its records, from why reading stopped and from what its pages said. */
export type Completeness =
	| { is: 'complete' }
	/** Limit was reached. `more`: whether there are more records; undefined if that is not known. */
	| { is: 'limited'; more: boolean | undefined }
	/** `warning`: a sentence that says why; `advice`: what to set or do. */
	| {
			is: 'unknown';
			because: 'noList' | 'changed' | 'rejected' | 'noSign';
			warning: string;
			advice: string;
	  }
	| { is: 'short'; error: ApiError | UserError };

/**
 * What a reader needs of a list:
 * - `found`: a record that it has, or as many as Limit
 * - `noGap`: no record is known to be missing
 * - `all`: it is known to have all records, such as to say that one is not there
 */
export type Need = 'found' | 'noGap' | 'all';

/** Why a list does not do for a reader; undefined if it does. A list of which nothing could be read does for nobody. */
export function errorFor(
	{ completeness, read }: List,
	need: Need,
): ApiError | UserError | undefined {
	if (completeness.is === 'short') {
		return need === 'found' && read > 0 ? undefined : completeness.error;
	}
	if (completeness.is === 'unknown' && need === 'all') {
		return new UserError(completeness.warning, completeness.advice, { code: 'unknown' });
	}
	return undefined;
}
