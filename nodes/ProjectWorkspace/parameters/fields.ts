import { UserError } from '../errors';
import { isSetByService } from '../records/fields';
import { isEmpty, ownField } from '../records/value';
import type { Options } from './options';
import type { ParameterReader } from './reader';
import { readMapper, type Mapper } from './resourceMapper';

/** A value for a field of the service's records. */
export interface Field {
	name: string;
	/** The type that the editor showed or a person has chosen. Without one, the value is sent as it is. */
	type?: string;
	value: unknown;
}

/** The notes of which hints are made. */
export interface FieldNotes {
	/** Fields of the input that are neither sent nor matched on, because the service sets them itself. */
	omitted?: string[];
	/** Fields that are not sent, because an expression or the input gave nothing. */
	empty?: string[];
	/** Fields that 'JSON Body' sends as null, because its expression gave nothing. */
	asNull?: string[];
	/** A warning about what may go wrong. */
	warning?: string;
}

export interface MappedFields {
	/** The fields to send. */
	fields: Field[];
	/** The fields to match on with their values, which are not always sent. */
	matchOn: Field[];
	notes: FieldNotes;
}

/** The fields that a person has mapped or added by name. */
export function readFields(reader: ParameterReader, options: Options): MappedFields {
	const mapper = readMapper(reader, options);
	const matchNames = options.matchOn.length > 0 ? options.matchOn : mapper.matchOn;
	const given: Field[] = [];
	const omitted: string[] = [];
	for (const [name, value] of mapper.values) {
		if (!mapper.isAutomatic || !isSetByService(name)) given.push(fieldOf(mapper, name, value));
		else if (!matchNames.includes(name)) omitted.push(name);
	}

	const fields: Field[] = [];
	const empty: string[] = [];
	for (const field of [...given, ...readAdditional(reader)]) {
		if (!isEmpty(field.value)) fields.push(field);
		else if (options.sendEmpty) fields.push({ name: field.name, value: null });
		else if (needsHint(reader, mapper, field.name)) empty.push(field.name);
	}

	const input = mapper.isAutomatic ? reader.item.input : {};
	const matchOn = matchNames.map((name) => {
		const sent = fields.find((field) => field.name === name);
		// A field of the input can be matched on although it is not sent.
		const value = mapper.values.get(name) ?? ownField(input, name);
		return sent ?? fieldOf(mapper, name, value);
	});
	return { fields, matchOn, notes: { omitted, empty, warning: mapper.warning } };
}

const fieldOf = ({ columns }: Mapper, name: string, value: unknown): Field => ({
	name,
	type: columns.get(name)?.type,
	value,
});

/** Whether a hint says that a field has no value: one that a person has left empty in the editor needs none. */
function needsHint(reader: ParameterReader, mapper: Mapper, name: string): boolean {
	if (reader.item.forAgent) return false;
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
	throw new UserError(
		`The field to match on '${empty.name}' has no value`,
		`Provide a value for '${empty.name}' in 'Fields', in the input or in 'Additional Fields', or match on another field.`,
	);
}

function readAdditional(reader: ParameterReader): Field[] {
	const label = 'Additional Fields';
	return reader.rows('additionalFields', label, 'field').map(({ name, row }) => ({
		name,
		type: row.choice('type', label, ['string', 'boolean', 'json', 'number']),
		value: row.get('value'),
	}));
}
