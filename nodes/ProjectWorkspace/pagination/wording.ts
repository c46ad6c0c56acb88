/** Every refusal and note in words: what happened, and what to do. */
import type { Reading } from './reading';
import type { Progress } from './route';
import type { ListRefusal, ListReport, PageTarget } from './types';

interface Position {
	target: PageTarget;
	cursor: string;
}

const BY_HAND =
	"Set the pagination by hand in the node's options (style, request parameter, path of the cursor), or set Limit.";

const at = ({ target, cursor }: Position) => ({ position: target, cursor });

export const refuse = {
	request: (position: Position, cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'A later page of the list was refused.',
		description: 'The records read so far and the position to go on from are in the details.',
		cause,
		...at(position),
	}),
	firstRequest: (cause: unknown): ListRefusal => ({
		reason: 'request',
		message: 'The list could not be read.',
		description: 'The first page was refused.',
		cause,
	}),
	nextLink: ({ why, link }: { why: string; link: string }): ListRefusal => ({
		reason: 'next-link',
		message: `The link to the next page was not followed: ${why}. The API key goes only to the address in the credential.`,
		description:
			"Check the base address in the credential: it must be the one the service itself links to. Or choose another pagination style in the node's options.",
		// No `position`: this is not to be followed by anyone who only goes on. A password stays out.
		cursor: link.replace(/\/\/[^/@?#]*@/, '//'),
	}),
	sameTarget: (position: Position): ListRefusal => ({
		reason: 'loop',
		message: 'The service led back to a page that was read already; going on would never end.',
		description: BY_HAND,
		...at(position),
	}),
	sameRecords: (position: Position): ListRefusal => ({
		reason: 'loop',
		message:
			'A page brought only records that were read already, although its position was new; going on would never end.',
		description: BY_HAND,
		...at(position),
	}),
	emptyPages: (count: number, position: Position): ListRefusal => ({
		reason: 'empty-pages',
		message: `${count} pages in a row were empty, and the service still pointed to a next one.`,
		description: BY_HAND,
		...at(position),
	}),
	noWayOn: (
		{ stated }: Reading,
		{ received }: Progress,
		failed: Position & { cause?: unknown },
		trials: number,
	): ListRefusal => ({
		reason: 'no-way-on',
		message:
			stated.total !== undefined && stated.total > received
				? `The service has ${stated.total} records and gave ${received}; ${waysTried(trials)} and none brought further ones.`
				: `The service says that there is more than these ${received} records; ${waysTried(trials)} and none brought further ones.`,
		description: BY_HAND,
		cause: failed.cause,
		...at(failed),
	}),
	short: (total: number, received: number, position?: Position): ListRefusal => ({
		reason: 'short',
		message: `The service says that there are ${total} records, but its pages ended after ${received}.`,
		description:
			'If the stated total is known to be wrong, tell the node to ignore it in the options. Otherwise try again: the list may have changed meanwhile.',
		...(position ? at(position) : {}),
	}),
	partial: (): ListRefusal => ({
		reason: 'partial-content',
		message:
			'The service answered only a part of the list (partial content) and wants the next part asked for by a Range header, which this node does not send.',
		description: BY_HAND,
	}),
	override: (message: string): ListRefusal => ({
		reason: 'override',
		message,
		description:
			"Correct the pagination in the node's options, or leave it out to let it be found.",
	}),
};

function waysTried(trials: number): string {
	return trials === 1 ? 'one way on was tried' : `${trials} ways on were tried`;
}

/** What was found out, as one sentence or two for an execution hint. */
export function describeReport(report: ListReport): string {
	const pages = report.pages === 1 ? '1 page' : `${report.pages} pages`;
	const records = report.records === 1 ? '1 record' : `${report.records} records`;
	const way = report.limited && report.pages === 1 ? '' : `; next page: ${report.pagination}`;
	const head = `${records} from ${pages}. Records in ${report.recordsPath}${way}.`;
	return [head, ...report.notes, ...limitNote(report)].join(' ');
}

function limitNote({ limited, total, records }: ListReport): string[] {
	if (!limited || limited.more === false) return [];
	const all = total !== undefined && total > records ? ` (${total} in all)` : '';
	return [
		limited.more
			? `Limit was reached, and the list goes on${all}: raise Limit or turn on Return All for the rest.`
			: 'Limit was reached, and the list may go on: raise Limit or turn on Return All to see.',
	];
}
