import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../client/types';
import { requestError, type ItemError } from '../itemError';
import type { Problem } from '../result';
import type { Remark } from './page/remarks';

/** Why a list could not be read, or not to its end. */
export interface ListProblem extends Problem {
	/** `code` in the details of an error. */
	reason:
		| ('shape' | 'error-answer' | 'override' | 'request' | 'next-link' | 'unfiltered')
		| ('loop' | 'endless' | 'no-list' | 'no-way-on' | 'short' | 'unknown');
	/** The cursor, page number, offset or link of the page that could not be read. */
	cursor?: string;
	/** Why the request for that page failed. */
	failure?: Failure;
	/** The service's own code, for an error with a success status. */
	code?: string;
}

const IN_CREDENTIAL = "in the credential under 'Service Details'";
const SET_MANUALLY = `Set 'Pagination' ${IN_CREDENTIAL} to how the service gets the next page, or set 'Limit'.`;
const SO_FAR = 'The details contain the records read so far.';
const TOTAL_TOO_HIGH = `If the reported total is too high, turn on 'Ignore Reported Total' ${IN_CREDENTIAL}.`;

const problem = (
	reason: ListProblem['reason'],
	message: string,
	description = SET_MANUALLY,
): ListProblem => ({ reason, message, description });

/** Why a list was not read further: what happened, and what to do. */
export const listMessages = {
	errorAnswer: (serviceText: string) =>
		problem(
			'error-answer',
			`The service rejected the request, although it returned a success status: ${serviceText}`,
			"Nothing was read from this response. Read the service's message, and change the fields or query parameters that it names.",
		),
	shape: (message: string, example = 'data.items') =>
		problem('shape', message, `Set 'Records Path' ${IN_CREDENTIAL}, e.g. ${example}.`),
	recordsPath: (path: string) =>
		problem(
			'shape',
			`'Records Path' is "${path}", but there is no list at this path`,
			`Change 'Records Path' ${IN_CREDENTIAL}, e.g. data.items, or clear it to detect the list automatically.`,
		),
	request: problem(
		'request',
		'A later page of the list could not be read',
		`${SO_FAR} Try again later.`,
	),
	noList: problem(
		'no-list',
		'A later page had a success status, but contained no list',
		`${SO_FAR} Try again later, or set 'Limit'.`,
	),
	nextLink: (why: string) =>
		problem(
			'next-link',
			`The link to the next page was not followed: ${why}`,
			`The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address. If its pages are numbered, set 'Pagination' ${IN_CREDENTIAL} to 'Page Number', and 'Page Parameter' to the parameter in the link.`,
		),
	/** @param tried the parameters that were sent; `kept`: those that the person has set, which are not replaced */
	noWayOn: (distinct: number, missedTotal: number | undefined, tried: string[], kept: string[]) =>
		problem(
			'no-way-on',
			[
				missedTotal === undefined
					? `The service reports more than these ${distinct} records, and `
					: `The service reports ${missedTotal} records but returned ${distinct}, and `,
				tried.length === 0
					? 'no way to get the next page was found'
					: `no parameter that was tried returned the next page (${tried.join(', ')})`,
			].join(''),
			[
				kept.length > 0 &&
					`Remove ${kept.map((name) => `"${name}"`).join(' and ')} from 'Query Parameters': the node does not replace what you set there. Otherwise:`,
				SET_MANUALLY,
				missedTotal !== undefined && TOTAL_TOO_HIGH,
			]
				.filter(Boolean)
				.join(' '),
		),
	/** @param other empty: nothing */
	unfiltered: ({ parameter, wanted, other }: Record<'parameter' | 'wanted' | 'other', string>) =>
		problem(
			'unfiltered',
			`The service did not filter the list: it was requested with ${parameter} ${wanted}, and has records ${other === '' ? 'without it' : `with ${parameter} ${other}`}`,
			`Check the value of ${parameter}. If the service cannot filter by it, leave it out, and use 'Filters' where there are any.`,
		),
	nowhereToSend: (nextPath: string) =>
		problem(
			'override',
			`'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
			`Set 'Page Parameter' ${IN_CREDENTIAL} to the query parameter that takes the value, or clear 'Next Page Path' to detect the next page automatically.`,
		),
	loop: problem(
		'loop',
		'The next page only repeats records that were already read, so the node stopped to avoid an endless loop',
	),
	endless: (pages: number, records: number) =>
		problem(
			'endless',
			`The list did not end after ${pages} pages with ${records} records, so the node stopped`,
			`Set 'Limit', or narrow the list with query parameters that the service supports. If the service reports a total that is too small, turn on 'Ignore Reported Total' ${IN_CREDENTIAL}.`,
		),
	more: problem('no-way-on', 'The service says that there are more records than it returned'),
	short: (total: number, received: number) =>
		problem(
			'short',
			`The service reports ${total} records, but its pages ended after ${received}`,
			`Try again, as the list may have changed in the meantime. If 'Query Parameters' contains a page number or an offset, remove it. ${TOTAL_TOO_HIGH}`,
		),
};

export const TRY_AGAIN = `Try again later. If it keeps happening, set 'Pagination' ${IN_CREDENTIAL} to how the service gets the next page.`;

/** What to set if it is not known whether a list has more pages than the first. */
const TO_KNOW = `Set 'Pagination' ${IN_CREDENTIAL}: to 'None' if this is the whole list, otherwise to how the service gets the next page, with the fields that are then shown.`;

const IF_NOT_TRUE = `Try again later. If the list is whole nevertheless, turn on 'Ignore Reported Total' ${IN_CREDENTIAL}.`;

/** Why it is not known whether a list is complete, and what to do. */
const DOUBTS = {
	noList: ['the service returned nothing instead of a list', TRY_AGAIN],
	changed: ['the list changed while it was being read', TRY_AGAIN],
	counted: ['the service counts more records than it returned', IF_NOT_TRUE],
	unsure: ['the service says that records may be missing', IF_NOT_TRUE],
	rejected: ['the service rejected the request for the next page', TRY_AGAIN],
	// For any other, 'None' would leave out the pages after the first.
	nothingFound: [
		'the service did not say whether there are more, and no next page was found',
		TO_KNOW,
	],
	openEnd: ['its last pages had hardly any new records, but led to more pages', TRY_AGAIN],
	noSign: ['the service did not say whether there are more', TO_KNOW],
} as const;

export type Doubt = keyof typeof DOUBTS;

/** The same as a part of a sentence. */
export function doubtOf(
	{ because, said }: { because: Doubt; said?: Remark },
	records: number,
): Problem {
	const [words, description] = DOUBTS[because];
	const read =
		because === 'noList' ? '' : ` after ${records === 1 ? '1 record' : `${records} records`}`;
	const reason = said ? ` (${said.name} is ${said.value})` : '';
	const message = `it is not known whether the list is complete${read}: ${words}${reason}`;
	return { message, description };
}

export function incomplete(...unknown: Parameters<typeof doubtOf>): ListProblem {
	const { message, description } = doubtOf(...unknown);
	return problem('unknown', message.charAt(0).toUpperCase() + message.slice(1), description);
}

/** The reasons whose advice is for readers that return the records read so far, and have a 'Limit'. */
const ABOUT_LIMIT: readonly string[] = ['request', 'no-list', 'no-way-on', 'loop', 'endless'];

const PASSING: readonly string[] = ['short', 'loop', 'no-list', 'error-answer'];

/**
 * Why a list cannot be used. If the first request fails, the list adds nothing to its error. Later there are records and
 * a cursor to report.
 * @param advice replaces advice about 'Limit', for readers that do not have it
 */
export function listError(
	{ message, description: own, reason, code = reason, cursor, failure }: ListProblem,
	{ records, read }: { records: IDataObject[]; read: number },
	advice = own,
): ItemError {
	if (failure && cursor === undefined) return requestError(failure);
	const description = ABOUT_LIMIT.includes(reason) ? advice : own;
	return {
		message: [message, failure?.message].filter(Boolean).join('. '),
		description: [failure?.description, description].filter(Boolean).join(' '),
		code,
		failure,
		list: { read, records, cursor, mayPass: PASSING.includes(reason) },
	};
}
