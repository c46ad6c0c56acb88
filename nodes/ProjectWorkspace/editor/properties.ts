import type { INodeProperties } from 'n8n-workflow';

import { operations, operationsOf, resourceNamed, resources } from '../catalogue';
import type { Operation, Reference, Resource } from '../catalogue';
import { filterProperties } from '../parameters/filters';
import { optionsProperty, type Option } from '../optionKinds';
import { options, type Audience } from '../parameters/options';
import { limitProperties, outputProperties } from '../parameters/output';
import { bodyProperties, locator, resourceProperty, type Show } from '../parameters/properties';
import { findByProperty, matchProperties } from '../upsert/matchRequest';
import { shared, shownIf, type AnyOperation } from './sharedProperties';

/** All properties of the node, from the catalogue. */
export function nodeProperties(shown: readonly Resource[] = resources): INodeProperties[] {
	const all = shown.flatMap(operationsOf);
	return [
		resourceProperty(shown),
		...shown.map(operationProperty),
		...shared(all, parametersOf),
		optionsProperty(shared(all, optionProperties, '/')),
	];
}

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

/** The parameters of an operation, in the order of the editor. */
function parametersOf(operation: AnyOperation): INodeProperties[] {
	const { resource } = operation;
	if (!operation.endpoint) return [...matchProperties(resource, 'upsert'), ...outputProperties()];
	const { kind, method, endpoint, pathReferences } = operation;
	const { body, references = [] } = endpoint;
	const canMatch = kind === 'update';
	/** For operations that find the record by its ID. */
	const show: Show = canMatch ? { findBy: ['id'] } : {};
	return [
		...(canMatch ? [findByProperty(resource)] : []),
		...pathReferences.flatMap((reference) => pathProperties(operation, reference, show)),
		...references.map((reference) => locator(reference, reference.description)),
		...(kind === 'list' ? [...limitProperties, ...filterProperties()] : []),
		...(body ? bodyProperties(show, body) : []),
		...(canMatch ? matchProperties(resource, 'update', { findBy: ['match'] }) : []),
		...(method === 'DELETE' ? [] : outputProperties(endpoint)),
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
		{ ...filter, displayOptions: { ...filter.displayOptions, hide: { '@tool': [true] } } },
	];
}

/** The options of an operation. */
export function optionProperties(operation: AnyOperation): INodeProperties[] {
	const audiences = audiencesOf(operation);
	return Object.entries<Option<unknown, Audience>>(options).flatMap(([name, option]) => {
		const show = option.shownFor.map((each) => audiences[each]).find(Boolean);
		return show ? [shownIf({ ...option.property, name }, show)] : [];
	});
}

function audiencesOf(operation: AnyOperation): Partial<Record<Audience, Show>> {
	const { kind, method, endpoint } = operation.endpoint ? operation : operation.create;
	const found = kind === 'update' ? { '/findBy': ['match'] } : undefined;
	return {
		all: {},
		list: kind === 'list' ? {} : undefined,
		body: endpoint.body && {},
		write: method === 'GET' ? undefined : {},
		match: operation.endpoint ? found : {},
		skip: found && { ...found, '/noMatch': ['skip'] },
	};
}
