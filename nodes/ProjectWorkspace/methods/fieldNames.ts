import type {
	FieldType,
	IDataObject,
	INodePropertyOptions,
	ResourceMapperField,
} from 'n8n-workflow';

import { isSetByService } from '../records/fields';
import { isNothing, isObject } from '../records/value';

/** More than a person looks through. Any other field can be entered by its name. */
const MAX_SHOWN = 1_000;

/** The names of the fields that any of the records has, in the order in which they first appear. */
function fieldNamesIn(records: readonly IDataObject[]): string[] {
	const names = new Set<string>();
	for (const record of records) {
		for (const name of Object.keys(record)) names.add(name);
	}
	return [...names].filter((name) => !isNothing(name)).slice(0, MAX_SHOWN);
}

/** Fields to choose from, as the service names them. Those in an object follow it: `owner.email`. */
export function fieldChoices(records: readonly IDataObject[]): INodePropertyOptions[] {
	const paths: string[] = [];
	for (const name of fieldNamesIn(records)) {
		const inside = records.map((record) => record[name]).filter(isObject);
		paths.push(name, ...fieldNamesIn(inside).map((inner) => `${name}.${inner}`));
		if (paths.length >= MAX_SHOWN) break;
	}
	return paths.slice(0, MAX_SHOWN).map((path) => ({ name: path, value: path }));
}

/** One column of the mapper for each field, the same in all operations, or the editor would show it as outdated. */
export const mapperFields = (records: readonly IDataObject[]): ResourceMapperField[] =>
	fieldNamesIn(records).map((name) => mapperField(name, records));

function mapperField(name: string, records: readonly IDataObject[]): ResourceMapperField {
	const types = new Set<FieldType>();
	for (const record of records) {
		const value = record[name] ?? null;
		if (value !== null) types.add(typeOf(value));
	}
	const [type] = types;
	const isStructure = type === 'object' || type === 'array';
	return {
		id: name,
		displayName: name,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: !isStructure,
		// Values of several types are sent as they are.
		type: types.size === 1 ? type : undefined,
		display: !isSetByService(name),
		readOnly: isSetByService(name),
	};
}

function typeOf(value: unknown): FieldType {
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number') return 'number';
	if (typeof value === 'boolean') return 'boolean';
	if (typeof value === 'object') return 'object';
	// n8n would add a time and a zone to a date without them.
	return /^\d{4}-\d\d-\d\dT\d/.test(String(value)) ? 'dateTime' : 'string';
}
