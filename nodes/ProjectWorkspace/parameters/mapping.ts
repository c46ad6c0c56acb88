import type { IDataObject, INodeProperties, INodePropertyTypeOptions } from 'n8n-workflow';

import { isSetByService } from '../records/fieldNames';
import { ok, reject, type Result } from '../result';
import { messages } from './messages';
import type { Options } from './readOptions';
import { isEmpty, splitNames, type ParameterReader } from './reader';
import { encodeAs } from './typedValue';

/** The condition under which the editor shows a property. */
export type Show = Record<string, string[]>;

/** The fields that were detected in the service's records. */
export const fieldsProperty = (
	show: Show,
	matching: Pick<
		NonNullable<INodePropertyTypeOptions['resourceMapper']>,
		'mode' | 'multiKeyMatch' | 'matchingFieldsLabels'
	>,
): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { show },
	builderHint: {
		propertyHint:
			"Only map fields that the user names or that an earlier node's records show. Keys of 'value' are field names; fields in 'matchingColumns' need a value too.",
	},
	typeOptions: {
		// Otherwise the editor keeps the fields of the resource that was chosen before.
		loadOptionsDependsOn: ['resource'],
		resourceMapper: {
			resourceMapperMethod: 'getFields',
			...matching,
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			supportAutoMap: true,
			// getFields returns a notice instead, which is not shown as an error.
			hideNoDataError: true,
			// Its fields may come from n8n's builder, which does not know their types.
			refreshIncompleteSchemaOnOpen: true,
			valuesLabel: 'Fields to Send',
		},
	},
});

/** Fields that were not detected. */
export const additionalFieldsProperty = (show: Show): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'fixedCollection',
	placeholder: 'Add field by name',
	default: {},
	displayOptions: { show },
	description: 'Fields that are not listed above. Use the names that the service expects.',
	typeOptions: { multipleValues: true },
	options: [
		{
			displayName: 'Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. due_date',
					description: 'Field name, exactly as the service expects it',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					default: 'string',
					description: 'Data type of the value in the request',
					options: [
						{ name: 'Boolean', value: 'boolean' },
						{ name: 'JSON', value: 'json' },
						{ name: 'Null (Clears the Field)', value: 'null' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text', value: 'string' },
					],
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 2026-12-31',
					displayOptions: { hide: { type: ['null'] } },
					description:
						'Value to send. With the type Text, an empty value is sent as an empty string.',
				},
			],
		},
	],
});

/** One row of Additional Fields. */
export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

/** A field as it was when the person mapped it. */
export interface MappedField {
	type?: string;
	/** If the value is selected from a list. */
	options?: ReadonlyArray<{ value: unknown }>;
}

/** Fields that this package's nodes add to their output, if one of them comes before. */
const ADDED_FIELDS = ['_result', '_changes', '_preview', '_position', '_change'];

/**
 * The values that the person mapped to the fields of a record.
 * @returns `named`: fields that are added by name; `fields`: the types that were detected when the person mapped them;
 * `omittedFields`: fields of the input that are not sent, because the service sets them itself; `match`: the fields to
 * match on, with their values
 */
export function readMapping(read: ParameterReader, options: Options) {
	// By the type of the property above: a resource mapper.
	const mapper = read.get('fields', {}) as {
		mappingMode?: string;
		value?: IDataObject | null;
		matchingColumns?: string[];
		schema?: Array<MappedField & { id: string }>;
	};
	// By the type of the property above: a fixed collection.
	const { field: named = [] } = read.get('additionalFields', {}) as { field?: NamedField[] };
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	const given = (isAutomatic ? read.input : mapper.value) ?? {};
	const matchOn = mapper.matchingColumns ?? [];
	const match = Object.fromEntries(
		matchOn.map((name) => [name, Object.hasOwn(given, name) ? given[name] : undefined]),
	);
	const fields = new Map((mapper.schema ?? []).map((field) => [field.id, field]));
	const mapping = { named, fields, match };
	if (!isAutomatic) return { ...mapping, values: given, omittedFields: [] };
	const ignored = splitNames(options.ignoreFields);
	const isAdded = (name: string) => ADDED_FIELDS.includes(name) && !fields.has(name);
	const names = Object.keys(given).filter((name) => !ignored.includes(name) && !isAdded(name));
	return {
		...mapping,
		values: Object.fromEntries(
			names.filter((name) => !isSetByService(name)).map((name) => [name, given[name]]),
		),
		omittedFields: names.filter((name) => isSetByService(name) && !matchOn.includes(name)),
	};
}

/**
 * Empty mapped fields are not sent; fields added by name are sent even if they are empty.
 * @param fields the mapped fields, with the types detected in the service's records
 */
export function bodyFromFields(
	mapped: Record<string, unknown>,
	named: readonly NamedField[],
	fields: ReadonlyMap<string, MappedField> = new Map(),
): Result<string> {
	const entries = new Map<string, string>();
	for (const [name, given] of Object.entries(mapped)) {
		if (isEmpty(given)) continue;
		const { type, options = [] } = fields.get(name) ?? {};
		// The ID of a project may be a number, and an expression may return it as a string.
		const option = options.find((each) => String(each.value) === String(given));
		// A number in a field of strings stays a number.
		const value = encodeAs(type === 'string' ? undefined : type, option ? option.value : given);
		if (!value.ok) return reject(messages.mappedField(name, value.problem));
		entries.set(name, value.value);
	}
	for (const field of named) {
		const name = isEmpty(field.name) ? '' : String(field.name).trim();
		if (name === '') return reject(messages.fieldNoName());
		if (entries.has(name)) return reject(messages.fieldTwice(name));
		const value = encodeAs(field.type, field.value);
		if (!value.ok) return reject(messages.namedField(name, value.problem));
		entries.set(name, value.value);
	}
	const members = [...entries].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
	return ok(`{${members.join(',')}}`);
}
