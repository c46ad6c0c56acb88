import { ApiError, type ApiErrorDetails, UserError } from '../errors';

const IN_LIST_SETTINGS = "in the credential under 'List Settings'";

const SET_PAGINATION = `Set 'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page, or set 'Limit'.`;

const TOTAL_TOO_HIGH = `If the reported total is too high, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}.`;

const TRY_AGAIN = `Try again later. If it keeps happening, set 'Pagination' ${IN_LIST_SETTINGS} to how the service gets the next page.`;

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
	/** @param tried the parameters that were sent */
	noNextPage(list: ReadSoFar, total: number | undefined, tried: readonly string[]): ApiError {
		const { recordsRead: read } = list;
		const reported =
			total === undefined
				? `The service reports more than these ${countOf(read, 'record')}`
				: `The service reports ${total} records but returned ${read}`;
		const why =
			tried.length > 0
				? `no parameter that was tried returned the next page (${tried.join(', ')})`
				: 'no way to get the next page was found';
		const advice = `If 'Query Parameters' has a page number or an offset, remove it. ${SET_PAGINATION}`;
		const ofTotal = total === undefined ? '' : ` ${TOTAL_TOO_HIGH}`;
		return incomplete(`${reported}, and ${why}`, advice + ofTotal, 'noNextPage', list);
	},
	short: (list: ReadSoFar, total: number) =>
		incomplete(
			`The service reports ${total} records, but its pages ended after ${list.recordsRead}`,
			`Try again, as the list may have changed in the meantime. ${TOTAL_TOO_HIGH}`,
			'short',
			list,
		),
	more: (list: ReadSoFar) =>
		incomplete(
			`The service says that there are more records than the ${list.recordsRead} it returned`,
			SET_PAGINATION,
			'short',
			list,
		),
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
			`Set 'Limit', or narrow the list with query parameters that the service supports. If the service reports a total that is too small, turn on 'Ignore Reported Total' ${IN_LIST_SETTINGS}.`,
			'endless',
			list,
		),
	/** A page after the first. */
	laterPage: ({ message, description, ...error }: ApiError | UserError, list: ReadSoFar) =>
		new ApiError(
			`A later page of the list could not be read. ${message}`,
			`${description} The details contain the records read so far.`,
			{ ...('details' in error ? error.details : { code: error.code, cause: error.cause }), list },
		),
};

export const unfiltered = (wanted: string, other: string): UserError =>
	new UserError(
		`The service did not filter the list: it was requested with project_id ${wanted}, and has a record with project_id ${other}`,
		"Check 'Project'. If the service cannot filter by project, leave it empty and use 'Filters' instead.",
		{ code: 'unfiltered' },
	);

/** How a list was read, in sentences for a hint. */
export function summaryOf(list: {
	read: number;
	pages: number;
	kept: number | undefined;
	path: readonly string[];
	paginator: string | undefined;
	isPlain: boolean;
}): string {
	const { read, pages, kept, path, paginator, isPlain } = list;
	const sentences = [
		kept === undefined ? '' : `${kept} of ${countOf(read, 'record')} read match the filters.`,
	];
	if (isPlain) {
		sentences.push(read === 0 ? 'The list is empty.' : `All ${countOf(read, 'record')} were read.`);
	} else {
		sentences.push(
			`${countOf(read, 'record')} from ${countOf(pages, 'page')}.`,
			path.length > 0 ? `Records in ${path.join('.')}.` : '',
			paginator === undefined ? '' : `Next page: ${paginator}.`,
		);
	}
	return sentences.filter(Boolean).join(' ');
}

export const READ_TWICE = 'Read twice to make sure that no record was missed.';
