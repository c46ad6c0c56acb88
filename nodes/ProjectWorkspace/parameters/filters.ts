import { UserError } from '../errors';
import { CONDITIONS, hasOrder, RecordFilter, type Condition, type Filter } from '../records/filter';
import type { NamedRow, ParameterReader } from './reader';

/**
 * @param keepsIncomparable whether a value that a filter cannot compare passes it
 * @returns undefined if there is no filter
 */
export function readFilter(
	reader: ParameterReader,
	keepsIncomparable = false,
): RecordFilter | undefined {
	const rows = reader.rows('filters', 'Filters', 'filter', 'field');
	const filters = rows.flatMap((row) => readRow(row) ?? []);
	if (filters.length === 0) return undefined;

	const combine = reader.choice('combineFilters', 'Combine Filters', ['all', 'any']);
	return new RecordFilter(filters, combine, reader.item.zone, keepsIncomparable);
}

const CONDITION_NAMES = Object.keys(CONDITIONS) as [Condition, ...Condition[]]; // `Object.keys` loses the type of the names

/** @returns undefined if an agent has left its value empty */
function readRow({ name: field, row }: NamedRow): Filter | undefined {
	const condition = row.choice('condition', 'Filters: Condition', CONDITION_NAMES);
	const needs = CONDITIONS[condition];
	if (needs === 'nothing') return { field, condition, value: '' };

	const { zone, forAgent } = row.item;
	const value = row.text('value', `Filters: ${field}`);
	if (value === '' && forAgent) return undefined;
	if (value === '') {
		throw new UserError(
			`The filter on '${field}' has no value`,
			"Fill in 'Value', choose the condition 'Is Empty', or remove the filter.",
		);
	}

	if (needs === 'text' || hasOrder(value, zone)) return { field, condition, value };
	throw new UserError(
		`The filter on '${field}' needs a number or a date, but its value is "${value}"`,
		"Enter a number or a date in 'Value', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
	);
}
