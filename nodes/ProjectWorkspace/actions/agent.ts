import type { JsonObject } from '../records/value';
import type { Hide } from '../transport/types';
import type { ItemError } from './errors';
import { fieldsHints, type ItemOutput, type Page } from './output';

/** About as much as an AI agent can use of one tool response, in addition to its other context. */
export const BUDGET = { records: 50, characters: 24_000 } as const;

/** The items for an agent, which sees no hints. */
export function agentItems(output: ItemOutput, hide: Hide): JsonObject[] {
	const { records, page, warnings = [] } = output;
	const notices = [...warnings, ...fieldsHints([output])];
	if (records.length === 0 && output.none !== undefined) notices.unshift(output.none);
	return [...withinBudget(records, page), ...notices.map((text) => ({ notice: hide(text) }))];
}

/** The error for an agent, with the records in its details within the same budget. */
export function agentError(error: ItemError): ItemError {
	const { records } = error.details;
	if (!Array.isArray(records)) return error;
	const shown = withinBudget(records as JsonObject[]); // those of a list
	return { ...error, details: { ...error.details, records: shown } };
}

/** The first records, at least one, and a notice that says how to get those that are left out. */
function withinBudget(records: readonly JsonObject[], page?: Page): JsonObject[] {
	const kept: JsonObject[] = [];
	let characters = 0;
	for (const record of records.slice(0, BUDGET.records)) {
		characters += JSON.stringify(record).length;
		if (characters > BUDGET.characters && kept.length > 0) break;
		kept.push(record);
	}

	const omitted = records.length - kept.length;
	const isEnd = page === undefined || page.more === false;
	if (omitted === 0 && isEnd) return kept;
	const missing = missingText(omitted, page);
	if (!page) return [...kept, { notice: missing }];

	const cursor = page.skipped + kept.length;
	const notice = `${missing} Narrow the request (a project, fewer fields), or continue with 'Skip' set to ${cursor} if this tool has it.`;
	return [...kept, { notice, cursor }];
}

function missingText(omitted: number, page: Page | undefined): string {
	if (omitted === 1) return '1 more record was left out to keep this response short.';
	if (omitted > 1) return `${omitted} more records were left out to keep this response short.`;
	return page?.more === undefined
		? 'There may be more records than these.'
		: 'There are more records than these.';
}
