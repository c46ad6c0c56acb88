import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operations, resources } from '../../nodes/ProjectWorkspace/catalogue';
import { DEFAULT_LIMIT } from '../../nodes/ProjectWorkspace/parameters/limit';
import { nodeProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import { namedEndpointOperations } from '../catalogue/endpointOperations';

// n8n's lint reads literals only; these properties are derived, so its conventions are held here.
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

describe('every operation of the catalogue', () => {
	test.each(namedEndpointOperations)(
		'%s can be chosen and shows what it needs',
		(_, { resource, value, pathReferences, endpoint }) => {
			const names = shownFor(resource.value, value).map(({ name }) => name);
			for (const { parameter } of [...pathReferences, ...(endpoint.references ?? [])]) {
				expect(names).toContain(parameter);
			}
			expect(names.includes('returnAll') && names.includes('limit')).toBe(
				endpoint.answer.gives === 'list',
			);
			expect(
				names.includes('bodyMode') && names.includes('fields') && names.includes('jsonBody'),
			).toBe(endpoint.body === 'open');
			expect(names).toContain('options');
		},
	);

	test.each(['project', 'task'])('an upsert of a %s needs no more than its fields', (name) => {
		const shown = shownFor(name, 'upsert');
		const project = name === 'task' ? ['projectId'] : [];
		expect(shown.map((each) => each.name)).toEqual([
			'operation',
			...project,
			'fields',
			'additionalFields',
			'output',
			'outputFields',
			'options',
		]);
		const mapper = shown.find((each) => each.name === 'fields')?.typeOptions?.resourceMapper;
		expect(mapper).toMatchObject({ mode: 'upsert', multiKeyMatch: true });
	});

	test('shows each parameter once', () => {
		for (const { resource, value } of operations) {
			for (const findBy of ['id', 'match']) {
				const names = shownFor(resource.value, value, findBy).map(({ name }) => name);
				expect(names).toEqual([...new Set(names)]);
			}
		}
	});

	test.each(['project', 'task'])('an update finds its %s by ID or by matching fields', (name) => {
		const names = (findBy: string) => shownFor(name, 'update', findBy).map((each) => each.name);
		expect(names('id')).toEqual(expect.arrayContaining(['findBy', `${name}Id`, 'bodyMode']));
		expect(names('match')).toEqual(expect.arrayContaining(['findBy', 'noMatch', 'fields']));
		expect(names('match')).not.toEqual(expect.arrayContaining([`${name}Id`]));
	});
});

test('Limit has the default that is taken where it is left empty', () => {
	const limits = properties.filter(({ name }) => name === 'limit');
	expect(limits.map((limit) => limit.default)).toEqual(limits.map(() => DEFAULT_LIMIT));
	expect(limits).toHaveLength(
		operations.filter(({ endpoint }) => endpoint?.answer.gives === 'list').length,
	);
});

describe("n8n's conventions", () => {
	const all = everyProperty(properties);

	test('booleans are described by "Whether"', () => {
		for (const { type, description } of all) {
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
		}
	});

	test('placeholders give examples, unless they name an action', () => {
		for (const { type, placeholder } of all) {
			if (placeholder && type === 'string') expect(placeholder).toMatch(/^e\.g\. /);
		}
	});

	test('labels are Title Case, and saved names camelCase', () => {
		for (const { displayName, name } of all) {
			expect(displayName).toMatch(/^[A-Z]/);
			expect(name).toMatch(/^[a-z][A-Za-z]*$/);
		}
	});

	test('single-sentence descriptions have no full stop, longer ones end with one', () => {
		for (const { description } of all) {
			if (!description) continue;
			expect(description.endsWith('.')).toBe(/\. [A-Z]/.test(description));
		}
	});

	test('limit starts at 1 and is 50 unless changed', () => {
		for (const property of all.filter(({ name }) => name === 'limit')) {
			expect(property).toMatchObject({
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			});
		}
	});

	test('lists of choices are in alphabetical order', () => {
		for (const { type, options = [] } of all) {
			if (type !== 'options') continue;
			const names = options.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('operations have an action in sentence case that names the resource', () => {
		for (const resource of resources) {
			for (const { name, action } of operationOptions(resource.value)) {
				expect(name).toMatch(/^[A-Z]\w*( (and|by|for|in|of|or|to))?( [A-Z]\w*)*$/);
				expect(action).toMatch(new RegExp(`^[A-Z][a-z ]*${resource.value}`));
			}
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
