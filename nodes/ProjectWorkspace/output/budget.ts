import type { IDataObject } from 'n8n-workflow';

/** About what an AI agent can take in as one answer of a tool, beside its other context. */
export const BUDGET = { records: 50, characters: 24_000 } as const;

/**
 * Keeps an answer to an AI agent within its budget. Nothing is cut in silence: the last record then says
 * how many more there are and how to get at them. The first record always stays.
 */
export function withinBudget(records: readonly IDataObject[]): IDataObject[] {
	const kept: IDataObject[] = [];
	let characters = 0;
	for (const record of records.slice(0, BUDGET.records)) {
		characters += JSON.stringify(record).length;
		if (characters > BUDGET.characters && kept.length > 0) break;
		kept.push(record);
	}
	const more = records.length - kept.length;
	return more === 0
		? kept
		: [
				...kept,
				{
					notice: `${more} more records were read and are not shown, to keep this answer short. Narrow the request: a smaller limit, a project, or only the fields that are needed.`,
				},
			];
}
