import type { INodeProperties } from 'n8n-workflow';

import { CONDITIONS, hasOrder, type Condition, type Filter } from '../records/filter';
import { isEmpty, type Problem } from '../parameters/request';

/** The service documents no filters but the project of a task, so records are filtered as they are read. */
export const filtersProperty = (show: Record<string, string[]>): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add filter',
	displayOptions: { show },
	description:
		"Only return records that match. The node filters while it reads the list, so 'Limit' counts matching records only.",
	options: [
		{
			displayName: 'Filter',
			name: 'filter',
			values: [
				{
					displayName: 'Field Name or ID',
					name: 'field',
					type: 'options',
					typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
					default: '',
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Condition',
					name: 'condition',
					type: 'options',
					noDataExpression: true,
					default: 'equals',
					options: Object.entries(CONDITIONS)
						.map(([value, { name }]) => ({ name, value }))
						.sort((a, b) => a.name.localeCompare(b.name)),
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. open',
					displayOptions: { hide: { condition: ['isEmpty', 'isNotEmpty'] } },
				},
			],
		},
	],
});

/** Among the options, because most filters are meant together. */
export const anyFilterOption: INodeProperties = {
	displayName: 'Match Any Filter',
	name: 'anyFilter',
	type: 'boolean',
	default: false,
	description: 'Whether to return records that match at least one filter instead of all of them',
};

/** One row of Filters. */
export interface FilterRow {
	field?: unknown;
	condition?: string;
	value?: unknown;
}

export type Filters = { ok: true; filters: Filter[] } | { ok: false; problem: Problem };

/**
 * The filters of one item. A condition without its value would let everything through, which a person
 * does not mean; an AI agent leaves out what it does not need.
 */
export function filtersFrom(rows: readonly FilterRow[], forAgent: boolean): Filters {
	const filters: Filter[] = [];
	for (const { field, condition = 'equals', value } of rows) {
		if (!isCondition(condition)) {
			return problem(
				`'Filters' has no condition "${condition}"`,
				"Choose 'Condition' from its list.",
			);
		}
		const { needs } = CONDITIONS[condition];
		const lacksValue = needs !== 'nothing' && isEmpty(value);
		if (forAgent && (lacksValue || isEmpty(field))) continue;
		if (isEmpty(field)) {
			return problem('A filter has no field', "Choose one under 'Filters', or remove the filter.");
		}
		if (lacksValue) {
			return problem(
				`The filter on '${String(field)}' has no value`,
				"Fill in 'Value' under 'Filters', choose the condition 'Is Empty', or remove the filter.",
			);
		}
		const text = textOf(value);
		if (text === undefined) {
			return problem(
				`The filter on '${String(field)}' has a list or an object as its value`,
				"Change the expression in 'Value' under 'Filters' so that it returns text, a number or a date.",
			);
		}
		if (needs === 'order' && !hasOrder(text)) {
			return problem(
				`The filter on '${String(field)}' needs a number or a date, but its value is "${text}"`,
				"Enter a number or a date in 'Value' under 'Filters', e.g. 10, 2026-12-31 or 2026-12-31T12:00:00Z.",
			);
		}
		filters.push({ field: String(field), condition, value: text });
	}
	return { ok: true, filters };
}

/** Times come as objects from expressions such as `$now`; other objects and lists are no value to look for. */
function textOf(value: unknown): string | undefined {
	if (value instanceof Date) return value.toISOString();
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return 'toISO' in value ? String(value) : undefined;
}

const isCondition = (name: string): name is Condition => Object.hasOwn(CONDITIONS, name);

const problem = (message: string, description: string) =>
	({ ok: false, problem: { message, description } }) as const;
