import type { IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { listOperation, resources } from '../catalogue';
import { paragraphs } from '../texts';
import { optionsProperty, propertiesOf } from '../optionKinds';
import { filterProperties, readFilter } from '../parameters/filters';
import { optionsFor } from '../parameters/options';
import { locator, resourceProperty } from '../parameters/properties';
import { readNames, type ParameterReader } from '../parameters/reader';
import { buildRequest, readValues } from '../parameters/request';
import { readOptions } from '../parameters/settings';
import { all, ok, reject, type ValueOf } from '../result';
import { pollMessages } from './messages';

const FIRST_POLL =
	"The first poll only remembers the records and does not start the workflow, unless 'Start With Existing Records' is on. Every later poll starts it with the records that are new, changed or removed since the poll before.";

const TESTING =
	'<b>Fetch Test Event</b> shows up to ten records of the list, as this trigger returns them. They are real, but not necessarily changed. Testing does not affect what the polls remember.';

/** n8n's own texts promise "a single mock event", and that the first poll starts the workflow. */
export const pollingTexts = {
	triggerPanel: {
		header: 'Find changes in Project Workspace',
		executionsHelp: {
			inactive: paragraphs(
				TESTING,
				`<b>Once you're happy with your workflow</b>, publish (activate) it. ${FIRST_POLL} These executions show up in the executions list.`,
			),
			active: paragraphs(
				TESTING,
				`<b>This n8n workflow is active</b>: n8n reads the list regularly. ${FIRST_POLL} You can see these executions in the <a data-key="executions">executions list</a>.`,
			),
		},
		activationHint: {
			inactive:
				'Publish (activate) this n8n workflow to check for changes regularly. The first poll only remembers the records.',
			active:
				'This n8n workflow is active: n8n checks for changes regularly. These executions do not show up here.',
		},
	},
	activationMessage:
		'n8n now checks for changes regularly. The first poll only remembers the records. Later polls start this n8n workflow with what is new, changed or removed.',
} satisfies Partial<INodeTypeDescription>;

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
 * @param maxWaitMs for how long a request of the poll may wait
 */
export function readSettings(parameters: ParameterReader, written: IDataObject, maxWaitMs: number) {
	const value = String(parameters.get('resource', ''));
	const resource = resources.find((each) => each.value === value);
	if (!resource) return reject(pollMessages.noResource(value));
	const given = all({
		options: readOptions(parameters),
		types: readTypes(parameters.get('changes', [])),
		watched: readNames(parameters.get('watchFields', []), 'Watch Field Names or IDs'),
	});
	if (!given.ok) return given;
	const { options, types, watched } = given.value;
	const operation = listOperation(resource.value);
	const values = readValues(parameters, operation, options);
	if (!values.ok) return values;
	const list = all({
		request: buildRequest(operation, values.value),
		filter: readFilter(parameters),
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
		maxWaitMs,
		/** Which records are in the list, and what counts as a change. */
		scopeParts: [
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
	const other = names.value.find((name) => !types.some((type) => type === name));
	if (other !== undefined) return reject(pollMessages.unknownChange(other));
	return ok(types.filter((type) => names.value.includes(type)));
}
