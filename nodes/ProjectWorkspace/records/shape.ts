import { flatFields, isIdName, isLabelName } from './fields';
import { fieldAt, isEmpty, type JsonObject } from './value';

/** Which fields of each record are returned, or only the number of records. */
export type OutputShape =
	| { mode: 'raw' | 'simplified' | 'count' }
	| { mode: 'selected'; fields: readonly string[] };

/** n8n asks nodes to simplify records with more than ten fields. */
const MAX_SIMPLIFIED_FIELDS = 10;

/** A record with the fields that the person asked for. */
export function shapeRecord(record: JsonObject, shape: OutputShape): JsonObject {
	if (shape.mode === 'simplified') return simplified(record);
	if (shape.mode !== 'selected') return record;

	// Only an agent selects fields, and it needs the ID to use the record.
	return selected(record, [...Object.keys(record).filter(isIdName), ...shape.fields]);
}

/** The ID, then titles and names, then the other simple values in the order of the service. */
function simplified(record: JsonObject): JsonObject {
	const all = flatFields(record);
	const simple = Object.keys(all).filter(
		(name) => !isEmpty(all[name]) && typeof all[name] !== 'object',
	);
	// Otherwise nothing would be left of a record that only has others.
	const names = simple.length > 0 ? simple : Object.keys(all);
	const ordered = new Set([...names.filter(isIdName), ...names.filter(isLabelName), ...names]);
	const kept = [...ordered].slice(0, MAX_SIMPLIFIED_FIELDS);
	return Object.fromEntries(kept.map((name) => [name, all[name]]));
}

/** In the order of the selection. `owner.email` is a name of its own. */
function selected(record: JsonObject, fields: readonly string[]): JsonObject {
	const values: Array<[string, JsonObject[string]]> = [];
	for (const field of fields) {
		const value = fieldAt(record, field);
		if (value !== undefined) values.push([field, value]);
	}
	return Object.fromEntries(values);
}
