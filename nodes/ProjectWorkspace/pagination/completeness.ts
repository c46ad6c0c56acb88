import { type ApiError, UserError } from '../errors';
import type { ApiRequest, ListSettings } from '../transport/types';
import { countOf, IN_LIST_SETTINGS, TRY_AGAIN } from './messages';

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
	/** No next page was found; `isLeadLost`: although the page has a link or a token for it; `tried`: the parameters. */
	| { is: 'noPaginator'; isLeadLost: boolean; tried?: readonly string[] }
	/** A page could not be read. */
	| { is: 'failed'; error: ApiError | UserError; request: ApiRequest }
	/** The next page leads back. */
	| { is: 'loop' }
	/** There were too many pages, or too many without records. */
	| { is: 'endless' };

/** What the pages of a list have said. */
export interface Facts {
	read: number;
	/** The last one, by a flag or a number of pages. */
	says: 'more' | 'end' | undefined;
	/** The reported total, unless it is ignored. */
	total: number | undefined;
	hasChanged: boolean;
	/** There was nothing in place of a list. */
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

/** Reading stopped too early, or the service says that there is more. */
function isShort(stop: Stop, { says }: Facts): boolean {
	if (stop.is === 'noPaginator' && stop.isLeadLost) return true;
	return stop.is === 'failed' || stop.is === 'loop' || stop.is === 'endless' || says === 'more';
}

/** It was read to a page past its end, there is nothing at all, or the person has set that this is all. */
function isWholeList({ is }: Stop, { read, newPages, style }: Facts): boolean {
	if (read === 0 || style === 'none') return true;
	return is === 'pastEnd' && (newPages > 0 || style !== undefined);
}

/** Why a list is not known to be complete. */
interface DoubtRow {
	/** The end of a sentence. */
	says: string;
	/** What to set or to check; undefined if the next reading may find it otherwise. */
	advice?: string;
}

const DOUBTS = {
	noList: { says: 'the service returned nothing instead of a list' },
	changed: { says: 'the list changed while it was being read' },
	rejected: { says: 'the service rejected the request for the next page' },
	noSign: {
		says: 'the service does not say whether there are more',
		advice: `Set 'Pagination' ${IN_LIST_SETTINGS}: to 'None' if this is the whole list, otherwise to how the service gets the next page.`,
	},
	otherProject: {
		says: 'it is not known whether the service filtered it by project',
		advice:
			"The records name their project in another form than 'Project'. Check one of them, or select the project by that ID.",
	},
} satisfies Record<string, DoubtRow>;

export type Doubt = keyof typeof DOUBTS;

export function unknownBecause(because: Doubt, read: number): Completeness {
	const { says, advice = TRY_AGAIN }: DoubtRow = DOUBTS[because];
	const were = read === 1 ? 'was' : 'were';
	const warning = `The list may be incomplete: ${countOf(read, 'record')} ${were} read, and ${says}`;
	return { is: 'unknown', because, warning, advice };
}

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
	if (completeness.is !== 'unknown' || need !== 'all') return undefined;

	const { because, warning, advice } = completeness;
	// By which n8n decides when to poll again.
	const cause = 'advice' in DOUBTS[because] ? 'configuration-invalid' : 'temporarily-unavailable';
	return new UserError(warning, advice, { code: 'unknown', cause });
}
