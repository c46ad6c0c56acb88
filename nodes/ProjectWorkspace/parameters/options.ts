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
import { booleanOf, isObject, isStructure, textOf, type JsonObject } from '../records/value';
import {
	cannotBeRead,
	isNotSet,
	namedRows,
	namesIn,
	readChoice,
	type NamedRow,
	type ParameterReader,
} from './reader';

/** 'Options' of one item, by the names that workflows save. */
export interface Options {
	queryParameters: Readonly<Record<string, string>>;
	inOrder: boolean;
	requireComplete: boolean;
	skip: number;
	sort: readonly SortField[];
	previewOnly: boolean;
	includeResult: boolean;
	sendEmpty: boolean;
	ignoreFields: readonly string[];
	matchOn: readonly string[];
	sendWholeRecord: boolean;
	startWithExisting: boolean;
}

/** @throws UserError, as all readers here */
export function readOptions(reader: ParameterReader): Options {
	const given = reader.get('options', {}) ?? {};
	if (!isObject(given)) throw cannotBeRead('Options');

	const set: SetOptions = { reader, given };
	return {
		queryParameters: readQueryParameters(set),
		inOrder: toggle(set, 'inOrder', 'Send in Order'),
		requireComplete: toggle(set, 'requireComplete', 'Require Complete List'),
		skip: wholeNumber(set, 'skip', 'Skip'),
		sort: readSort(set),
		previewOnly: toggle(set, 'previewOnly', 'Preview Only'),
		includeResult: toggle(set, 'includeResult', 'Include Change Details'),
		sendEmpty: toggle(set, 'sendEmpty', 'Send Empty Values'),
		ignoreFields: names(set, 'ignoreFields', 'Ignore Fields From Input'),
		matchOn: names(set, 'matchOn', 'Match On Other Fields'),
		sendWholeRecord: toggle(set, 'sendWholeRecord', 'Send Whole Record'),
		startWithExisting: toggle(set, 'startWithExisting', 'Start With Existing Records'),
	};
}

/** The options that a person has added, and who reads them. */
interface SetOptions {
	reader: ParameterReader;
	given: JsonObject;
}

function isOptionNotSet({ reader, given }: SetOptions, name: string, label: string): boolean {
	return isNotSet(reader, given[name], label, 'options', name);
}

function toggle(set: SetOptions, name: string, label: string): boolean {
	return !isOptionNotSet(set, name, label) && toggleOf(set.given[name], label);
}

function wholeNumber(set: SetOptions, name: string, label: string): number {
	return isOptionNotSet(set, name, label) ? 0 : wholeNumberOf(set.given[name], label, 0);
}

function names(set: SetOptions, name: string, label: string): string[] {
	return isOptionNotSet(set, name, label) ? [] : namesIn(set.given[name], label);
}

/** An expression may return it as a text. */
function toggleOf(value: unknown, label: string): boolean {
	const isOn = booleanOf(value);
	if (isOn === undefined) {
		throw new UserError(`'${label}' must be true or false`, `Change '${label}'.`);
	}
	return isOn;
}

function wholeNumberOf(value: unknown, label: string, least: number): number {
	const number = Number(textOf(value)); // NaN for true or a list
	if (!Number.isSafeInteger(number) || number < least) {
		throw new UserError(
			`'${label}' must be a whole number of at least ${least}`,
			`Change '${label}'.`,
		);
	}
	return number;
}

function readQueryParameters({ reader, given }: SetOptions): Record<string, string> {
	const label = 'Query Parameters';
	const rows = namedRows(reader, given.queryParameters, label, { group: 'parameter' });
	const query = new Map<string, string>();

	for (const [at, { name, row }] of rows.entries()) {
		const path = ['options', 'queryParameters', 'parameter', at, 'value'];
		if (isNotSet(reader, row.value, `${label}: ${name}`, ...path)) continue;

		if (query.has(name)) throw queryParameterTwice(name);
		if (isStructure(row.value)) throw cannotBeRead(label);
		query.set(name, textOf(row.value));
	}
	return Object.fromEntries(query);
}

export const queryParameterTwice = (name: string): UserError =>
	new UserError(
		`The query parameter '${name}' is set twice`,
		"Remove one of the two in 'Query Parameters', or clear the parameter of this node that sends it, such as 'Project'.",
	);

function readSort({ reader, given }: SetOptions): SortField[] {
	const rows = namedRows(reader, given.sort, 'Sort', { group: 'field' });
	return rows.map(({ name, row: { direction = 'asc' } }) => {
		if (direction !== 'asc' && direction !== 'desc') throw cannotBeRead('Sort');
		return { name, direction };
	});
}

const DEFAULT_LIMIT = 50;

/** Undefined if 'Return All' is on. */
export function readLimit(reader: ParameterReader): number | undefined {
	const all = reader.get('returnAll', false);
	const isAll = !isNotSet(reader, all, 'Return All', 'returnAll') && toggleOf(all, 'Return All');
	if (isAll) return undefined;

	const limit = reader.get('limit', DEFAULT_LIMIT);
	if (isNotSet(reader, limit, 'Limit', 'limit')) return DEFAULT_LIMIT;
	return wholeNumberOf(limit, 'Limit', 1);
}

/** Operations without this parameter return all fields. */
export function readOutput(reader: ParameterReader): OutputShape {
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
	const given = reader.get('filters', {});
	const rows = namedRows(reader, given, 'Filters', { group: 'filter', column: 'field' });
	const filters = rows.flatMap((row, at) => readFilterRow(reader, row, at) ?? []);
	if (filters.length === 0) return undefined;

	const combine = readChoice(reader, 'combineFilters', 'Combine Filters', ['all', 'any']);
	return recordFilter(filters, combine, reader.zone, keepsIncomparable);
}

/** Undefined if an agent has left its value empty. */
function readFilterRow(
	reader: ParameterReader,
	{ name: field, row }: NamedRow,
	at: number,
): Filter | undefined {
	const conditions = Object.keys(CONDITIONS) as Condition[]; // by the type of the table
	const condition = conditions.find((each) => each === (row.condition ?? 'equals'));
	if (!condition) throw cannotBeRead('Filters');

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
