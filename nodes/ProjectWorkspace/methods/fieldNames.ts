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

/** Fields to choose from. Those in an object follow it: `owner.email` as "Owner › Email". */
export function fieldChoices(records: readonly IDataObject[]): INodePropertyOptions[] {
	const choices: INodePropertyOptions[] = [];
	for (const name of fieldNamesIn(records)) {
		choices.push({ name: shownPath(name), value: name });
		const inside = records.map((record) => record[name]).filter(isObject);
		for (const inner of fieldNamesIn(inside)) {
			const path = `${name}.${inner}`;
			choices.push({ name: shownPath(path), value: path });
		}
		if (choices.length >= MAX_SHOWN) break;
	}
	return choices.slice(0, MAX_SHOWN);
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
		displayName: shownPath(name),
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

/** The title, and the name if it is not obvious, because expressions need it: `Due Date (due_date)`. */
function shownPath(path: string): string {
	const title = path.split('.').map(titleOf).join(' › ');
	return title.toLowerCase() === path.toLowerCase() ? title : `${title} (${path})`;
}

/** `due_date` and `dueDate` as "Due Date". */
function titleOf(name: string): string {
	const words = name.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').split(/[-_\s]+/);
	return words.map(capitalized).join(' ').trim() || name;
}

const ABBREVIATIONS = ['id', 'url', 'uuid', 'api'];

function capitalized(word: string): string {
	if (ABBREVIATIONS.includes(word.toLowerCase())) return word.toUpperCase();
	return word.charAt(0).toUpperCase() + word.slice(1);
}
