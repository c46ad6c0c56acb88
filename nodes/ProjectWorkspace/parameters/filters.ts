import { UserError } from '../errors';
import {
	CONDITIONS,
	hasOrder,
	recordFilter,
	type Condition,
	type Filter,
	type RecordFilter,
} from '../records/filter';
import { isStructure, textOf } from '../records/value';
import { namedRows, type NamedRow } from './fixedCollection';
import { cannotBeRead, isNotSet } from './notSet';
import type { ParameterReader } from './reader';
import { choiceOf, readChoice } from './simpleTypes';

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

/** @returns undefined if an agent has left its value empty */
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

	if (isStructure(row.value)) throw cannotBeRead('Filters', row.value);
	const value = textOf(row.value);
	if (needs === 'text' || hasOrder(value, reader.zone)) return { field, condition, value };
	throw new UserError(
		`The filter on '${field}' needs a number or a date, but its value is "${value}"`,
		"Enter a number or a date in 'Value', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
	);
}
