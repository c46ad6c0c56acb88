import type { INodeProperties } from 'n8n-workflow';

import type { Endpoint } from '../catalogue';
import { MOST_FIELDS, type OutputShape } from '../records/shape';
import { ok, reject, type Result } from '../result';
import type { Show } from './mapping';
import { messages } from './messages';
import { splitNames, type ParameterReader } from './reader';

/**
 * How much of each record is returned. A workflow gets all of it unless the person says otherwise, so that
 * nothing is missing later; an AI agent gets the simplified form, so that it is not flooded.
 */
export function outputProperties(show: Show, { about }: Partial<Endpoint> = {}): INodeProperties[] {
	const displayOptions = { show: { ...show, output: ['selected'] } };
	return [
		outputProperty('raw', { ...show, '@tool': [false] }),
		outputProperty('simplified', { ...show, '@tool': [true] }),
		{ ...(about === 'run' ? fieldsByName : fieldsFromList), displayOptions },
	];
}

/** Nothing lists what was not seen yet. */
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

const outputProperty = (
	unset: string,
	show: NonNullable<INodeProperties['displayOptions']>['show'],
): INodeProperties => ({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	default: unset,
	displayOptions: { show },
	description: 'Which fields of each record to return',
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, exactly as the service returns them' },
		{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you select' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: `Up to ${MOST_FIELDS} fields: the ID, the name, then other simple values`,
		},
	],
});

/** Operations whose response is of no use as a record have no such parameter, and return what there is. */
export function readOutput(read: ParameterReader, item: number): Result<OutputShape> {
	const mode = read('output', item, 'raw');
	if (mode !== 'selected') return ok({ mode: mode === 'simplified' ? 'simplified' : 'raw' });
	const fields = splitNames(read('outputFields', item, []));
	return fields.length > 0 ? ok({ mode, fields }) : reject(messages.outputFields());
}
