import type { GivenValue } from '../records/same';
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
	/** Match and values, read once: a value that is saved in another form may be the same. */
	expected: ReadonlyMap<string, GivenValue>;
	/** `keep`: the record stays as it is. */
	ifMatch: 'update' | 'keep';
	noMatch: 'create' | 'skip' | 'stop';
	/** Whether 'Match On Other Fields' names the fields to match on, which no record has to have. */
	mayBeNewField: boolean;
	/** Whether an update also sends the fields that stay as they are. */
	sendWholeRecord: boolean;
	isPreview: boolean;
	/** The time zone of the workflow. */
	zone: string;
	/** The request that creates the record, and its body. Throws if a parameter does not allow it. */
	creation: () => { request: ApiRequest; body: JsonObject };
	/** The request that updates a record. */
	updateOf: (id: string | number, body: JsonObject) => ApiRequest;
}
