import { ApiError, type ApiErrorDetails, UserError } from '../errors';

export const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const PAGINATION = `'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page`;
const SET_PAGINATION = `Set ${PAGINATION}.`;

const TOTAL_TOO_HIGH = `If the reported total is too high, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}.`;

const TRY_AGAIN = `Try again later. If it keeps happening, set ${PAGINATION}.`;

/** Why a list is not known to be complete: the end of a sentence, and what to do. */
export const DOUBTS = {
	noList: ['the service returned nothing instead of a list', TRY_AGAIN],
	changed: ['the list changed while it was being read', TRY_AGAIN],
	rejected: ['the service rejected the request for the next page', TRY_AGAIN],
	noSign: [
		'the service does not say whether there are more',
		`Set 'Pagination' ${IN_LIST_SETTINGS}: to 'None' if this is the whole list, otherwise to how the service gets the next page.`,
	],
	otherProject: [
		'it is not known whether the service filtered it by project',
		"The records name their project in another form than 'Project'. Check one of them, or select the project by that ID.",
	],
} as const satisfies Record<string, readonly [string, string]>;

export type Doubt = keyof typeof DOUBTS;

export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

export const warningFor = (doubt: Doubt, read: number): string =>
	`The list may be incomplete: ${countOf(read, 'record')} ${read === 1 ? 'was' : 'were'} read, and ${DOUBTS[doubt][0]}`;

/** What was read before a list could not be read further. */
type ReadSoFar = NonNullable<ApiErrorDetails['list']>;

const incomplete = (message: string, description: string, code: string, list: ReadSoFar) =>
	new ApiError(message, description, { code, list });

export const listErrors = {
	/** @param tried the parameters that were sent for the next page */
	short(list: ReadSoFar, total: number | undefined, tried: readonly string[]): ApiError {
		const reported =
			total === undefined
				? 'The service says that there are more records'
				: `The service reports ${total} records`;
		const names = tried.join(', ');
		const why = names && `, and no parameter that was tried returned the next page (${names})`;
		const advice = [
			"If 'Query Parameters' has a page number or an offset, remove it.",
			SET_PAGINATION,
			total === undefined ? '' : TOTAL_TOO_HIGH,
		];
		const message = `${reported}, but only ${list.recordsRead} were read${why}`;
		return incomplete(message, advice.join(' ').trim(), 'short', list);
	},
	loop: (list: ReadSoFar) =>
		incomplete(
			'The next page only repeats records that were already read, so the node stopped',
			SET_PAGINATION,
			'loop',
			list,
		),
	endless: (list: ReadSoFar, pages: number) =>
		incomplete(
			`The list did not end after ${pages} pages with ${countOf(list.recordsRead, 'record')}, so the node stopped`,
			`Narrow the list with query parameters that the service supports. If the service reports a total that is too small, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}.`,
			'endless',
			list,
		),
	/** A page after the first. */
	laterPage(error: ApiError | UserError, list: ReadSoFar): ApiError {
		const details = error instanceof ApiError ? error.details : { code: error.code };
		return new ApiError(
			`A later page of the list could not be read. ${error.message}`,
			error.description,
			{ ...details, list },
		);
	},
};

export const unfiltered = (wanted: string, other: string): UserError =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${wanted}, and has a record with project_id ${other}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty, and use 'Filters' or match on 'project_id' instead.",
		{ code: 'unfiltered' },
	);

export const READ_TWICE = 'Read twice to make sure that no record was missed.';

export const allRead = (read: number): string => {
	if (read === 0) return 'The list is empty.';
	return read === 1 ? 'The only record was read.' : `All ${read} records were read.`;
};

export const matching = (kept: number, read: number): string =>
	`${kept} of ${countOf(read, 'record')} read match the filters.`;

/** How a list was read, in the names of the service. */
export function howRead(list: {
	read: number;
	pages: number;
	path: readonly string[];
	paginator: string | undefined;
}): string {
	const sentences = [`${countOf(list.read, 'record')} from ${countOf(list.pages, 'page')}.`];
	if (list.path.length > 0) sentences.push(`Records in ${list.path.join('.')}.`);
	if (list.paginator !== undefined) sentences.push(`Next page: ${list.paginator}.`);
	return sentences.join(' ');
}
