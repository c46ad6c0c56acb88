import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { resources } from '../catalogue';
import { beginningOf } from './begunLists';

/** Enough to meet the fields that most records have. */
const SAMPLED_RECORDS = 50;

/** The fields of records are not documented, so they are read from the records that the service returns. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = this.getCurrentNodeParameter('resource');
	const resource = resources.find(({ value }) => value === name);
	if (!resource || this.getCurrentNodeParameter('operation') === 'trigger') return nothingFound;

	const { records } = await beginningOf(this, resource, {}, SAMPLED_RECORDS, { anew: false });
	const fields = fieldsOf(records.slice(0, SAMPLED_RECORDS));
	return fields.length > 0 ? { fields } : nothingFound;
}

const nothingFound: ResourceMapperFields = {
	fields: [],
	emptyFieldsNotice:
		'No record shows which fields there are. Name the fields under Additional Fields, or send JSON.',
};

/** One column for each field that any record has, in the order in which they first appear. */
export function fieldsOf(records: readonly IDataObject[]): ResourceMapperField[] {
	const values = new Map<string, unknown[]>();
	for (const record of records) {
		for (const [name, value] of Object.entries(record)) {
			const seen = values.get(name) ?? [];
			if (value !== null && value !== undefined) seen.push(value);
			values.set(name, seen);
		}
	}
	return [...values].map(([id, seen]) => ({
		id,
		displayName: id,
		required: false,
		display: true,
		defaultMatch: false,
		canBeUsedToMatch: isIdentifying(id),
		...typeOf(seen),
		// Known, and out of the way: nobody sets them by hand.
		...(isServers(id) ? { readOnly: true, removed: true } : { readOnly: false }),
	}));
}

/** The type that all values have; text where they differ or where there are none. */
function typeOf(values: readonly unknown[]): Pick<ResourceMapperField, 'type' | 'options'> {
	const types = new Set(values.map(typeOfValue));
	const [only] = types;
	if (types.size !== 1 || !only) return { type: 'string' };
	const options = only === 'string' ? repeatedTexts(values) : undefined;
	return options ? { type: 'options', options } : { type: only };
}

/** So many records have to have a field before its values are taken for a list of choices, */
const ENOUGH_VALUES = 10;

/** and no more different values than this may be among them. */
const MOST_CHOICES = 5;

const LONGEST_CHOICE = 40;

function repeatedTexts(values: readonly unknown[]): ResourceMapperField['options'] {
	const texts = [...new Set(values.map(String))].sort();
	return values.length >= ENOUGH_VALUES &&
		texts.length <= MOST_CHOICES &&
		texts.every((text) => text !== '' && text.length <= LONGEST_CHOICE)
		? texts.map((text) => ({ name: text, value: text }))
		: undefined;
}

function typeOfValue(value: unknown): FieldType {
	if (Array.isArray(value)) return 'array';
	switch (typeof value) {
		case 'number':
			return 'number';
		case 'boolean':
			return 'boolean';
		case 'object':
			return 'object';
		default:
			// A day alone stays text: n8n would add a time and a zone to it.
			return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d/.test(value)
				? 'dateTime'
				: 'string';
	}
}

/** By these a person may find the record that is meant. */
const isIdentifying = (name: string) => /^(id|uuid|key|slug|email|name|title)$/i.test(name);

/** Fields that the service sets itself, by the names that services give them. */
const isServers = (name: string) =>
	/^(id|uuid|(created|updated|modified|deleted|archived)[_-]?(at|on|date|time)?)$/i.test(name);
