import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Endpoint } from '../catalogue';
import { isTooLongField } from '../records/json';
import { MAX_FIELDS, type OutputShape } from '../records/record';
import { isNothing } from '../records/value';
import { ok, reject, type Result } from '../result';
import { parameterMessages } from './messages';
import { trueOrFalse, readWholeNumber } from '../optionKinds';
import { givesNothing, type ParameterReader, readChoice, readNames } from './reader';

export const DEFAULT_LIMIT = 50;

/** Counting includes all matching records. */
const ALL_COUNT = { hide: { output: ['count'] } };

export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: ALL_COUNT,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50, // n8n's lint wants the number itself
		displayOptions: { show: { returnAll: [false] }, ...ALL_COUNT },
		description: 'Max number of results to return',
	},
];

/** Undefined if 'Return All' is on. */
export function readLimit(parameters: ParameterReader): Result<number | undefined> {
	const all = parameters.get('returnAll', false);
	// The default would be another choice of records.
	if (givesNothing(parameters, all, 'returnAll'))
		return reject(parameterMessages.nothing('Return All'));
	const isAll = isNothing(all) ? ok(false) : trueOrFalse(all);
	if (!isAll.ok) return reject(parameterMessages.limit('Return All', isAll.problem));
	if (isAll.value) return ok(undefined);
	const given = parameters.get('limit', DEFAULT_LIMIT);
	if (givesNothing(parameters, given, 'limit')) return reject(parameterMessages.nothing('Limit'));
	const limit = readWholeNumber(isNothing(given) ? DEFAULT_LIMIT : given, 1);
	return limit.ok ? limit : reject(parameterMessages.limit('Limit', limit.problem));
}

/**
 * Which fields of each record are returned. By default, a workflow gets all fields, and an AI agent the simplified
 * record, which needs less context.
 */
export function outputProperties({ about, kind }: Partial<Endpoint> = {}): INodeProperties[] {
	const isList = kind === 'list';
	const shownFor = (mode: string) => ({ displayOptions: { show: { output: [mode] } } });
	const output = (fallback: string, isTool: boolean): INodeProperties => ({
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		default: fallback,
		displayOptions: { show: { '@tool': [isTool] } },
		description: 'Which fields of each record to return',
		options: MODES.filter(({ value }) => isList || value !== 'count'),
	});
	return [
		output('raw', false),
		output('simplified', true),
		...(isList ? [{ ...countByProperty, ...shownFor('count') }] : []),
		{ ...(about ? fieldsByName : fieldsFromList), ...shownFor('selected') },
	];
}

const MODES: INodePropertyOptions[] = [
	{
		name: 'Count',
		value: 'count',
		description: 'Only the number of matching records, in total or by field value',
	},
	{ name: 'Raw', value: 'raw', description: 'All fields, exactly as the service returns them' },
	{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you select' },
	{
		name: 'Simplified',
		value: 'simplified',
		description: `Up to ${MAX_FIELDS} fields: the ID, the name, then other simple values`,
	},
];

/** Also for fields that the list does not have. */
const fieldsByName: INodeProperties = {
	displayName: 'Output Fields',
	name: 'outputFields',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. status, run.state',
	description: 'Comma-separated list of fields to return. Use dot notation for nested fields.',
};

const fieldsFromList: INodeProperties = {
	displayName: 'Output Field Names or IDs',
	name: 'outputFields',
	type: 'multiOptions',
	default: [],
	required: true,
	typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
	description:
		'The fields to return. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const countByProperty: INodeProperties = {
	displayName: 'Count By Field Name or ID',
	name: 'countBy',
	type: 'options',
	default: '',
	typeOptions: { loadOptionsMethod: 'getCountFields', loadOptionsDependsOn: ['resource'] },
	description:
		'The field whose values to count. With None, only the total is returned. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** Operations without this parameter return all fields. */
export function readOutput(parameters: ParameterReader): Result<OutputShape> {
	const mode = readChoice(parameters, 'output', 'Output', [
		'raw',
		'simplified',
		'selected',
		'count',
	]);
	if (!mode.ok) return mode;
	if (mode.value === 'count') {
		const by = parameters.get('countBy', '');
		if (typeof by === 'object' && by !== null) return reject(parameterMessages.names('Count By'));
		const name = isNothing(by) ? undefined : String(by).trim();
		if (name !== undefined && isTooLongField(name))
			return reject(parameterMessages.fieldTooLong('Count By'));
		return ok({ mode: mode.value, by: name });
	}
	if (mode.value !== 'selected') return ok({ mode: mode.value });
	const fields = readNames(parameters.get('outputFields', []), 'Output Fields');
	if (!fields.ok) return fields;
	return fields.value.length > 0
		? ok({ mode: mode.value, fields: fields.value })
		: reject(parameterMessages.outputFields());
}
