import type { ResourceMapperField } from 'n8n-workflow';

import { UserError } from '../errors';
import { isSetByService } from '../records/fields';
import { isEmpty, isNothing, isObject } from '../records/value';
import type { Options } from './options';
import {
	cannotBeRead,
	choiceOf,
	namedRows,
	namesIn,
	returnedNothing,
	type ParameterReader,
} from './reader';

/** A value for a field of the service's records. */
export interface Field {
	name: string;
	/** The type that the editor showed or a person has chosen; undefined: the value is sent as it is. */
	type?: string;
	value: unknown;
}

/** What hints say about the fields of an item. */
export interface FieldNotes {
	/** Fields of the input that are not sent, because the service sets them itself. */
	omitted?: string[];
	/** Fields that are not sent, because an expression or the input gave nothing. */
	empty?: string[];
	/** What may go wrong with other input. */
	warning?: string;
}

export interface MappedFields {
	/** What is sent. */
	fields: Field[];
	/** The fields to match on with their values, which are not always sent. */
	matchOn: Field[];
	notes: FieldNotes;
}

/** Fields that nodes of this package add to their output. */
const ADDED_TO_OUTPUT = new Set(['_result', '_changes', '_preview', '_change']);

/** The fields that a person has mapped or added by name. */
export function readFields(reader: ParameterReader, options: Options): MappedFields {
	const mapper = readMapper(reader);
	const chosen = chosenNames(mapper, options);
	const omitted = mapper.isAutomatic ? chosen.filter(isSetByService) : [];
	const mapped = chosen.filter((name) => !omitted.includes(name));

	const fields: Field[] = [];
	const empty: string[] = [];
	for (const field of [
		...mapped.map((name) => mappedField(mapper, name)),
		...readAdditional(reader),
	]) {
		if (!isEmpty(field.value)) fields.push(field);
		else if (options.sendEmpty) fields.push({ name: field.name, value: null });
		else if (needsHint(reader, mapper, field.name)) empty.push(field.name);
	}

	const matchNames = options.matchOn.length > 0 ? options.matchOn : mapper.matchOn;
	const matchOn = matchNames.map((name) => {
		const sent = fields.find((field) => field.name === name);
		return sent ?? mappedField(mapper, name);
	});
	const notes = { omitted: omitted.filter((name) => !matchNames.includes(name)), empty };
	return { fields, matchOn, notes };
}

/** The fields of the input, or those that are mapped. */
function chosenNames({ isAutomatic, values, columns }: Mapper, options: Options): string[] {
	const names = [...values.keys()];
	if (isAutomatic) {
		return names.filter(
			(name) => !options.ignoreFields.includes(name) && !ADDED_TO_OUTPUT.has(name),
		);
	}
	return names.filter((name) => !columns.get(name)?.removed || !isNothing(values.get(name)));
}

/** Whether a hint says that a field has no value: one that a person has left empty in the editor needs none. */
function needsHint(reader: ParameterReader, mapper: Mapper, name: string): boolean {
	if (reader.forAgent) return false;
	if (mapper.isAutomatic || !mapper.values.has(name)) return true;
	return reader.isExpression('fields', 'value', name);
}

/** The fields of an operation that finds its record by them. */
export function readMatchFields(reader: ParameterReader, options: Options): MappedFields {
	const mapped = readFields(reader, options);
	if (mapped.matchOn.length === 0) {
		throw new UserError(
			'There is no field to match on',
			"Choose one in 'Fields to Match On', or enter its name in 'Match On Other Fields' under 'Options'.",
		);
	}

	const empty = mapped.matchOn.find(({ value }) => isEmpty(value));
	if (!empty) return mapped;
	const isExpression = reader.isExpression('fields', 'value', empty.name);
	if (isExpression && !reader.forAgent) throw returnedNothing(empty.name);
	throw new UserError(
		`The field to match on '${empty.name}' has no value`,
		`Provide a value for '${empty.name}' in 'Fields', in the input or in 'Additional Fields', or match on another field.`,
	);
}

/** 'Fields', n8n's resource mapper. */
interface Mapper {
	isAutomatic: boolean;
	values: ReadonlyMap<string, unknown>;
	/** As the editor last showed the fields, by name. */
	columns: ReadonlyMap<string, ResourceMapperField>;
	matchOn: string[];
}

function readMapper(reader: ParameterReader): Mapper {
	const label = 'Fields';
	const mapper = reader.get('fields', null) ?? { mappingMode: 'defineBelow' };
	if (!isObject(mapper)) throw cannotBeRead(label);

	const { mappingMode, value, schema, matchingColumns } = mapper;
	const isAutomatic = mappingMode === 'autoMapInputData';
	if (!isAutomatic && mappingMode !== 'defineBelow') throw cannotBeRead(label);
	const values = isAutomatic ? reader.input : (value ?? {});
	if (!isObject(values)) throw cannotBeRead(label);

	const shown = (Array.isArray(schema) ? schema : []) as unknown as ResourceMapperField[]; // as n8n saves it
	return {
		isAutomatic,
		values: new Map(Object.entries(values)),
		columns: new Map(shown.map((column) => [column.id, column])),
		matchOn: namesIn(matchingColumns, 'Fields to Match On'),
	};
}

function mappedField({ values, columns }: Mapper, name: string): Field {
	return { name, type: columns.get(name)?.type, value: values.get(name) };
}

function readAdditional(reader: ParameterReader): Field[] {
	const label = 'Additional Fields';
	const rows = namedRows(reader, reader.get('additionalFields', {}), label, { group: 'field' });
	return rows.map(({ name, row }) => ({
		name,
		type: choiceOf(row.type, label, ['string', 'boolean', 'json', 'number']),
		value: row.value,
	}));
}
