/** Every refusal and note in words: what happened, and what to do. */
import type { Reading } from './reading';
import type { Progress } from './progress';
import type { ListRefusal, ListReport, PageTarget } from './types';

/** What a report says where there is nothing to tell. */
export const WHOLE_RESPONSE = 'the answer itself';
export const NO_PAGINATION = 'none found';

interface Position {
	target: PageTarget;
	cursor: string;
}

const BY_HAND =
	"Set 'Pagination', 'Page Parameter' and 'Next Page Path' under 'Options', or set 'Limit'.";

const at = ({ target, cursor }: Position) => ({ position: target, cursor });

export const refuse = {
	request: (position: Position, cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'A later page of the list was refused',
		description: 'The records read so far and the position to go on from are in the details.',
		cause,
		...at(position),
	}),
	firstRequest: (cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'The first page of the list was refused',
		description: 'Check what was sent, or try again later.',
		cause,
	}),
	nextLink: ({ why, link }: { why: string; link: string }): ListRefusal => ({
		reason: 'next-link',
		message: `The link to the next page was not followed: ${why}`,
		description:
			"The API key goes only to the address in 'Base URL' of the credential: check that it is the one that the service links to. Or choose another 'Pagination' under 'Options'.",
		// No `position`: this is not to be followed by anyone who only goes on. A password stays out.
		cursor: link.replace(/\/\/[^/@?#]*@/, '//'),
	}),
	sameTarget: (position: Position): ListRefusal => ({
		reason: 'loop',
		message: 'The service led back to a page that was read already, so going on would never end',
		description: BY_HAND,
		...at(position),
	}),
	sameRecords: (position: Position): ListRefusal => ({
		reason: 'loop',
		message:
			'A page at a new position brought only records that were read already, so going on would never end',
		description: BY_HAND,
		...at(position),
	}),
	emptyPages: (count: number, position: Position): ListRefusal => ({
		reason: 'empty-pages',
		message: `${count} pages in a row were empty, and the service still pointed to a next one`,
		description: BY_HAND,
		...at(position),
	}),
	noWayOn: (
		{ totals: { total } }: Reading,
		{ distinct }: Progress,
		failed: (Position & { cause?: unknown }) | undefined,
		trials: number,
	): ListRefusal => ({
		reason: 'no-way-on',
		message:
			total !== undefined && total > distinct
				? `The service has ${total} records and gave ${distinct}: ${waysTried(trials)}`
				: `The service says that there is more than these ${distinct} records: ${waysTried(trials)}`,
		description: BY_HAND,
		...(failed ? { cause: failed.cause, ...at(failed) } : {}),
	}),
	short: (total: number, received: number, position?: Position): ListRefusal => ({
		reason: 'short',
		message: `The service says that there are ${total} records, but its pages ended after ${received}`,
		description:
			"If the stated total is known to be out of date, turn on 'Ignore Stated Total' under 'Options'. Otherwise try again: the list may have changed meanwhile.",
		...(position ? at(position) : {}),
	}),
	noList: (position: Position): ListRefusal => ({
		reason: 'no-list',
		message: 'A later page had a success status, but contained no list',
		description:
			"The records read so far and the position to go on from are in the details. Try again, or set 'Limit'.",
		...at(position),
	}),
	partial: (): ListRefusal => ({
		reason: 'partial-content',
		message: 'The service sent only a part of the list, and this node cannot ask for the next part',
		description: `The service wants it asked for by a Range header. ${BY_HAND}`,
	}),
	nothingToSend: (parameter: string): ListRefusal => ({
		reason: 'override',
		message: `'Page Parameter' is "${parameter}", but what to send in it was not found`,
		description:
			"Set 'Pagination' or 'Next Page Path' under 'Options' as well, or remove 'Page Parameter' to have the next page found.",
	}),
	nowhereToSend: (nextPath: string): ListRefusal => ({
		reason: 'override',
		message: `'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
		description:
			"Set 'Page Parameter' under 'Options' to the query parameter that takes the value, or remove 'Next Page Path' to have the next page found.",
	}),
};

function waysTried(trials: number): string {
	return trials === 1
		? 'one way on was tried and brought no further ones'
		: `${trials} ways on were tried and none brought further ones`;
}

export const notes = {
	noPagination: 'No sign of further pages was found.',
	tried: (parameters: readonly string[]) =>
		`The service ignored the usual parameters for a next page (${parameters.join(', ')}).`,
	shifted: 'The list shifted while it was read: from there on page by page.',
	walkedAgain: 'The list changed or was incomplete, so it was read a second time.',
	totalChanged: 'The stated total changed while the list was read.',
	repeated: (count: number) => `Records that came again on a later page were left out: ${count}.`,
	ignoredTotal: (total: number) => `The service states ${total} records in total.`,
	closed: 'none, the service says that this is all',
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
	const all = total !== undefined && total > records ? ` (${total} in all)` : '';
	return [
		limited.more
			? `The limit was reached, and the list goes on${all}: raise 'Limit' or turn on 'Return All' for the rest.`
			: "The limit was reached, and the list may go on: raise 'Limit' or turn on 'Return All' to see.",
	];
}
