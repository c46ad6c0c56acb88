import { ApiError, UserError } from '../errors';
import { countOf, joinSentences } from '../texts';
import { type End, FailedPage } from './end';
import { type Evidence, hasChanged, isTotalReached, saysMore } from './evidence';

const PAGINATION =
	"'Pagination' in the credential under 'List Settings' to how the service gets the next page";
const SET_PAGINATION = `Set ${PAGINATION}.`;

const TRY_AGAIN = `Try again later. If it keeps happening, set ${PAGINATION}.`;

/** Whether a list has all its records. */
export type Completeness =
	| { is: 'complete' }
	/** Limit was reached. `hasMore`: whether there are more records; undefined if that is not known. */
	| { is: 'limited'; hasMore: boolean | undefined }
	/** `warning`: a sentence that says why; `advice`: what to set or do. */
	| { is: 'unknown'; because: Doubt; warning: string; advice: string }
	| { is: 'short'; error: ApiError | UserError };

type Verdict = 'complete' | 'short' | 'unfiltered' | Doubt;

/** Whether that was all: the first row that applies. */
function verdictOn(end: End, evidence: Evidence, style?: string): Verdict {
	const { reason, facts } = end;
	const { says, recordsRead } = evidence;
	const rows: Array<[Verdict, boolean]> = [
		['short', ['failed', 'endless', 'loop'].includes(reason)],
		['short', says === 'more' || facts.hasNext === true],
		['unfiltered', evidence.leftOut > 0 && !evidence.hasProject],
		['changed', hasChanged(evidence)],
		['short', saysMore(evidence)],
		['noList', evidence.isNoList],
		['otherForm', evidence.hasOtherForm],
		['complete', isTotalReached(evidence) || says === 'end' || reason === 'lastPage'],
		['rejected', reason === 'rejected'],
		['complete', reason === 'pastEnd' && evidence.newPages > 0],
		['complete', recordsRead === 0 || style === 'none'],
		['complete', reason === 'pastEnd' && style !== undefined],
	];
	const [verdict] = rows.find(([, applies]) => applies) ?? ['noSign'];
	return verdict;
}

/** @param style what the person has set: that there is no next page, or how it is requested */
export function completenessOf(end: End, evidence: Evidence, style?: string): Completeness {
	if (end.reason === 'limit') return { is: 'limited', hasMore: end.facts.hasMore };

	const verdict = verdictOn(end, evidence, style);
	if (verdict === 'complete') return { is: 'complete' };
	if (verdict === 'short') return { is: 'short', error: missingRecordsError(end, evidence) };
	if (verdict === 'unfiltered') return { is: 'short', error: unfilteredError(evidence) };
	return unknownBecause(verdict, evidence.recordsRead);
}

/** Why a list is not known to be complete. */
type Doubt = 'noList' | 'changed' | 'rejected' | 'noSign' | 'otherForm';

/** `reason`: the end of a sentence. `advice`: what to set or to check; undefined if the next reading may find it otherwise. */
const DOUBTS: Readonly<Record<Doubt, { reason: string; advice?: string }>> = {
	noList: { reason: 'the service returned nothing instead of a list' },
	changed: { reason: 'the list changed while it was being read' },
	rejected: { reason: 'the service rejected the request for the next page' },
	noSign: {
		reason: 'the service does not say whether there are more',
		advice:
			"Set 'Pagination' in the credential under 'List Settings': to 'None' if this is the whole list, otherwise to how the service gets the next page.",
	},
	otherForm: {
		reason: 'it is not known whether the service filtered it by project',
		advice:
			"The records name their project in another form than 'Project'. Check one of them, or select the project by that ID.",
	},
};

export function unknownBecause(because: Doubt, recordsRead: number): Completeness {
	const { reason, advice = TRY_AGAIN } = DOUBTS[because];
	const were = recordsRead === 1 ? 'was' : 'were';
	const warning = `The list may be incomplete: ${countOf(recordsRead, 'record')} ${were} read, and ${reason}`;
	return { is: 'unknown', because, warning, advice };
}

/**
 * The error if a list is not enough for a reader.
 * @param needsAll whether it must be known to have all records. Otherwise none may be known to be missing.
 */
export function errorFor(
	completeness: Completeness,
	needsAll: boolean,
): ApiError | UserError | undefined {
	if (completeness.is === 'short') return completeness.error;
	if (completeness.is !== 'unknown' || !needsAll) return undefined;

	const { warning, advice } = completeness;
	// n8n decides by it when to poll again.
	const n8nCause = advice === TRY_AGAIN ? 'temporarily-unavailable' : 'configuration-invalid';
	return new UserError(warning, advice, 'unknown', n8nCause);
}

/** The error of a list that lacks records: what was in the way of reading them. */
function missingRecordsError(end: End, evidence: Evidence): ApiError | UserError {
	const { recordsRead, pages } = evidence;
	const list = { recordsRead };
	if (end instanceof FailedPage) {
		return pages === 0 ? end.error : laterPageError(end, recordsRead);
	}

	if (end.reason === 'loop') {
		return new ApiError(
			'The next page only repeats records that were already read, so the node stopped',
			SET_PAGINATION,
			{ code: 'loop', list },
		);
	}

	if (end.reason === 'endless') {
		return new ApiError(
			`The list did not end after ${pages} pages with ${countOf(recordsRead, 'record')}, so the node stopped`,
			'Narrow the list with query parameters that the service supports.',
			{ code: 'endless', list },
		);
	}

	return unreachedError(end, evidence);
}

/** A page after the first could not be read. */
function laterPageError({ error, cursor }: FailedPage, recordsRead: number): ApiError {
	const details = error instanceof ApiError ? error.details : { code: error.code };
	return new ApiError(
		`A later page of the list could not be read. ${error.message}`,
		error.description,
		{ ...details, list: { recordsRead, cursor } },
	);
}

/** There are more records, and nothing has led to them. */
function unreachedError({ facts }: End, { recordsRead, total = 0 }: Evidence): ApiError {
	const { tried = [] } = facts;
	const isByTotal = total > recordsRead;
	const reported = isByTotal
		? `The service reports ${total} records`
		: 'The service says that there are more records';
	const why =
		tried.length > 0
			? `, and no parameter that was tried returned the next page (${tried.join(', ')})`
			: '';

	const advice = joinSentences([
		"If 'Query Parameters' has a page number or an offset, remove it",
		SET_PAGINATION,
		isByTotal &&
			"If the reported total is too high, turn on 'Ignore Reported Total' in the credential under 'List Settings'",
	]);

	return new ApiError(`${reported}, but only ${recordsRead} were read${why}`, advice, {
		code: 'short',
		list: { recordsRead },
	});
}

/** No record has the project that was asked for, and some have another. */
const unfilteredError = ({ asked, otherProject }: Evidence) =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${asked.project}, and has a record with project_id ${otherProject}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty, and use 'Filters' or match on 'project_id' instead.",
		'unfiltered',
	);
