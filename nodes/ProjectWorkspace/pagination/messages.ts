import { ApiError, UserError } from '../errors';
import { joinSentences } from '../texts';
import { type End, FailedPage } from './end';
import type { Evidence } from './evidence';

export const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const PAGINATION = `'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page`;
const SET_PAGINATION = `Set ${PAGINATION}.`;

export const TRY_AGAIN = `Try again later. If it keeps happening, set ${PAGINATION}.`;

export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** The error of a list that lacks records: what was in the way of reading them. */
export function missingRecordsError(end: End, evidence: Evidence): ApiError | UserError {
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
			`If the reported total is too high, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}`,
	]);

	return new ApiError(`${reported}, but only ${recordsRead} were read${why}`, advice, {
		code: 'short',
		list: { recordsRead },
	});
}

/** No record has the project that was asked for, and some have another. */
export const unfilteredError = ({ asked, otherProject }: Evidence): UserError =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${asked.project}, and has a record with project_id ${otherProject}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty, and use 'Filters' or match on 'project_id' instead.",
		{ code: 'unfiltered' },
	);
