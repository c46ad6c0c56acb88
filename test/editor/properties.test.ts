import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations, resources } from '../../nodes/ProjectWorkspace/catalogue';
import { DEFAULT_LIMIT } from '../../nodes/ProjectWorkspace/parameters/limit';
import { nodeProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import { namedEndpointOperations } from '../catalogue/endpointOperations';

// n8n's lint only reads literals; these properties are derived, so tests check its conventions.
const properties = nodeProperties();

const shownFor = (resource: string, operation: string, findBy = 'id') =>
	properties.filter(({ displayOptions }) => {
		const show = displayOptions?.show ?? {};
		return (
			!show['@tool']?.includes(true) &&
			show.resource?.includes(resource) &&
			(!show.operation || show.operation.includes(operation)) &&
			(!show.findBy || show.findBy.includes(findBy))
		);
	});

const namesFor = (...shown: Parameters<typeof shownFor>) =>
	shownFor(...shown).map(({ name }) => name);

function everyProperty(of: readonly INodeProperties[]): INodeProperties[] {
	return of.flatMap((property) => [
		property,
		...everyProperty(
			(property.options ?? []).flatMap((option) =>
				'values' in option ? option.values : 'type' in option ? [option] : [],
			),
		),
	]);
}

test.each(namedEndpointOperations)(
	'%s shows the parameters of its endpoint',
	(_, { resource, value, pathReferences, endpoint }) => {
		const names = namesFor(resource.value, value);
		const locators = [...pathReferences, ...(endpoint.references ?? [])];
		expect(names).toEqual(
			expect.arrayContaining(['options', ...locators.map(({ parameter }) => parameter)]),
		);
		const shows = (...group: string[]) => group.filter((name) => names.includes(name)).length;
		expect(shows('returnAll', 'limit')).toBe(endpoint.answer.gives === 'list' ? 2 : 0);
		expect(shows('bodyMode', 'fields', 'jsonBody')).toBe(endpoint.body ? 3 : 0);
	},
);

test.each([
	['project', []],
	['task', ['projectId']],
])('an upsert of a %s only needs its fields', (name, references) => {
	expect(namesFor(name, 'upsert')).toEqual([
		'operation',
		...references,
		...['fields', 'additionalFields', 'output', 'outputFields', 'options'],
	]);
	const fields = shownFor(name, 'upsert').find((each) => each.name === 'fields');
	expect(fields?.typeOptions).toMatchObject({
		resourceMapper: { mode: 'upsert', multiKeyMatch: true },
	});
});

test.each(['project', 'task'])('an update finds its %s by ID or by matching fields', (name) => {
	const byId = namesFor(name, 'update', 'id');
	expect(byId).toEqual(expect.arrayContaining(['findBy', `${name}Id`, 'bodyMode']));
	const byFields = namesFor(name, 'update', 'match');
	expect(byFields).toEqual(expect.arrayContaining(['findBy', 'noMatch', 'fields']));
	expect(byFields).not.toContain(`${name}Id`);
});

test('no operation shows a parameter twice', () => {
	for (const { resource, value } of operations) {
		for (const findBy of ['id', 'match']) {
			const names = namesFor(resource.value, value, findBy);
			expect(names).toEqual([...new Set(names)]);
		}
	}
});

describe("n8n's conventions", () => {
	const all = everyProperty(properties);

	test('labels, names, placeholders, descriptions and choices', () => {
		for (const { displayName, name, type, placeholder, description, options = [] } of all) {
			expect(displayName).toMatch(/^[A-Z]/);
			expect(name).toMatch(/^[a-z][A-Za-z]*$/);
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
			// Other placeholders name an action.
			if (placeholder && type === 'string') expect(placeholder).toMatch(/^e\.g\. /);
			// Only several sentences end with a full stop.
			if (description) expect(description.endsWith('.')).toBe(/\. [A-Z]/.test(description));
			const labels = options.map((each) => ('displayName' in each ? each.displayName : each.name));
			const choices = ['options', 'collection'].includes(type) ? labels : [];
			expect(choices).toEqual([...choices].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('Limit is 50 unless changed, and at least 1', () => {
		const limits = all.filter(({ name }) => name === 'limit');
		const lists = operations.filter(({ endpoint }) => endpoint?.answer.gives === 'list');
		expect(limits).toHaveLength(lists.length);
		for (const limit of limits) {
			expect(limit).toMatchObject({
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			});
		}
		expect(DEFAULT_LIMIT).toBe(50);
	});

	test.each(resources)('the actions of $value are in sentence case and name it', ({ value }) => {
		const options = operationOptions(value);
		expect(options.length).toBeGreaterThan(0);
		for (const { name, action } of options) {
			expect(name).toMatch(/^[A-Z]\w*( (and|by|for|in|of|or|to))?( [A-Z]\w*)*$/);
			expect(action).toMatch(new RegExp(`^[A-Z][a-z ]*${value}`));
		}
	});
});

function operationOptions(resource: string): INodePropertyOptions[] {
	const property = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	return (property?.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option,
	);
}
