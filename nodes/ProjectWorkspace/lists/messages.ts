import type { ListRefusal, ListReport } from './types';

const SET_MANUALLY =
	"Set 'Pagination', 'Page Parameter' and 'Next Page Path' under 'Options', or set 'Limit'.";
const CONTINUE =
	"The details contain the records read so far and the position to continue from, for 'Start From Position' under 'Options'.";
const START = "To read the list from its beginning, set 'Start From Position' to the word start.";

const refusal = (
	reason: ListRefusal['reason'],
	message: string,
	description = SET_MANUALLY,
): ListRefusal => ({ reason, message, description });

/** Why a list is not read on: what happened, and what to do. */
export const refuse = {
	firstRequest: refusal(
		'request',
		'The first page of the list could not be read',
		'Check what you sent, or try again later.',
	),
	request: refusal('request', 'A later page of the list could not be read', CONTINUE),
	noList: refusal(
		'no-list',
		'A later page had a success status, but contained no list',
		`${CONTINUE} Try again, or set 'Limit'.`,
	),
	errorAnswer: (said: string) =>
		refusal(
			'error-answer',
			`The service rejected the request, although it returned a success status: ${said}`,
			"Nothing was read from this response. Read the service's message, and change the fields or query parameters that it names.",
		),
	shape: (message: string, [example = 'data.items']: readonly string[]) =>
		refusal('shape', message, `Set 'Records Path' under 'Options', e.g. ${example}.`),
	recordsPath: (path: string) =>
		refusal(
			'shape',
			`'Records Path' is "${path}", but there is no list at this path`,
			"Change 'Records Path' under 'Options', e.g. data.items, or remove it to detect the list automatically.",
		),
	nextLink: (why: string) =>
		refusal(
			'next-link',
			`The link to the next page was not followed: ${why}`,
			"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address, or set 'Pagination' under 'Options'.",
		),
	sameTarget: refusal(
		'loop',
		'The service returned to a page that was already read, so the node stopped to avoid an endless loop',
	),
	sameRecords: refusal(
		'loop',
		'The next page only repeated records that were already read, so the node stopped to avoid an endless loop',
	),
	emptyPages: (count: number) =>
		refusal(
			'empty-pages',
			`${count} pages in a row were empty, but the service kept pointing to a next page`,
		),
	/** @param tried how many parameters were sent */
	noWayOn: (total: number | undefined, distinct: number, tried: number) => {
		const reports =
			total !== undefined && total > distinct
				? `The service reports ${total} records but returned ${distinct}`
				: `The service reports more than these ${distinct} records`;
		const ways =
			tried === 1
				? 'the only known way to get the next page'
				: `all ${tried} known ways to get the next page`;
		return refusal('no-way-on', `${reports}, and ${ways} returned no new records`);
	},
	skipping: (distinct: number) =>
		refusal(
			'no-way-on',
			`The service returned a page after these ${distinct} records, but by the position that the page states, it leaves records out`,
		),
	short: (total: number, received: number) =>
		refusal(
			'short',
			`The service reports ${total} records, but its pages ended after ${received}`,
			"Try again, as the list may have changed in the meantime. If the reported total is known to be outdated, turn on 'Ignore Reported Total' under 'Options'.",
		),
	partial: refusal(
		'partial-content',
		'The service returned only part of the list, and this node cannot request the rest',
		`The service expects a Range header, which this node does not send. ${SET_MANUALLY}`,
	),
	nothingToSend: (parameter: string) =>
		refusal(
			'override',
			`'Page Parameter' is "${parameter}", but no value to send in it was found`,
			"Set 'Pagination' or 'Next Page Path' under 'Options' as well, or remove 'Page Parameter' to detect the next page automatically.",
		),
	nowhereToSend: (nextPath: string) =>
		refusal(
			'override',
			`'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
			"Set 'Page Parameter' under 'Options' to the query parameter that takes the value, or remove 'Next Page Path' to detect the next page automatically.",
		),
	otherPosition: refusal(
		'position',
		"'Start From Position' is not a position of this list",
		`Copy it in full, and use it with the same list, query parameters and page size that it came from. ${START}`,
	),
	moved: refusal(
		'position',
		"The list has changed: the record before 'Start From Position' is no longer in its place",
		`Records could be skipped or repeated. ${START}`,
	),
	noPosition: refusal(
		'position',
		'The list changed while it was being read, so there is no position to continue from',
		"Increase 'Limit' or turn on 'Return All'.",
	),
};

/** Where there is nothing to tell. */
export const WHOLE_RESPONSE = 'the response itself';
export const NO_PAGINATION = 'none found';

/** How a list was read, in sentences for an execution hint. */
export const notes = {
	noPagination: 'No further pages were detected.',
	tried: (parameters: readonly string[]) =>
		`The service ignored the usual parameters for a next page (${parameters.join(', ')}).`,
	shifted:
		'The list changed while it was being read, so the remaining pages were read one at a time.',
	walkedAgain: 'The list changed or was incomplete, so it was read a second time.',
	totalChanged: 'The reported total changed while the list was being read.',
	repeated: (count: number) => `Repeated records on later pages were left out: ${count}.`,
	ignoredTotal: (total: number) => `The service reports ${total} records in total.`,
	stated: 'none (the service says this is the last page)',
	searched: 'none (no further page was found)',
	pageSize: (parameter: string) => `Page size sent as ${parameter}.`,
	noPageSize: "'Page Size' was not sent: set 'Page Size Parameter' under 'Options' as well.",
	position: (position: string) =>
		`To continue after these records, set 'Start From Position' under 'Options' to ${position}`,
};

/** What was found out. */
export function describeReport(report: ListReport): string {
	const pages = report.pages === 1 ? '1 page' : `${report.pages} pages`;
	const records = report.records === 1 ? '1 record' : `${report.records} records`;
	const found = [
		`${records} from ${pages}.`,
		report.recordsPath !== WHOLE_RESPONSE && `Records in ${report.recordsPath}.`,
		report.pagination !== NO_PAGINATION && `Next page: ${report.pagination}.`,
	].filter((sentence) => sentence !== false);
	return [...found, ...report.notes, ...limitNote(report)].join(' ');
}

function limitNote({ limited, total, records }: ListReport): string[] {
	if (!limited || limited.more === false) return [];
	const all = total !== undefined && total > records ? ` (${total} in total)` : '';
	return [
		limited.more
			? `The limit was reached, and the list has more records${all}. Increase 'Limit' or turn on 'Return All' to get the rest.`
			: "The limit was reached, and the list may have more records. Increase 'Limit' or turn on 'Return All' to check.",
	];
}
