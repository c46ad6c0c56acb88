import type { IDataObject } from 'n8n-workflow';

import { bodyFromFields, bodyFromJson, type BodyText } from './bodyText';
import type { MappedField, NamedField } from './typedValue';
import { isSetByService } from '../records/fieldNames';
import { namesIn } from './namesIn';
import type { ParameterReader } from './reader';

/** What the person maps onto the fields of a record. */
export interface Mapping {
	values: IDataObject;
	/** The fields as they were when the person mapped them. */
	fields: Map<string, MappedField>;
	/** Fields of the input that are not sent, because the service sets them itself. */
	leftOut: string[];
	/** By which fields a record is found. */
	matchOn: string[];
	/** What these fields are to hold. */
	matchValues: unknown[];
}

export function readMapping(read: ParameterReader, item: number): Mapping {
	// By the type of the node's own property: a resource mapper.
	const mapper = read('fields', item, {}) as {
		mappingMode?: string;
		value?: IDataObject | null;
		matchingColumns?: string[];
		schema?: Array<MappedField & { id: string }>;
	};
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	const given = (isAutomatic ? (read.inputOf(item) as IDataObject) : mapper.value) ?? {}; // items are objects
	const matchOn = mapper.matchingColumns ?? [];
	const matchValues = matchOn.map((name) => (Object.hasOwn(given, name) ? given[name] : undefined));
	const fields = new Map((mapper.schema ?? []).map((field) => [field.id, field]));
	if (!isAutomatic) return { values: given, fields, leftOut: [], matchOn, matchValues };
	const ignored = new Set(namesIn(readOptions(read, item).ignoreFields));
	const entries = Object.entries(given).filter(([name]) => !ignored.has(name));
	return {
		values: Object.fromEntries(entries.filter(([name]) => !isSetByService(name))),
		fields,
		leftOut: entries
			.map(([name]) => name)
			.filter((name) => isSetByService(name) && !matchOn.includes(name)),
		matchOn,
		matchValues,
	};
}

/** The mapped fields, and those named by hand. */
export function bodyOfMapping(
	read: ParameterReader,
	item: number,
	{ values, fields }: Pick<Mapping, 'values' | 'fields'>,
): BodyText {
	// By the type of the node's own property: a fixed collection.
	const { field = [] } = read('additionalFields', item, {}) as { field?: NamedField[] };
	return bodyFromFields(values, field, fields);
}

export type Body = (BodyText & { ok: false }) | { ok: true; text: string; leftOut: string[] };

export function readBody(read: ParameterReader, item: number): Body {
	if (read('bodyMode', item, 'fields') === 'json') {
		const json = bodyFromJson(read('jsonBody', item, '{}'));
		return json.ok ? { ...json, leftOut: [] } : json;
	}
	const mapping = readMapping(read, item);
	const body = bodyOfMapping(read, item, mapping);
	return body.ok ? { ...body, leftOut: mapping.leftOut } : body;
}

export const readOptions = (read: ParameterReader, item: number): IDataObject =>
	read('options', item, {}) as IDataObject; // a collection
