import type { INodeProperties } from 'n8n-workflow';

import { operations, operationsOf, resourceNamed, resources } from '../catalogue';
import type { Operation, Reference, Resource, Upsert } from '../catalogue';
import { bodyProperties, type Show } from '../parameters/bodyProperties';
import { filtersProperty } from '../parameters/filters';
import { locator, resourceProperty } from '../parameters/locator';
import { optionsProperty, type Option, type Place } from '../parameters/optionKinds';
import { options } from '../parameters/options';
import { limitProperties, outputProperties } from '../parameters/output';
import { findByProperty, matchProperties } from '../upsert/properties';

/**
 * All properties of the node, from the catalogue. A property that several operations share is repeated for each of them:
 * n8n shows the one whose conditions apply, and saves them all under the same name.
 */
export const nodeProperties = (shown: readonly Resource[] = resources): INodeProperties[] => [
	resourceProperty(shown),
	...shown.map(operationProperty),
	...shown.flatMap(operationsOf).flatMap(parametersOf),
];

/** Shown below the node's name on the canvas: "Create a task" instead of "create: task". */
export function subtitle(): string {
	const actions = operations.map(({ resource, value }) => [
		`${resource.value}:${value}`,
		resource.endpoints[value]?.action,
	]);
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

const operationProperty = ({ value: resource, endpoints }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	// All resources have it, and it only reads.
	default: 'getAll',
	displayOptions: { show: { resource: [resource] } },
	options: Object.entries(endpoints).map(([value, { name, action, description }]) => ({
		name,
		value,
		action,
		description,
	})),
});

function parametersOf(operation: Operation | Upsert): INodeProperties[] {
	const { resource, value } = operation;
	const show: Show = { resource: [resource.value], operation: [value] };
	const own = operation.endpoint
		? endpointProperties(operation, show)
		: [...matchProperties(resource, 'upsert', show), ...outputProperties(show)];
	const options = optionsProperty(optionProperties(operation));
	return [...own, { ...options, displayOptions: { show } }];
}

function endpointProperties(operation: Operation, all: Show): INodeProperties[] {
	const { resource, method, endpoint, pathReferences } = operation;
	const { answer, body, canMatch, references = [] } = endpoint;
	/** For operations that find the record by its ID. */
	const show: Show = canMatch ? { ...all, findBy: ['id'] } : all;
	return [
		...(canMatch ? [findByProperty(resource, all)] : []),
		...pathReferences.flatMap((reference) => pathProperties(operation, reference, show)),
		...references.map((reference) => locator(reference, reference.description, show)),
		...(answer.gives === 'list' ? [...limitProperties(show), filtersProperty(show)] : []),
		...(body ? bodyProperties(show, body) : []),
		...(canMatch ? matchProperties(resource, 'update', { ...all, findBy: ['match'] }) : []),
		...(method === 'DELETE' ? [] : outputProperties(all, endpoint)),
	];
}

/** The locator of a record in the path, and the locator that filters its list. */
function pathProperties(
	{ resource, endpoint }: Operation,
	reference: Reference,
	show: Show,
): INodeProperties[] {
	const { value, displayName, narrowedBy } = resourceNamed(reference.resource);
	const purpose = value === resource.value ? endpoint.name.toLowerCase() : 'use';
	const target = {
		...locator({ ...reference, displayName }, `The ${value} to ${purpose}`, show),
		required: true,
	};
	if (!narrowedBy) return [target];
	// Otherwise a record of another project would stay selected.
	const typeOptions = { loadOptionsDependsOn: [`${narrowedBy.parameter}.value`] };
	const filter = locator(narrowedBy, narrowedBy.description, show);
	return [
		{ ...target, typeOptions },
		// An agent gives the ID.
		{ ...filter, displayOptions: { ...filter.displayOptions, ...HIDE_FROM_AGENTS } },
	];
}

const HIDE_FROM_AGENTS: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

export function optionProperties(operation: Operation | Upsert): INodeProperties[] {
	const places = placesOf(operation);
	return Object.entries<Option>(options).flatMap(([name, { property, shownFor }]) => {
		const [place] = shownFor.flatMap((each) => places[each] ?? []);
		if (!place) return [];
		const { show, hide } = property.displayOptions ?? {};
		const displayOptions = { show: { ...show, ...place.show }, hide: { ...hide, ...place.hide } };
		return [{ ...property, name, displayOptions }];
	});
}

function placesOf(
	operation: Operation | Upsert,
): Partial<Record<Place, INodeProperties['displayOptions']>> {
	const { method, endpoint } = operation.endpoint ? operation : operation.create;
	const isList = endpoint.answer.gives === 'list';
	const findBy = { '/findBy': ['match'] };
	const match = operation.endpoint ? endpoint.canMatch && { show: findBy } : {};
	const isPlaced = endpoint.references?.some(({ sendIn }) => sendIn !== 'query');
	return {
		all: {},
		list: isList ? {} : undefined,
		body: endpoint.body && {},
		write: method === 'GET' ? undefined : {},
		match,
		skip: endpoint.canMatch && { show: { ...findBy, '/noMatch': ['skip'] } },
		requests: HIDE_FROM_AGENTS,
		pages: match || isList || endpoint.isInList ? { ...HIDE_FROM_AGENTS, ...match } : undefined,
		placement: isPlaced ? HIDE_FROM_AGENTS : undefined,
	};
}
