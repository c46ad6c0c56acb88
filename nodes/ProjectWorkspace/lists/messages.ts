/** What a list says to a person: what happened, and what to do. */
import type { Reading } from './reading';
import type { Walk } from './nextPage/types';
import type { ListRefusal, ListReport, PageTarget } from './types';

/** What a report says where there is nothing to tell. */
export const WHOLE_RESPONSE = 'the response itself';
export const NO_PAGINATION = 'none found';

interface Position {
	target: PageTarget;
	cursor: string;
}

const SET_MANUALLY =
	"Set 'Pagination', 'Page Parameter' and 'Next Page Path' under 'Options', or set 'Limit'.";
const CONTINUE = 'The details contain the records read so far and the position to continue from.';

const refusal =
	(reason: ListRefusal['reason'], message: string, description = SET_MANUALLY) =>
	(position?: Position & { cause?: unknown }): ListRefusal => ({
		reason,
		message,
		description,
		...(position && { position: position.target, cursor: position.cursor }),
		...(position?.cause !== undefined && { cause: position.cause }),
	});

export const refuse = {
	request: ({ target, cursor }: Position, cause: unknown) =>
		refusal(
			'request',
			'A later page of the list could not be read',
			CONTINUE,
		)({ target, cursor, cause }),
	firstRequest: (cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'The first page of the list could not be read',
		description: 'Check what you sent, or try again later.',
		cause,
	}),
	nextLink: ({ why, link }: { why: string; link: string }): ListRefusal => ({
		reason: 'next-link',
		message: `The link to the next page was not followed: ${why}`,
		description:
			"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address, or set 'Pagination' under 'Options'.",
		// No `position`: this is not to be followed by anyone who only continues. A password stays out.
		cursor: link.replace(/\/\/[^/@?#]*@/, '//'),
	}),
	sameTarget: refusal(
		'loop',
		'The service returned to a page that was already read, so the node stopped to avoid an endless loop',
	),
	sameRecords: refusal(
		'loop',
		'The next page only repeated records that were already read, so the node stopped to avoid an endless loop',
	),
	emptyPages: (count: number, position: Position) =>
		refusal(
			'empty-pages',
			`${count} pages in a row were empty, but the service kept pointing to a next page`,
		)(position),
	noWayOn: (
		{ totals: { total } }: Reading,
		{ distinct }: Pick<Walk, 'distinct'>,
		failed: (Position & { cause?: unknown }) | undefined,
		trials: number,
	) =>
		refusal(
			'no-way-on',
			total !== undefined && total > distinct
				? `The service reports ${total} records but returned ${distinct}: ${waysTried(trials)}`
				: `The service reports more than these ${distinct} records: ${waysTried(trials)}`,
		)(failed),
	short: (total: number, received: number) =>
		refusal(
			'short',
			`The service reports ${total} records, but its pages ended after ${received}`,
			"Try again, as the list may have changed in the meantime. If the reported total is known to be outdated, turn on 'Ignore Reported Total' under 'Options'.",
		)(),
	noList: refusal(
		'no-list',
		'A later page had a success status, but contained no list',
		`${CONTINUE} Try again, or set 'Limit'.`,
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
		)(),
	nowhereToSend: (nextPath: string) =>
		refusal(
			'override',
			`'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
			"Set 'Page Parameter' under 'Options' to the query parameter that takes the value, or remove 'Next Page Path' to detect the next page automatically.",
		)(),
};

function waysTried(trials: number): string {
	return trials === 1
		? 'tried 1 way to get the next page, and it returned no new records'
		: `tried ${trials} ways to get the next page, and none returned new records`;
}

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
	closed: 'none (the service says this is the last page)',
};

/** What was found out, as a few short sentences for an execution hint. */
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
