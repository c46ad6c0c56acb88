import { ApiError, UserError } from '../errors';

export const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const PAGINATION = `'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page`;
const SET_PAGINATION = `Set ${PAGINATION}.`;

export const TRY_AGAIN = `Try again later. If it keeps happening, set ${PAGINATION}.`;

export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** What was read before a list could not be read further. */
export type ReadSoFar = NonNullable<ApiError['details']['list']>;

/**
 * There are more records than were read.
 * @param total undefined if something else says so
 * @param tried the parameters that were sent for the next page
 */
export function shortError(
	list: ReadSoFar,
	total: number | undefined,
	tried: readonly string[],
): ApiError {
	const reported =
		total === undefined
			? 'The service says that there are more records'
			: `The service reports ${total} records`;
	const why =
		tried.length > 0
			? `, and no parameter that was tried returned the next page (${tried.join(', ')})`
			: '';

	const advice = [
		"If 'Query Parameters' has a page number or an offset, remove it.",
		SET_PAGINATION,
	];
	if (total !== undefined) {
		advice.push(
			`If the reported total is too high, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}.`,
		);
	}

	return new ApiError(
		`${reported}, but only ${list.recordsRead} were read${why}`,
		advice.join(' '),
		{ code: 'short', list },
	);
}

export const loopError = (list: ReadSoFar): ApiError =>
	new ApiError(
		'The next page only repeats records that were already read, so the node stopped',
		SET_PAGINATION,
		{ code: 'loop', list },
	);

export const endlessError = (list: ReadSoFar, pages: number): ApiError =>
	new ApiError(
		`The list did not end after ${pages} pages with ${countOf(list.recordsRead, 'record')}, so the node stopped`,
		'Narrow the list with query parameters that the service supports.',
		{ code: 'endless', list },
	);

/** No record has the project that was asked for, and some have another. */
export const unfilteredError = (project: string, other: string): UserError =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${project}, and has a record with project_id ${other}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty, and use 'Filters' or match on 'project_id' instead.",
		{ code: 'unfiltered' },
	);

/** A page after the first could not be read. */
export function laterPageError(error: ApiError | UserError, list: ReadSoFar): ApiError {
	const details = error instanceof ApiError ? error.details : { code: error.code };
	return new ApiError(
		`A later page of the list could not be read. ${error.message}`,
		error.description,
		{ ...details, list },
	);
}

export const leftOutOf = (count: number): string =>
	`${countOf(count, 'record')} of other projects ${count === 1 ? 'was' : 'were'} left out`;

export function allRead(recordsRead: number): string {
	if (recordsRead === 0) return 'The list is empty.';
	return recordsRead === 1 ? 'The only record was read.' : `All ${recordsRead} records were read.`;
}
