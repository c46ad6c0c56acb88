import { type ApiError, UserError } from '../errors';
import type { ListSettings } from '../transport/types';
import { DOUBTS, type Doubt, warningFor } from './messages';

/** Whether a list has all its records, from why reading stopped and from what its pages said. */
export type Completeness =
	| { is: 'complete' }
	/** Limit was reached. `more`: whether there are more records; undefined if that is not known. */
	| { is: 'limited'; more: boolean | undefined }
	/** `warning`: a sentence that says why; `advice`: what to set or do. */
	| { is: 'unknown'; because: Doubt; warning: string; advice: string }
	| { is: 'short'; error: ApiError | UserError };

/** Why reading a list stopped. */
export type Stop =
	/** Limit was reached; `isCut`: before the last record of a page. */
	| { is: 'limited'; isCut: boolean }
	/** The page says that it is the last one. */
	| { is: 'ended' }
	/** A page past the end: it is empty, the first page again, or there is no such page. */
	| { is: 'pastEnd' }
	/** The service rejected the request for a page whose number was only counted. */
	| { is: 'rejected' }
	/** No next page was found; `isLeadLost`: although the page has a link or a token for it. */
	| { is: 'noPaginator'; isLeadLost: boolean }
	/** A page could not be read. */
	| { is: 'broken'; error: ApiError | UserError };

/** What the pages of a list have said. */
export interface Facts {
	read: number;
	/** By a flag or a number of pages. */
	says: 'more' | 'end' | undefined;
	/** The reported total, unless it is ignored. */
	total: number | undefined;
	hasChanged: boolean;
	isNoList: boolean;
	/** The records name their project in another form than the request. */
	isOtherProject: boolean;
	/** Pages after the first that had new records. */
	newPages: number;
	/** What the person has set: that there is no next page, or how it is requested. */
	style: ListSettings['style'];
}

/** Whether that was all: the first rule that applies. */
export function judge(stop: Stop, facts: Facts): 'complete' | 'short' | Doubt {
	const { read, total = read } = facts;
	if (isShort(stop, facts)) return 'short';
	if (facts.hasChanged) return 'changed';
	if (total > read) return 'short';
	if (facts.isNoList) return 'noList';
	if (facts.isOtherProject) return 'otherProject';
	if (facts.total !== undefined || facts.says === 'end' || stop.is === 'ended') return 'complete';
	if (stop.is === 'rejected') return 'rejected';
	return isWholeList(stop, facts) ? 'complete' : 'noSign';
}

function isShort(stop: Stop, { says }: Facts): boolean {
	if (stop.is === 'noPaginator' && stop.isLeadLost) return true;
	return stop.is === 'broken' || says === 'more';
}

/** It was read to a page past its end, there is nothing at all, or the person has set that this is all. */
function isWholeList({ is }: Stop, { read, newPages, style }: Facts): boolean {
	if (read === 0 || style === 'none') return true;
	return is === 'pastEnd' && (newPages > 0 || style !== undefined);
}

export const unknownBecause = (because: Doubt, read: number): Completeness => ({
	is: 'unknown',
	because,
	warning: warningFor(because, read),
	advice: DOUBTS[because][1],
});

/**
 * What a reader needs of a list:
 * - `found`: a record that it has, or as many as Limit
 * - `noGap`: no record is known to be missing
 * - `all`: it is known to have all records, such as to say that one is not there
 */
export type Need = 'found' | 'noGap' | 'all';

/** What of a list decides whether it does for a reader. */
interface ReadList {
	completeness: Completeness;
	read: number;
}

/** Why a list does not do for a reader; undefined if it does. A list of which nothing could be read does for nobody. */
export function errorFor(
	{ completeness, read }: ReadList,
	need: Need,
): ApiError | UserError | undefined {
	if (completeness.is === 'short') {
		return need === 'found' && read > 0 ? undefined : completeness.error;
	}
	if (completeness.is === 'unknown' && need === 'all') {
		const { because, warning, advice } = completeness;
		// Then n8n polls again soon.
		const cause = because === 'changed' ? 'temporarily-unavailable' : undefined;
		return new UserError(warning, advice, { code: 'unknown', cause });
	}
	return undefined;
}
