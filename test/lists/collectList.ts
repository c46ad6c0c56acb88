import { readPages } from '../../nodes/ProjectWorkspace/lists';
import type { ListOptions, ListOutcome, ListRecord } from '../../nodes/ProjectWorkspace/lists';

export interface CollectedList {
	/** All of them, or those read before the refusal. */
	records: ListRecord[];
	outcome: ListOutcome;
}

/** Reads a list into one array. A rejection does not lose what was read before it. */
export async function collectList(options: ListOptions): Promise<CollectedList> {
	const records: ListRecord[] = [];
	const pages = readPages({ isInvalidRequest, ...options });
	for (;;) {
		const step = await pages.next();
		if (step.done) return { records, outcome: step.value };
		records.push(...step.value.records);
	}
}

/** As the fake services write it. */
function isInvalidRequest(cause: unknown): boolean {
	const { httpCode } = cause as { httpCode?: unknown };
	return [400, 404, 422].some((status) => Number(httpCode) === status);
}
