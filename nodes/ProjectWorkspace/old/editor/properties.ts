import type { INodeProperties } from 'n8n-workflow';

import { operations, operationsOf, resourceNamed, resources } from '../catalogue';
import type { Operation, Reference, Resource, Upsert } from '../catalogue';
import { bodyProperties, findByProperty, matchProperties } from '../parameters/fieldProperties';
import { options, type Audience } from '../parameters/options';
import {
	limitProperties,
	locator,
	outputProperties,
	resourceProperty,
	type Show,
} from '../parameters/properties';
import { filterProperties } from '../parameters/filters';
import { optionsProperty, type Option } from '../optionKinds';

type AnyOperation = Operation | Upsert;

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

/**
 * The properties of all operations, for each in its order. One that several have is written once, because AI agents and
 * n8n's builder read the whole description: 'Limit' of all four Get Many has the condition `operation: ['getAll']`.
 * @param root `/` for properties in a collection
 */
function shared(
	all: readonly AnyOperation[],
	propertiesOf: (operation: AnyOperation) => INodeProperties[],
	root = '',
): INodeProperties[] {
	const found: Array<{ key: string; property: INodeProperties; users: AnyOperation[] }> = [];
	for (const operation of all) {
		let at = 0;
		for (const property of propertiesOf(operation)) {
			const key = JSON.stringify(property);
			const known = found.findIndex((each) => each.key === key);
			if (known < 0) found.splice(at, 0, { key, property, users: [operation] });
			else found[known]?.users.push(operation);
			at = (known < 0 ? at : known) + 1;
		}
	}
	return found.flatMap(({ property, users }) =>
		conditionsFor(users, all).map((condition) => {
			const named = Object.entries(condition).map(([name, values]) => [root + name, values]);
			return shownIf(property, Object.fromEntries(named));
		}),
	);
}

/** One condition if it is true of no other operation, otherwise one for each resource. */
function conditionsFor(users: readonly AnyOperation[], all: readonly AnyOperation[]): Show[] {
	if (users.length === all.length) return [{}];
	const resource = [...new Set(users.map((each) => each.resource.value))];
	const operation = [...new Set(users.map(({ value }) => value))];
	const meant = all.filter(
		(each) => resource.includes(each.resource.value) && operation.includes(each.value),
	);
	if (meant.length === users.length) return [{ resource, operation }];
	return resource.flatMap((name) =>
		conditionsFor(
			users.filter((each) => each.resource.value === name),
			all,
		),
	);
}

const shownIf = (property: INodeProperties, condition: Show): INodeProperties => {
	const show = { ...condition, ...property.displayOptions?.show };
	return Object.keys(show).length === 0
		? property
		: { ...property, displayOptions: { ...property.displayOptions, show } };
};
