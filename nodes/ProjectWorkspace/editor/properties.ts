import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Resource } from '../catalogue';
import { operations, resources } from '../catalogue';
import { bodyProperties } from './body';
import { filtersProperty } from './filters';
import { canFind, findByProperty, matchProperties } from './finding';
import { locator } from './locator';
import { optionsProperty } from './options';
import { outputProperties } from './output';

/**
 * Everything that the editor shows, from the catalogue.
 * A property that several operations share is written once for each of them:
 * n8n shows the one whose conditions hold, and saves them all under the same name.
 */
export function nodeProperties(): INodeProperties[] {
	return [
		resourceProperty(),
		...resources.map(operationProperty),
		...operations.flatMap(parametersOf),
	];
}

function resourceProperty(): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		default: 'task',
		options: resources.map(({ displayName, value, description }) => ({
			name: displayName,
			value,
			description,
		})),
	};
}

function operationProperty(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		// The one operation that every resource has, and that changes nothing.
		default: 'getAll',
		displayOptions: { show: { resource: [resource.value] } },
		options: Object.entries(resource.endpoints).map(([value, { name, action, description }]) => ({
			name,
			value,
			action,
			description,
		})),
	};
}

function parametersOf(operation: Operation): INodeProperties[] {
	const { resource, endpoint } = operation;
	const all = { resource: [resource.value], operation: [operation.value] };
	const finds = canFind(operation);
	/** Of an operation that finds its record by its ID. */
	const show: Record<string, string[]> = finds ? { ...all, findBy: ['id'] } : all;
	return [
		...(finds ? [findByProperty(resource, all)] : []),
		...(operation.hasId && resource.narrowedBy
			? [
					locator(resource.narrowedBy.resource, {
						displayName: resource.narrowedBy.displayName,
						name: resource.narrowedBy.parameter,
						description: resource.narrowedBy.description,
						displayOptions: { show },
					}),
				]
			: []),
		...(operation.hasId
			? [
					locator(resource.value, {
						displayName: resource.displayName,
						name: resource.idParameter,
						description: `The ${resource.value} to ${endpoint.name.toLowerCase()}`,
						required: true,
						displayOptions: { show },
						// A pick from the former project would stay otherwise.
						...(resource.narrowedBy
							? {
									typeOptions: { loadOptionsDependsOn: [`${resource.narrowedBy.parameter}.value`] },
								}
							: {}),
					}),
				]
			: []),
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
		...(finds ? matchProperties(resource, { ...all, findBy: ['match'] }) : []),
		...(operation.method === 'DELETE' ? [] : outputProperties(endpoint, all)),
		optionsProperty(operation, all),
	];
}

function limitProperties(show: Record<string, string[]>): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			displayOptions: { show },
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { ...show, returnAll: [false] } },
			description: 'Max number of results to return',
		},
	];
}
