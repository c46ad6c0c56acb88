import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

import {
	CONDITIONS,
	hasOrder,
	recordFilter,
	type Condition,
	type Filter,
	type RecordFilter,
} from '../records/filter';
import { plainName } from '../records/fieldNames';
import { isTooLongField } from '../records/json';
import { hasNoDate, hasRounded, isNothing, textOf } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';
import { parameterMessages } from './messages';
import { fieldChoice } from './properties';
import { rowsOf, textColumn } from '../optionKinds';
import { type ParameterReader, readChoice, rowsIn } from './reader';

const SAME_CASE = 'Case-sensitive';
const ANY_CASE = 'Not case-sensitive';

/** The other conditions need no explanation. */
const DESCRIPTIONS: Readonly<Record<string, string | undefined>> = {
	equals: SAME_CASE,
	notEquals: SAME_CASE,
	contains: ANY_CASE,
	notContains: ANY_CASE,
} satisfies Partial<Record<Condition, string>>;

/** The service documents no filters but the project of a task, so records are filtered as they are read. */
export const filterProperties = (
	description = "Only return records that match. The node filters while it reads the list, so 'Limit' counts matching records only.",
	field: INodeProperties = fieldChoice('field'),
): INodeProperties[] => [
	filtersProperty(description, field),
	{
		displayName: 'Must Match',
		name: 'combineFilters',
		type: 'options',
		noDataExpression: true,
		default: 'all',
		description: 'How to combine several filters',
		// Not `show`, because n8n checks it without collections when it runs a node, and would drop the value.
		displayOptions: { hide: { filters: [{ _cnd: { eq: NO_FILTERS } }] } },
		options: [...COMBINATIONS],
	},
];

/** n8n types a condition's value as a simple one, but compares objects, too. */
const NO_FILTERS = {} as NodeParameterValue;

const COMBINATIONS = [
	{ name: 'All Filters', value: 'all', description: 'Every filter matches' },
	{ name: 'Any Filter', value: 'any', description: 'At least one filter matches' },
] as const;

const filtersProperty = (description: string, field: INodeProperties): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	placeholder: 'Add filter',
	description,
	builderHint: {
		propertyHint:
			"Use this instead of filtering in a later node. 'field' is a field name of the records; 'combineFilters' says whether all must match.",
	},
	...rowsOf('Filter', 'filter', [
		field,
		{
			displayName: 'Condition',
			name: 'condition',
			type: 'options',
			noDataExpression: true,
			default: 'equals',
			options: Object.entries(CONDITIONS)
				.map(([value, { name }]) => ({ name, value, description: DESCRIPTIONS[value] }))
				.sort((a, b) => a.name.localeCompare(b.name)),
		},
		textColumn('Value', {
			placeholder: 'e.g. open',
			displayOptions: { hide: { condition: conditionsWithoutValue } },
		}),
	]),
});

/**
 * The filter of one item; undefined if there is none. A condition without a value is rejected, because it would match
 * every record; an AI agent leaves filters empty that it does not need.
 * @param keepsIncomparable as in `recordFilter`
 */
export function readFilter(
	parameters: ParameterReader,
	keepsIncomparable = false,
): Result<RecordFilter | undefined> {
	const filters: Filter[] = [];
	const rows = rowsIn(parameters.get('filters', {}), 'filter', 'field');
	for (const { field, condition: given = 'equals', value } of rows) {
		const condition = conditionNamed(textOf(given));
		if (!condition) return reject(parameterMessages.filterCondition(given));
		const { needs } = CONDITIONS[condition];
		const lacksValue = needs !== 'nothing' && isNothing(value);
		if (parameters.forAgent && (lacksValue || isNothing(field))) continue;
		const name = String(field);
		if (name === '') return reject(parameterMessages.rowNoField('filter', 'Filters'));
		if (isTooLongField(name)) return reject(parameterMessages.fieldTooLong('Filters'));
		if (lacksValue) return reject(parameterMessages.filterNoValue(name));
		const text = comparable(value);
		if (text === undefined) return reject(parameterMessages.filterNoText(name));
		if (needs === 'order' && !hasOrder(text))
			return reject(parameterMessages.filterNotComparable(name, text));
		filters.push({ field: name, condition, value: text });
	}
	if (filters.length === 0) return ok(undefined);
	const combination = readChoice(parameters, 'combineFilters', 'Must Match', ['all', 'any']);
	if (!combination.ok) return combination;
	return ok(recordFilter(filters, combination.value === 'any', parameters.zone, keepsIncomparable));
}

/** What the filters could not compare in the records that were read. */
export const filterProblems = (filter: RecordFilter | undefined): Problem[] =>
	(filter?.incomparable?.() ?? []).map(({ field, value, example }) =>
		parameterMessages.filterIncomparable(field, value, example),
	);

/** Dates from expressions are objects; other objects, lists and rounded numbers cannot be compared. */
function comparable(value: unknown): string | undefined {
	const text = textOf(value);
	const isComparable = typeof value !== 'object' || !/^[[{]/.test(text);
	return isComparable && !hasRounded(value) && !hasNoDate(value) ? text : undefined;
}

/** By its value, or its name in the editor. */
const conditionNamed = (name: string): Condition | undefined =>
	(Object.keys(CONDITIONS) as Condition[]).find((condition) =>
		[condition, CONDITIONS[condition].name].map(plainName).includes(plainName(name)),
	);

const conditionsWithoutValue = Object.entries(CONDITIONS).flatMap(([name, { needs }]) =>
	needs === 'nothing' ? [name] : [],
);
