import { ApiError } from '../errors';

export const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const PAGINATION = `'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page`;
const SET_PAGINATION = `Set ${PAGINATION}.`;

export const TRY_AGAIN = `Try again later. If it keeps happening, set ${PAGINATION}.`;

export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * There are more records than were read.
 * @param total undefined if something else says so
 * @param tried the parameters that were sent for the next page
 */
export function shortError(
	read: number,
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
	return new ApiError(`${reported}, but only ${read} were read${why}`, advice.join(' '), {
		code: 'short',
	});
}

export const loopError = (): ApiError =>
	new ApiError(
		'The next page only repeats records that were already read, so the node stopped',
		SET_PAGINATION,
		{ code: 'loop' },
	);

export const endlessError = (read: number, pages: number): ApiError =>
	new ApiError(
		`The list did not end after ${pages} pages with ${countOf(read, 'record')}, so the node stopped`,
		'Narrow the list with query parameters that the service supports.',
		{ code: 'endless' },
	);

export const READ_TWICE = 'Read twice to make sure that no record was missed.';

export function allRead(read: number): string {
	if (read === 0) return 'The list is empty.';
	return read === 1 ? 'The only record was read.' : `All ${read} records were read.`;
}

/** How a list was read, in the names of the service. */
export function howRead(
	read: number,
	pages: number,
	path: readonly string[],
	paginator: string | undefined,
): string {
	const sentences = [`${countOf(read, 'record')} from ${countOf(pages, 'page')}.`];
	if (path.length > 0) sentences.push(`Records in ${path.join('.')}.`);
	if (paginator !== undefined) sentences.push(`Next page: ${paginator}.`);
	return sentences.join(' ');
}
