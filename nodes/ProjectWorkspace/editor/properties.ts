import type { INodeProperties } from 'n8n-workflow';

import { createOperation, operations, operationsOf, resourceNamed, resources } from '../catalogue';
import type { Operation, Resource } from '../catalogue';
import { bodyProperties } from '../parameters/body';
import { filtersProperty } from '../parameters/filters';
import { limitProperties } from '../parameters/limit';
import { locator } from '../parameters/locator';
import type { Show } from '../parameters/mapping';
import { outputProperties } from '../parameters/output';
import { optionProperties } from '../parameters/readOptions';
import { findByProperty, matchProperties } from '../upsert/properties';

/**
 * Everything that the editor shows, from the catalogue.
 * A property that several operations share is written once for each of them:
 * n8n shows the one whose conditions hold, and saves them all under the same name.
 */
export const nodeProperties = (shown: readonly Resource[] = resources): INodeProperties[] => [
	resourceProperty(shown),
	...shown.map(operationProperty),
	...shown.flatMap(operationsOf).flatMap(parametersOf),
];

/** What the node does, under its name on the canvas: "Create a task" instead of "create: task". */
export function subtitle(): string {
	const actions = Object.fromEntries(
		operations.map(({ resource, value, endpoint }) => [
			`${resource.value}:${value}`,
			endpoint.action,
		]),
	);
	return `={{ (${JSON.stringify(actions)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

const resourceProperty = (shown: readonly Resource[]): INodeProperties => ({
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: shown.map(({ displayName, value, description }) => ({
		name: displayName,
		value,
		description,
	})),
});

const operationProperty = ({ value: resource, list, endpoints }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	// Every resource has it, and it changes nothing.
	default: list,
	displayOptions: { show: { resource: [resource] } },
	options: Object.entries(endpoints).map(([value, { name, action, description }]) => ({
		name,
		value,
		action,
		description,
	})),
});

function parametersOf(operation: Operation): INodeProperties[] {
	const { resource, value, method, endpoint, pathReferences } = operation;
	const all: Show = { resource: [resource.value], operation: [value] };
	/** Of an operation that finds its record by its ID. */
	const show: Show = endpoint.canMatch ? { ...all, findBy: ['id'] } : all;
	return [
		...(endpoint.canMatch ? [findByProperty(resource, all)] : []),
		...pathReferences.flatMap((reference) =>
			pathProperties(operation, resourceNamed(reference.resource), reference.parameter, show),
		),
		...(endpoint.references ?? []).map((reference) =>
			locator(reference.resource, {
				displayName: reference.displayName,
				name: reference.parameter,
				description: reference.description,
				displayOptions: { show },
			}),
		),
		...(endpoint.answer.gives === 'list' ? [...limitProperties(show), filtersProperty(show)] : []),
		...(endpoint.body ? bodyProperties(show) : []),
		...(endpoint.canMatch ? matchProperties(resource, { ...all, findBy: ['match'] }) : []),
		...(method === 'DELETE' ? [] : outputProperties(endpoint, all)),
		optionsProperty(operation, all),
	];
}

/** A record that the path addresses, and what narrows the list to select it from. */
function pathProperties(
	{ resource, endpoint }: Operation,
	{ value, displayName, narrowedBy }: Resource,
	name: string,
	show: Show,
): INodeProperties[] {
	const purpose = value === resource.value ? endpoint.name.toLowerCase() : 'use';
	const target = locator(value, {
		displayName,
		name,
		description: `The ${value} to ${purpose}`,
		required: true,
		displayOptions: { show },
	});
	if (!narrowedBy) return [target];
	const narrowing = locator(narrowedBy.resource, {
		displayName: narrowedBy.displayName,
		name: narrowedBy.parameter,
		description: narrowedBy.description,
		displayOptions: { show },
	});
	// A record of the former project would stay selected otherwise.
	const typeOptions = { loadOptionsDependsOn: [`${narrowedBy.parameter}.value`] };
	return [narrowing, { ...target, typeOptions }];
}

/** Settings that most people never need. */
function optionsProperty(operation: Operation, show: Show): INodeProperties {
	const { endpoint, resource } = operation;
	// What finds no record may have to create it.
	const { references = [] } = endpoint.canMatch
		? createOperation(resource.value).endpoint
		: endpoint;
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show },
		options: optionProperties(operation, references),
	};
}
