import type { GivenValue } from '../records/same';
import type { SavedNotes } from '../records/saved';
import type { JsonObject } from '../records/value';
import type { Resource } from '../resources';
import type { ApiRequest } from '../transport/types';

/** What one item asks for. */
export interface MatchItem {
	resource: Resource;
	/** The values by which a record is found. None is empty. */
	match: JsonObject;
	/** The values to write. */
	values: JsonObject;
	/** All these values in the forms in which they may be saved, read once. */
	given: ReadonlyMap<string, GivenValue>;
	/** The time zone of the workflow. */
	zone: string;
	/** `keep`: the record stays as it is. */
	ifMatch: 'update' | 'keep';
	noMatch: 'create' | 'skip' | 'stop';
	/** Whether 'Match On Other Fields' names the fields to match on, which no record has to have. */
	mayBeNewField: boolean;
	/** Whether an update also sends the fields that stay as they are. */
	sendWholeRecord: boolean;
	isPreview: boolean;
	/** The request that creates the record, and its body. Throws if a parameter does not allow it. */
	creation: () => { request: ApiRequest; body: JsonObject };
	/** The request that updates a record. */
	updateOf: (id: string | number, body: JsonObject) => ApiRequest;
}

/** The fields that change; `from` is left out where a record did not have the field. */
export type Changes = Record<string, { from?: JsonObject[string]; to: JsonObject[string] }>;

/** What was done for an item. */
export interface Done {
	result: 'created' | 'updated' | 'unchanged' | 'skipped';
	/** The records of the response, or of a preview. Undefined: the response has none. */
	records: JsonObject[] | undefined;
	id?: string | number;
	changes?: Changes;
	/** What a person should check. */
	warning?: string;
	notes?: WriteNotes;
}

interface WriteNotes extends SavedNotes {
	/** Fields that were sent, and that no record has. */
	nowhere?: string[];
}
