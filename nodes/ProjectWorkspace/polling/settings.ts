import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listOperation, resources } from '../catalogue';
import { filterProperties, readFilter } from '../parameters/filters';
import { locator, resourceProperty } from '../parameters/properties';
import { optionsProperty, propertiesOf } from '../optionKinds';
import { optionsFor, readOptions } from '../parameters/options';
import { type ParameterReader, readNames } from '../parameters/reader';
import { buildRequest, readValues } from '../parameters/request';
import { all, ok, reject, type ValueOf } from '../result';
import { pollMessages } from './messages';

export const CHANGES = [
	{ name: 'Changed', value: 'changed', description: 'The value of a watched field has changed' },
	{ name: 'New', value: 'new', description: 'The record was not in the list before' },
	{ name: 'Removed', value: 'removed', description: 'The record is no longer in the list' },
] as const;

/** A function, because n8n adds 'Poll Times' to the array that it gets. */
export const pollingProperties = (): INodeProperties[] => [
	{ ...resourceProperty(resources), description: 'The records to watch' },
	...resources.flatMap(({ value }) =>
		(listOperation(value).endpoint.references ?? []).map((reference) =>
			locator(
				reference,
				`Only watch ${value}s of this ${reference.resource}. If empty, all ${value}s that the service returns are watched.`,
				{ resource: [value] },
			),
		),
	),
	{
		displayName: 'Changes',
		name: 'changes',
		type: 'multiOptions',
		required: true,
		default: ['changed', 'new', 'removed'],
		description:
			"What starts the workflow. The first poll only remembers the records, unless 'Start With Existing Records' is on.",
		options: [...CHANGES],
	},
	{
		displayName: 'Watch Field Names or IDs',
		name: 'watchFields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getOutputFields', loadOptionsDependsOn: ['resource'] },
		default: [],
		description:
			'The fields that count as a change. If empty, all except IDs and times that the service sets itself. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	...filterProperties(
		'Only watch records that match. Records that start to match count as new, records that no longer match as removed.',
	),
	optionsProperty([...propertiesOf(optionsFor(['all', 'polling'])), ignoreFields]),
];

/** In the action node, the option of this name is about fields of the input. */
const ignoreFields: INodeProperties = {
	displayName: 'Ignore Fields',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. avatar_url, attachments.url',
	description:
		'Comma-separated list of fields whose changes do not count, such as links that are signed anew. Use dot notation for nested fields.',
};

/** "Task: Changed, New", below the node's name on the canvas. */
export function pollingSubtitle(): string {
	const labels = Object.fromEntries(CHANGES.map(({ value, name }) => [value, name]));
	const names = Object.fromEntries(resources.map(({ value, displayName }) => [value, displayName]));
	return `={{ (${JSON.stringify(names)})[$parameter["resource"]] + ": " + $parameter["changes"].map((change) => (${JSON.stringify(labels)})[change]).join(", ") }}`;
}

export type Settings = ValueOf<ReturnType<typeof readSettings>>;

/**
 * The parameters of the node.
 * @param written as they were saved: an expression may have another value at each poll
 */
export function readSettings(read: ParameterReader, written: IDataObject) {
	const value = String(read.get('resource', ''));
	const resource = resources.find((each) => each.value === value);
	if (!resource) return reject(pollMessages.noResource(value));
	const given = all({
		options: readOptions(read),
		types: readTypes(read.get('changes', [])),
		watched: readNames(read.get('watchFields', []), 'Watch Field Names or IDs'),
	});
	if (!given.ok) return given;
	const { options, types, watched } = given.value;
	const operation = listOperation(resource.value);
	const values = readValues(read, operation, options);
	if (!values.ok) return values;
	const list = all({
		request: buildRequest(operation, values.value),
		filter: readFilter(read),
	});
	if (!list.ok) return list;
	const { parameter } = options.changedSince;
	if (parameter !== undefined && Object.hasOwn(list.value.request.query, parameter))
		return reject(pollMessages.changedSinceTwice(parameter));
	const fields = watched.toSorted();
	const ignored = options.ignoreFields.toSorted();
	const { queryParameters, headers } = (written.options ?? {}) as IDataObject; // a collection
	return ok({
		resource,
		types,
		fields,
		ignored,
		...list.value,
		options,
		/** Which records are in the list, and what counts as a change. */
		scope: [
			value,
			values.value.references.map((reference) => reference.value),
			[written.filters, written.combineFilters, queryParameters, ...(headers ? [headers] : [])],
			fields,
			ignored,
		],
	});
}

function readTypes(given: unknown) {
	const names = readNames(given, 'Changes');
	if (!names.ok) return names;
	if (names.value.length === 0) return reject(pollMessages.noChanges());
	const types = CHANGES.map(({ value }) => value);
	const unknown = names.value.find((name) => !types.some((type) => type === name));
	if (unknown !== undefined) return reject(pollMessages.unknownChange(unknown));
	return ok(types.filter((type) => names.value.includes(type)));
}
