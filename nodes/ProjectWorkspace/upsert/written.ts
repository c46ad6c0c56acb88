import type { SavedNotes } from '../records/saved';
import type { JsonObject } from '../records/value';
import type { Changes } from './plan';

/** What was done for an item. */
export interface Written extends Partial<SavedNotes> {
	result: 'created' | 'updated' | 'unchanged' | 'skipped';
	/** Those of the response, or as they would be in a preview. Undefined: the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	changes?: Changes;
	/** Fields that were sent, and that no record has. */
	nowhere?: string[];
	/** What a person should check. */
	warning?: string;
}

/** The record of a response. Of several, it is not known which one was written. */
export function theOnly(records: readonly JsonObject[] = []): JsonObject {
	const [record] = records;
	return record && records.length === 1 ? record : {};
}
