import type { SavedNotes } from '../records/saved';
import type { JsonObject } from '../records/value';

/** The fields that change; `from` is left out where a record did not have the field. */
export type Changes = Record<string, { from?: JsonObject[string]; to: JsonObject[string] }>;

/** What was done with a record, or would be done. */
export interface Written {
	result: string;
	/** The records of the response, or of a preview. Undefined: the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	/** Undefined if nothing is known about single fields. */
	changes?: Changes;
	notes?: WriteNotes;
}

/** What was done for an item that matches records. */
export interface Done extends Written {
	result: 'created' | 'updated' | 'unchanged' | 'skipped';
	/** What a person should check. */
	warning?: string;
}

export interface WriteNotes extends SavedNotes {
	/** Fields that were sent, and that no record has. */
	nowhere?: string[];
}
