import { flatFields, isIdName, isLabelName } from './fields';
import { fieldsAt, isEmpty, type JsonObject } from './value';

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
	return fieldsAt(record, [...Object.keys(record).filter(isIdName), ...shape.fields]);
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
	return fieldsAt(all, [...ordered].slice(0, MAX_SIMPLIFIED_FIELDS));
}
