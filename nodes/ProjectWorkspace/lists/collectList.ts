import { readList } from './readList';
import type { ListOptions, ListOutcome, ListRecord } from './types';

export interface CollectedList {
	/** All of them, or those read before the refusal. */
	records: ListRecord[];
	outcome: ListOutcome;
}

/** Reads a list into one array. A refusal does not lose what was read before it. */
export async function collectList(options: ListOptions): Promise<CollectedList> {
	const records: ListRecord[] = [];
	const pages = readList(options);
	for (;;) {
		const step = await pages.next();
		if (step.done) return { records, outcome: step.value };
		for (const record of step.value.records) records.push(record);
	}
}
