import type { ResourceMapperField } from 'n8n-workflow';

import { UserError } from '../errors';
import { isNothing, isObject, quoted, type JsonObject } from '../records/value';
import type { Options } from './options';
import { cannotBeRead, namesIn, type ParameterReader } from './reader';

/** 'Fields', n8n's resource mapper. */
export interface Mapper {
	isAutomatic: boolean;
	/** The values to send, by the name of the field. */
	values: ReadonlyMap<string, unknown>;
	/** The fields as the editor last showed them, by name. */
	columns: ReadonlyMap<string, ResourceMapperField>;
	matchOn: string[];
	/** A warning about names in the input. */
	warning?: string;
}

export function readMapper(reader: ParameterReader, options: Options): Mapper {
	const mapper = reader.get('fields') ?? { mappingMode: 'defineBelow' };
	if (!isObject(mapper)) throw cannotBeRead('Fields', mapper);

	const { mappingMode, value, schema, matchingColumns } = mapper;
	const shown = (Array.isArray(schema) ? schema : []) as unknown as ResourceMapperField[]; // as n8n saves it
	const columns = new Map(shown.map((column) => [column.id, column]));
	const matchOn = namesIn(matchingColumns, 'Fields to Match On');

	if (mappingMode === 'defineBelow') {
		return { isAutomatic: false, columns, matchOn, values: mappedValues(value ?? {}, columns) };
	}
	if (mappingMode !== 'autoMapInputData') throw cannotBeRead('Fields', mapper);
	// A builder of workflows saves no columns, and the editor has none for a field that no record has yet.
	const known = new Set([...columns.keys(), ...matchOn, ...options.matchOn]);
	const { input } = reader.item;
	return { isAutomatic: true, columns, matchOn, ...valuesOfInput(input, known, options) };
}

/** A field that was removed in the editor keeps its value in n8n, mostly null. */
function mappedValues(values: unknown, columns: Mapper['columns']): Map<string, unknown> {
	if (!isObject(values)) throw cannotBeRead('Fields', values);

	const mapped = new Map<string, unknown>();
	for (const [name, value] of Object.entries(values)) {
		if (!columns.get(name)?.removed || !isNothing(value)) mapped.set(name, value);
	}
	return mapped;
}

/** Fields that nodes of this package add to their output. */
const ADDED_TO_OUTPUT = new Set(['_result', '_changes', '_preview', '_change']);

/** The values of the input by the fields that its columns mean: sheets write a heading with spaces, in other case, or with a byte order mark. */
function valuesOfInput(
	input: JsonObject,
	known: ReadonlySet<string>,
	{ ignoreFields }: Options,
): Pick<Mapper, 'values' | 'warning'> {
	// This removes a byte order mark, too.
	const names = new Set(Object.keys(input).map((heading) => heading.trim()));
	const values = new Map<string, unknown>();
	const headings = new Map<string, string>();
	let warning: string | undefined;

	for (const [heading, value] of Object.entries(input)) {
		const name = heading.trim();
		if (ADDED_TO_OUTPUT.has(name) || isIgnored(name, ignoreFields)) continue;

		const { field, doubt } = fieldMeantBy(name, known, names);
		warning ??= doubt;
		const other = headings.get(field);
		if (other !== undefined) throw columnTwice(field, other, heading);
		headings.set(field, heading);
		values.set(field, value);
	}
	return { values, warning };
}

/** A name with a comma is ignored if all its parts are, because the option separates names by commas. */
const isIgnored = (name: string, ignored: readonly string[]) =>
	ignored.includes(name) || name.split(',').every((part) => ignored.includes(part.trim()));

/**
 * The field that a column means: the one of its name, or the only one whose name differs in case.
 * @param names of all columns: one that has the name of the field means it
 */
function fieldMeantBy(
	name: string,
	known: ReadonlySet<string>,
	names: ReadonlySet<string>,
): { field: string; doubt?: string } {
	if (known.has(name)) return { field: name };

	const isSimilar = (field: string): boolean => field.toLowerCase() === name.toLowerCase();
	const [similar, ...others] = [...known].filter(isSimilar);
	if (similar === undefined) return { field: name };
	if (others.length === 0 && !names.has(similar)) return { field: similar };

	const doubt = `The input field ${quoted(name)} was not taken for the field ${quoted(similar)}, although only case is different. If it is that field, rename it.`;
	return { field: name, doubt };
}

const columnTwice = (field: string, ...headings: string[]) =>
	new UserError(
		`Two input fields are the field '${field}': ${headings.map(quoted).join(' and ')}`,
		"Rename or remove one of them, or name it in 'Ignore Fields From Input' under 'Options'.",
	);
