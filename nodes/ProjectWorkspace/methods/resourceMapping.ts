import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { resources } from '../catalogue';
import { sample } from './sample';

/** Enough to meet the fields that most records have. */
const SAMPLED_RECORDS = 50;

/** The fields of records are not documented, so they are read from the records that the service returns. */
export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = this.getCurrentNodeParameter('resource');
	const resource = resources.find(({ value }) => value === name);
	if (!resource || this.getCurrentNodeParameter('operation') === 'trigger') return nothingFound;

	const fields = fieldsOf(await sample(this, resource, SAMPLED_RECORDS));
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
			values.set(name, [...(values.get(name) ?? []), value]);
		}
	}
	return [...values].map(([id, seen]) => ({
		id,
		displayName: id,
		required: false,
		display: true,
		defaultMatch: false,
		type: typeOf(seen.filter((value) => value !== null && value !== undefined)),
		readOnly: isServers(id),
	}));
}

/** The type that all values have; text where they differ or where there are none. */
function typeOf(values: readonly unknown[]): FieldType {
	const types = new Set(values.map(typeOfValue));
	const [only] = types;
	return types.size === 1 && only ? only : 'string';
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

/** Fields that the service sets itself, by the names that services give them. */
const isServers = (name: string) =>
	/^(id|uuid|(created|updated|modified|deleted|archived)[_-]?(at|on|date|time)?)$/i.test(name);
