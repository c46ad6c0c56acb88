/** Every refusal and note in words: what happened, and what to do. */
import type { Reading } from './reading';
import type { Progress } from './progress';
import type { ListRefusal, ListReport, PageTarget } from './types';

/** What a report says where there is nothing to tell. */
export const WHOLE_RESPONSE = 'the response itself';
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
		message: 'A later page of the list could not be read',
		description: 'The details contain the records read so far and the position to continue from.',
		cause,
		...at(position),
	}),
	firstRequest: (cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'The first page of the list could not be read',
		description: 'Check what was sent, or try again later.',
		cause,
	}),
	nextLink: ({ why, link }: { why: string; link: string }): ListRefusal => ({
		reason: 'next-link',
		message: `The link to the next page was not followed: ${why}`,
		description:
			"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address, or set 'Pagination' under 'Options'.",
		// No `position`: this is not to be followed by anyone who only goes on. A password stays out.
		cursor: link.replace(/\/\/[^/@?#]*@/, '//'),
	}),
	sameTarget: (position: Position): ListRefusal => ({
		reason: 'loop',
		message:
			'The service returned to a page that was already read, so the node stopped to avoid an endless loop',
		description: BY_HAND,
		...at(position),
	}),
	sameRecords: (position: Position): ListRefusal => ({
		reason: 'loop',
		message:
			'The next page only repeated records that were already read, so the node stopped to avoid an endless loop',
		description: BY_HAND,
		...at(position),
	}),
	emptyPages: (count: number, position: Position): ListRefusal => ({
		reason: 'empty-pages',
		message: `${count} pages in a row were empty, but the service kept pointing to a next page`,
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
				? `The service reports ${total} records but returned ${distinct}: ${waysTried(trials)}`
				: `The service reports more than these ${distinct} records: ${waysTried(trials)}`,
		description: BY_HAND,
		...(failed ? { cause: failed.cause, ...at(failed) } : {}),
	}),
	short: (total: number, received: number, position?: Position): ListRefusal => ({
		reason: 'short',
		message: `The service reports ${total} records, but its pages ended after ${received}`,
		description:
			"Try again, as the list may have changed in the meantime. If the reported total is known to be outdated, turn on 'Ignore Reported Total' under 'Options'.",
		...(position ? at(position) : {}),
	}),
	noList: (position: Position): ListRefusal => ({
		reason: 'no-list',
		message: 'A later page had a success status, but contained no list',
		description:
			"The details contain the records read so far and the position to continue from. Try again, or set 'Limit'.",
		...at(position),
	}),
	partial: (): ListRefusal => ({
		reason: 'partial-content',
		message: 'The service returned only part of the list, and this node cannot request the rest',
		description: `The service expects a Range header, which this node does not send. ${BY_HAND}`,
	}),
	nothingToSend: (parameter: string): ListRefusal => ({
		reason: 'override',
		message: `'Page Parameter' is "${parameter}", but no value to send in it was found`,
		description:
			"Set 'Pagination' or 'Next Page Path' under 'Options' as well, or remove 'Page Parameter' to detect the next page automatically.",
	}),
	nowhereToSend: (nextPath: string): ListRefusal => ({
		reason: 'override',
		message: `'Next Page Path' is "${nextPath}", but 'Page Parameter' is not set`,
		description:
			"Set 'Page Parameter' under 'Options' to the query parameter that takes the value, or remove 'Next Page Path' to detect the next page automatically.",
	}),
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
