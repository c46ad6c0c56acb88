import type { INodeProperties } from 'n8n-workflow';

import { listOperation, type Operation, type Resource, type Upsert } from '../catalogue';
import { bodyFromFields, pathOf } from '../parameters/body';
import { readMapping, type Field } from '../parameters/mapping';
import { sendSettings, type Options } from '../parameters/options';
import {
	additionalFieldsProperty,
	fieldsProperty,
	locator,
	type Show,
} from '../parameters/properties';
import { readChoice, type ParameterReader } from '../parameters/reader';
import { buildRequest, fieldsIn, readReferences } from '../parameters/request';
import { isSetByService } from '../records/fieldNames';
import { isEmpty } from '../records/value';
import { all, ok, reject, type Problem, type ValueOf } from '../result';
import { upsertMessages } from './messages';

/** Whether an update finds its record by its ID or by the values of its fields. */
export const findByProperty = ({ displayName, value }: Resource): INodeProperties => ({
	displayName: `Find ${displayName} By`,
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'id',
	description: `How to identify the ${value} to update`,
	options: [
		{ name: 'ID', value: 'id', description: 'Select it from a list or enter its ID' },
		{
			name: 'Matching Fields',
			value: 'match',
			description: `Find the ${value} by the values of one or more fields`,
		},
	],
});

/** The properties of operations that match on fields. */
export const matchProperties = (
	resource: Resource,
	mode: 'update' | 'upsert',
	show: Show = {},
): INodeProperties[] => [
	...searchProperties(resource, mode, show),
	...(mode === 'update' ? [noMatchProperty(resource, show)] : []),
	fieldsProperty(show, {
		mode,
		multiKeyMatch: true,
		matchingFieldsLabels: {
			title: 'Fields to Match On',
			description: `The fields to compare when finding the ${resource.value} to update`,
			hint: `The node updates the ${resource.value} whose values in these fields match yours${mode === 'upsert' ? ', or creates one' : ''}`,
		},
	}),
	additionalFieldsProperty(show),
];

/** Filters the list that is searched; new records are created there. */
function searchProperties({ value }: Resource, mode: string, show: Show): INodeProperties[] {
	const { references = [] } = listOperation(value).endpoint;
	const creating = mode === 'upsert' ? `, and create a new ${value} in it` : '';
	return references.map((reference) =>
		locator(
			reference,
			`Only search in this ${reference.resource}${creating}. If empty, every ${value} that the service lists is searched.`,
			show,
		),
	);
}

const noMatchProperty = ({ value }: Resource, show: Show): INodeProperties => ({
	displayName: 'If No Match Is Found',
	name: 'noMatch',
	type: 'options',
	noDataExpression: true,
	default: 'stop',
	displayOptions: { show },
	description: `What to do if no ${value} has these values. To create it, use the operation 'Create or Update'.`,
	options: [
		{ name: 'Skip Item', value: 'skip', description: 'Send nothing and output no item' },
		{
			name: 'Stop Workflow',
			value: 'stop',
			description: "Stop with a message, unless 'On Error' in the node settings is set to continue",
		},
	],
});

export type MatchRequest = ValueOf<ReturnType<typeof readMatchRequest>>;

/**
 * The parameters of one item: the list to search, the values to match on, and what to write. Without `create`, no record
 * is ever created.
 */
export function readMatchRequest(
	parameters: ParameterReader,
	{ resource, update, create }: Pick<Upsert, 'resource' | 'update'> & { create?: Operation },
	options: Options,
) {
	const list = listOperation(resource.value);
	const mapping = readMapping(parameters, options);
	if (!mapping.ok) return mapping;
	const { match, notes } = mapping.value;
	const problem = matchProblem(resource, match);
	if (problem) return reject(problem);
	// The service sets these itself, so they are only matched on.
	const isOnlyMatched = (field: Field) =>
		match.includes(field) && !field.isNamed && isSetByService(field.name);
	const fields = mapping.value.fields.filter((field) => !isOnlyMatched(field));
	const unsent = match.filter((field) => !fields.includes(field));
	const { zone } = parameters;
	const searched = readReferences(parameters, list.endpoint);
	if (!searched.ok) return searched;
	const given = all({
		body: bodyFromFields(fields, zone),
		unsent: bodyFromFields(unsent, zone),
		request: buildRequest(list, { references: searched.value }),
		// Sent with a new record.
		references: create ? readReferences(parameters, create.endpoint) : ok([]),
		noMatch: readChoice(parameters, 'noMatch', 'If No Match Is Found', ['stop', 'skip']),
	});
	if (!given.ok) return given;
	const { body, request, references, noMatch } = given.value;
	const desired = fieldsIn(body);
	const missing = match.find(({ name }) => !Object.hasOwn(desired, name));
	if (create && missing) return reject(upsertMessages.notCreatable(resource, missing.name));
	// Matched as it is written, so that the next run finds the record.
	const values = unsent.length > 0 ? { ...desired, ...fieldsIn(given.value.unsent) } : desired;
	return ok({
		resource,
		update,
		create,
		options,
		search: {
			resource: resource.value,
			request,
			settings: sendSettings(options),
		},
		zone,
		/** The fields to match on, with their values. */
		match: Object.fromEntries(match.map(({ name }) => [name, values[name]])),
		/** Whether an update skips the item if no record matches. */
		skips: noMatch === 'skip',
		references,
		/** The fields to write. */
		desired,
		/** The same as JSON text, with all digits of large numbers. */
		body,
		/** Fields inside others that are written: the others keep what they have besides. */
		nested: fields
			.map(({ name, isNamed }) => (isNamed ? pathOf(name) : []))
			.filter((path) => path.length > 1),
		notes,
	});
}

/** Why the values cannot be matched on. */
export function matchProblem(resource: Resource, match: readonly Field[]): Problem | undefined {
	if (match.length === 0) return upsertMessages.noFields(resource);
	for (const { name, type, value } of match) {
		if (isEmpty(value)) return upsertMessages.emptyField(resource, name);
		// A number cannot start with a zero, and 7 would be another record.
		if (type === 'number' && /^\s*[+-]?0\d/.test(String(value)))
			return upsertMessages.leadingZero(resource, name);
	}
	return undefined;
}
