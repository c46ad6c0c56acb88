import type { IDataObject } from 'n8n-workflow';

/** About as much as an AI agent can use of one tool response, in addition to its other context. */
export const BUDGET = { records: 50, characters: 24_000 } as const;

/** Which part of a list a response contains. */
export interface PageInfo {
	/** Records of the list before the first one here. */
	skipped: number;
	/** Whether the list has more records after the last one here. */
	more: boolean | 'perhaps';
}

/**
 * Keeps a response to an AI agent within its budget. If records are left out, a notice at the end says how many, and how
 * to get them. The first record is always kept.
 */
export function withinBudget(records: readonly IDataObject[], page?: PageInfo): IDataObject[] {
	const kept: IDataObject[] = [];
	let characters = 0;
	for (const record of records.slice(0, BUDGET.records)) {
		characters += JSON.stringify(record).length;
		if (characters > BUDGET.characters && kept.length > 0) break;
		kept.push(record);
	}
	const hidden = records.length - kept.length;
	if (hidden === 0 && !page?.more) return kept;
	const missing = whatIsMissing(hidden, page?.more);
	if (!page) return [...kept, { notice: missing }];
	const cursor = page.skipped + kept.length;
	const notice = `${missing} Narrow the request (a project, fewer fields), or continue with 'Skip' set to ${cursor}.`;
	return [...kept, { notice, cursor }];
}

function whatIsMissing(hidden: number, more: PageInfo['more'] = false): string {
	if (hidden === 0)
		return `There ${more === 'perhaps' ? 'may be' : 'are'} more records than these.`;
	const records = hidden === 1 ? '1 more record was' : `${hidden} more records were`;
	return `${records} left out to keep this response short.`;
}
