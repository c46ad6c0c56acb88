import { UserError } from '../errors';
import {
	CONDITIONS,
	hasOrder,
	recordFilter,
	type Condition,
	type Filter,
	type RecordFilter,
} from '../records/filter';
import type { SortField } from '../records/order';
import type { OutputShape } from '../records/shape';
import { isStructure, textOf } from '../records/value';
import {
	cannotBeRead,
	choiceOf,
	isNotSet,
	namedRows,
	namesIn,
	readChoice,
	toggleOf,
	wholeNumberOf,
	type NamedRow,
	type ParameterReader,
} from './reader';

const DEFAULT_LIMIT = 50;

/** Undefined if 'Return All' is on. */
export function readLimit(reader: ParameterReader): number | undefined {
	if (readToggle(reader, 'returnAll', 'Return All')) return undefined;

	const limit = reader.get('limit', DEFAULT_LIMIT);
	if (isNotSet(reader, limit, 'Limit', 'limit')) return DEFAULT_LIMIT;
	return wholeNumberOf(limit, 'Limit', 1);
}

function readToggle(reader: ParameterReader, name: string, label: string): boolean {
	const value = reader.get(name, false);
	return !isNotSet(reader, value, label, name) && toggleOf(value, label);
}

export function readSort(reader: ParameterReader): SortField[] {
	const rows = namedRows(reader, reader.get('sort', {}), 'Sort', { group: 'field' });
	return rows.map(({ name, row }) => ({
		name,
		direction: choiceOf(row.direction, 'Sort', ['asc', 'desc']),
	}));
}

/** 'Simplify' or, for an agent, 'Output'. Operations without these parameters return all fields. */
export function readOutput(reader: ParameterReader): OutputShape {
	if (reader.forAgent) return readToolOutput(reader);
	return { mode: readToggle(reader, 'simple', 'Simplify') ? 'simplified' : 'raw' };
}

function readToolOutput(reader: ParameterReader): OutputShape {
	const mode = readChoice(reader, 'output', 'Output', ['raw', 'simplified', 'selected', 'count']);
	if (mode !== 'selected') return { mode };

	const fields = namesIn(reader.get('outputFields', []), 'Output Fields');
	if (fields.length === 0) {
		throw new UserError(
			'No output fields are selected',
			"Choose at least one in 'Output Fields', or set 'Output' to 'Raw' or 'Simplified'.",
		);
	}
	return { mode, fields };
}

/**
 * @param keepsIncomparable whether a value that a filter cannot compare passes it
 * @returns undefined if there is no filter
 */
export function readFilter(
	reader: ParameterReader,
	keepsIncomparable = false,
): RecordFilter | undefined {
	const columns = { group: 'filter', column: 'field' };
	const rows = namedRows(reader, reader.get('filters', {}), 'Filters', columns);
	const filters = rows.flatMap((row, at) => readFilterRow(reader, row, at) ?? []);
	if (filters.length === 0) return undefined;

	const combine = readChoice(reader, 'combineFilters', 'Combine Filters', ['all', 'any']);
	return recordFilter(filters, combine, reader.zone, keepsIncomparable);
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as [Condition, ...Condition[]]; // by the type of the table

/** Undefined if an agent has left its value empty. */
function readFilterRow(
	reader: ParameterReader,
	{ name: field, row }: NamedRow,
	at: number,
): Filter | undefined {
	const condition = choiceOf(row.condition, 'Filters', CONDITION_NAMES);
	const needs = CONDITIONS[condition];
	if (needs === 'nothing') return { field, condition, value: '' };

	const path = ['filters', 'filter', at, 'value'];
	if (isNotSet(reader, row.value, `Filters: ${field}`, ...path)) {
		if (reader.forAgent) return undefined;
		throw new UserError(
			`The filter on '${field}' has no value`,
			"Fill in 'Value', choose the condition 'Is Empty', or remove the filter.",
		);
	}

	if (isStructure(row.value)) throw cannotBeRead('Filters');
	const value = textOf(row.value);
	if (needs === 'text' || hasOrder(value, reader.zone)) return { field, condition, value };
	throw new UserError(
		`The filter on '${field}' needs a number or a date, but its value is "${value}"`,
		"Enter a number or a date in 'Value', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
	);
}
