import type { IDataObject } from 'n8n-workflow';

import type { Hide } from '../client/redact';
import type { ItemError } from '../itemError';
import type { ItemOutput } from './item';

/** The items for an agent: it sees no hints, and n8n gives newer agents an empty string for no items. */
export function agentItems(output: ItemOutput, hide: Hide): IDataObject[] {
	const { records, page, notices = [], warning, filterProblems = [] } = output;
	const none = records.length === 0 ? (output.none ?? '') : '';
	const problems = [warning, ...filterProblems].flatMap((problem) => problem?.message ?? []);
	const told = [...notices, ...problems].filter((text) => !none.includes(text));
	const texts = none ? [none, ...told] : told;
	return [...withinBudget(records, page), ...texts.map((text) => ({ notice: hide(text) }))];
}

/** The error for an agent, with the records in its details within the same budget. */
export const agentError = ({ list, ...error }: ItemError): ItemError => ({
	...error,
	list: list && { ...list, records: withinBudget(list.records) },
});

/** About as much as an AI agent can use of one tool response, in addition to its other context. */
export const BUDGET = { records: 50, characters: 24_000 } as const;

/**
 * Keeps a response to an AI agent within its budget. If records are left out, a notice at the end says how many, and how
 * to get them. The first record is always kept.
 * @param page how many records of the list come before these, and whether there are more after them
 */
function withinBudget(
	records: readonly IDataObject[],
	page?: { skipped: number; more: boolean | 'perhaps' },
): IDataObject[] {
	const kept: IDataObject[] = [];
	let characters = 0;
	for (const record of records.slice(0, BUDGET.records)) {
		characters += JSON.stringify(record).length;
		if (characters > BUDGET.characters && kept.length > 0) break;
		kept.push(record);
	}
	const hidden = records.length - kept.length;
	if (hidden === 0 && !page?.more) return kept;
	const missing = whatIsMissing(hidden, page?.more === 'perhaps');
	if (!page) return [...kept, { notice: missing }];
	const cursor = page.skipped + kept.length;
	const notice = `${missing} Narrow the request (a project, fewer fields), or continue with 'Skip' set to ${cursor} if this tool has it.`;
	return [...kept, { notice, cursor }];
}

function whatIsMissing(hidden: number, isUncertain: boolean): string {
	if (hidden === 0) return `There ${isUncertain ? 'may be' : 'are'} more records than these.`;
	const records = hidden === 1 ? '1 more record was' : `${hidden} more records were`;
	return `${records} left out to keep this response short.`;
}
