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
import { booleanOf, isObject, textOf, type JsonObject } from '../records/value';
import {
	cannotBeRead,
	isNotSet,
	namesIn,
	readChoice,
	rowsIn,
	withoutName,
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

	const collection = new OptionReader(reader, given);
	return {
		queryParameters: readQueryParameters(reader, given),
		inOrder: collection.toggle('inOrder', 'Send in Order'),
		requireComplete: collection.toggle('requireComplete', 'Require Complete List'),
		skip: collection.wholeNumber('skip', 'Skip'),
		sort: readSort(reader, given),
		previewOnly: collection.toggle('previewOnly', 'Preview Only'),
		includeResult: collection.toggle('includeResult', 'Include Change Details'),
		sendEmpty: collection.toggle('sendEmpty', 'Send Empty Values'),
		ignoreFields: collection.names('ignoreFields', 'Ignore Fields From Input'),
		matchOn: collection.names('matchOn', 'Match On Other Fields'),
		sendWholeRecord: collection.toggle('sendWholeRecord', 'Send Whole Record'),
		startWithExisting: collection.toggle('startWithExisting', 'Start With Existing Records'),
	};
}

/** Reads single options of the collection; one that is not set is off, 0 or empty. */
class OptionReader {
	constructor(
		private readonly reader: ParameterReader,
		private readonly given: JsonObject,
	) {}

	toggle(name: string, label: string): boolean {
		if (this.isNotSet(name, label)) return false;
		return toggleOf(this.given[name], label);
	}

	wholeNumber(name: string, label: string): number {
		if (this.isNotSet(name, label)) return 0;
		return wholeNumberOf(this.given[name], label, 0);
	}

	names(name: string, label: string): string[] {
		if (this.isNotSet(name, label)) return [];
		return namesIn(this.given[name], label);
	}

	private isNotSet(name: string, label: string): boolean {
		return isNotSet(this.reader, this.given[name], label, 'options', name);
	}
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

function readQueryParameters(
	reader: ParameterReader,
	{ queryParameters }: JsonObject,
): Record<string, string> {
	const label = 'Query Parameters';
	const query = new Map<string, string>();

	for (const [at, row] of rowsIn(queryParameters, 'parameter', label).entries()) {
		const name = textOf(row.name).trim();
		const path = ['options', 'queryParameters', 'parameter', at, 'value'];
		if (isNotSet(reader, row.value, `${label}: ${name}`, ...path)) continue;

		if (name === '') throw withoutName('parameter', label);
		if (query.has(name)) throw queryParameterTwice(name);
		if (isStructure(row.value)) throw cannotBeRead(label);
		query.set(name, textOf(row.value));
	}
	return Object.fromEntries(query);
}

/** Dates from expressions are objects, too. */
const isStructure = (value: unknown): boolean =>
	typeof value === 'object' && /^[[{]/.test(textOf(value));

export const queryParameterTwice = (name: string): UserError =>
	new UserError(
		`The query parameter '${name}' is set twice`,
		"Remove one of the two in 'Query Parameters', or clear the parameter of this node that sends it, such as 'Project'.",
	);

function readSort(reader: ParameterReader, { sort }: JsonObject): SortField[] {
	return rowsIn(sort, 'field', 'Sort').flatMap((row) => {
		const { direction = 'asc' } = row;
		if (direction !== 'asc' && direction !== 'desc') throw cannotBeRead('Sort');

		const name = textOf(row.name).trim();
		if (name !== '') return { name, direction };
		if (reader.forAgent) return [];
		throw withoutName('field', 'Sort');
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

/** Undefined if there is no filter. */
export function readFilter(reader: ParameterReader): RecordFilter | undefined {
	const rows = rowsIn(reader.get('filters', {}), 'filter', 'Filters');
	const filters = rows.flatMap((row, at) => readFilterRow(reader, row, at) ?? []);
	if (filters.length === 0) return undefined;

	const combine = readChoice(reader, 'combineFilters', 'Combine Filters', ['all', 'any']);
	return recordFilter(filters, combine, reader.zone);
}

/** Undefined if an agent has left it empty. */
function readFilterRow(reader: ParameterReader, row: JsonObject, at: number): Filter | undefined {
	const conditions = Object.keys(CONDITIONS) as Condition[]; // by the type of the table
	const condition = conditions.find((each) => each === (row.condition ?? 'equals'));
	if (!condition) throw cannotBeRead('Filters');

	const field = textOf(row.field).trim();
	const needsValue = CONDITIONS[condition] !== 'nothing';
	const path = ['filters', 'filter', at, 'value'];
	const lacksValue = needsValue && isNotSet(reader, row.value, `Filters: ${field}`, ...path);
	if (reader.forAgent && (field === '' || lacksValue)) return undefined;

	if (field === '') throw withoutName('filter', 'Filters');
	if (lacksValue) {
		throw new UserError(
			`The filter on '${field}' has no value`,
			"Fill in 'Value', choose the condition 'Is Empty', or remove the filter.",
		);
	}
	const filter = { field, condition, value: needsValue ? textOf(row.value) : '' };
	checkValue(filter, row.value, reader.zone);
	return filter;
}

function checkValue({ field, condition, value }: Filter, given: unknown, zone: string): void {
	if (isStructure(given)) throw cannotBeRead('Filters');
	if (CONDITIONS[condition] !== 'order' || hasOrder(value, zone)) return;
	throw new UserError(
		`The filter on '${field}' needs a number or a date, but its value is "${value}"`,
		"Enter a number or a date in 'Value', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
	);
}
