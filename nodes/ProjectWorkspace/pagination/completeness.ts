import { type ApiError, UserError } from '../errors';
import type { ListSettings } from '../transport/types';
import { countOf, IN_LIST_SETTINGS, TRY_AGAIN } from './messages';
import type { FailedPage } from './page';
import type { ListProgress } from './progress';

/** Whether a list has all its records, from why reading ended and from what its pages said. */
export type Completeness =
	| { is: 'complete' }
	| Limited
	/** `warning`: a sentence that says why; `advice`: what to set or do. */
	| { is: 'unknown'; because: Doubt; warning: string; advice: string }
	| { is: 'short'; error: ApiError | UserError };

/** Limit was reached. */
export interface Limited {
	is: 'limited';
	/** Whether there are more records; undefined if that is not known. */
	hasMore: boolean | undefined;
}

/** Why reading a list ended. A page has no `is`, by which the two are told apart. */
export type EndReason =
	| Limited
	/** The page says that it is the last one. */
	| { is: 'lastPage' }
	/** A page past the end: it is empty, the first page again, or there is no such page. */
	| { is: 'pastEnd' }
	/** The service rejected the request for a page whose number was only counted. */
	| { is: 'rejected' }
	/** No next page was found. */
	| NextNotFound
	| FailedPage
	/** The next page leads back, or there are too many pages. */
	| { is: 'endless'; error: ApiError };

export interface NextNotFound {
	is: 'nextNotFound';
	/** Whether the page has a link or a token for it. */
	hasNext: boolean;
	/** The parameters that were tried. */
	tried: readonly string[];
}

/**
 * Whether that was all: the first rule that applies.
 * @param style what the person has set: that there is no next page, or how it is requested
 */
export function judge(
	end: EndReason,
	progress: ListProgress,
	style: ListSettings['style'],
): 'complete' | 'short' | Doubt {
	const { recordsRead, total = recordsRead } = progress;

	if (isShort(end, progress)) return 'short';
	if (progress.hasChanged) return 'changed';
	if (total > recordsRead) return 'short';
	if (progress.isNoList) return 'noList';
	if (progress.isOtherProject) return 'otherProject';

	const isEndReported = progress.total !== undefined || progress.hasMore === false;
	if (isEndReported || end.is === 'lastPage') return 'complete';
	if (end.is === 'rejected') return 'rejected';
	return isWholeList(end, progress, style) ? 'complete' : 'noSign';
}

/** Reading ended too early, or the service says that there is more. */
function isShort(end: EndReason, { hasMore }: ListProgress): boolean {
	if (end.is === 'nextNotFound' && end.hasNext) return true;
	return end.is === 'failed' || end.is === 'endless' || hasMore === true;
}

/** It was read to a page past its end, there is nothing at all, or the person has set that this is all. */
function isWholeList(
	{ is }: EndReason,
	{ recordsRead, newPages }: ListProgress,
	style: ListSettings['style'],
): boolean {
	if (recordsRead === 0 || style === 'none') return true;
	return is === 'pastEnd' && (newPages > 0 || style !== undefined);
}

/** Why a list is not known to be complete. */
interface DoubtRow {
	/** The end of a sentence. */
	reason: string;
	/** What to set or to check; undefined if the next reading may find it otherwise. */
	advice?: string;
}

const DOUBTS = {
	noList: { reason: 'the service returned nothing instead of a list' },
	changed: { reason: 'the list changed while it was being read' },
	rejected: { reason: 'the service rejected the request for the next page' },
	noSign: {
		reason: 'the service does not say whether there are more',
		advice: `Set 'Pagination' ${IN_LIST_SETTINGS}: to 'None' if this is the whole list, otherwise to how the service gets the next page.`,
	},
	otherProject: {
		reason: 'it is not known whether the service filtered it by project',
		advice:
			"The records name their project in another form than 'Project'. Check one of them, or select the project by that ID.",
	},
} satisfies Record<string, DoubtRow>;

export type Doubt = keyof typeof DOUBTS;

export function unknownBecause(because: Doubt, recordsRead: number): Completeness {
	const { reason, advice = TRY_AGAIN }: DoubtRow = DOUBTS[because];
	const were = recordsRead === 1 ? 'was' : 'were';
	const warning = `The list may be incomplete: ${countOf(recordsRead, 'record')} ${were} read, and ${reason}`;
	return { is: 'unknown', because, warning, advice };
}

/**
 * What a reader needs of a list:
 * - `found`: a record that it has, or as many as Limit
 * - `noGap`: no record is known to be missing
 * - `all`: it is known to have all records, such as to say that one is not there
 */
export type Need = 'found' | 'noGap' | 'all';

/** What of a list decides whether it is enough for a reader. */
interface JudgedList {
	completeness: Completeness;
	recordsRead: number;
}

/** The error if a list is not enough for a reader. One of which nothing could be read is enough for nobody. */
export function errorFor(
	{ completeness, recordsRead }: JudgedList,
	need: Need,
): ApiError | UserError | undefined {
	if (completeness.is === 'short') {
		return need === 'found' && recordsRead > 0 ? undefined : completeness.error;
	}

	if (completeness.is !== 'unknown' || need !== 'all') return undefined;

	const { because, warning, advice } = completeness;
	// By which n8n decides when to poll again.
	const n8nCause =
		'advice' in DOUBTS[because] ? 'configuration-invalid' : 'temporarily-unavailable';
	return new UserError(warning, advice, { code: 'unknown', n8nCause });
}
