import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { resources } from '../../nodes/ProjectWorkspace/old/catalogue';
import { DEFAULT_LIMIT } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { nodeProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import { pollingProperties } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { triggerProperties } from '../../nodes/ProjectWorkspace/old/trigger/description';

// n8n's lint only reads literals; these properties are derived, so tests check its conventions.
const properties = nodeProperties();

const shownFor = (resource: string, operation: string, findBy = 'id') =>
	properties.slice(1).filter(({ displayOptions }) => {
		const show = displayOptions?.show ?? {};
		return (
			!show['@tool']?.includes(true) &&
			(!show.resource || show.resource.includes(resource)) &&
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

const BODY = 'bodyMode fields additionalFields jsonBody';
const OUTPUT = 'output outputFields options';
const MATCH = `fields additionalFields ${OUTPUT}`;
const LIST = `returnAll limit filters combineFilters output countBy ${OUTPUT.slice(7)}`;

test.each([
	['user:getAll', LIST],
	['user:get', `userId ${OUTPUT}`],
	['user:invite', `${BODY} ${OUTPUT}`],
	['user:remove', 'userId options'],
	['project:getAll', LIST],
	['project:get', `projectId ${OUTPUT}`],
	['project:create', `${BODY} ${OUTPUT}`],
	['project:upsert', MATCH],
	['project:update', `findBy projectId ${BODY} ${OUTPUT}`],
	['project:update:match', `findBy noMatch ${MATCH}`],
	['project:archive', 'projectId options'],
	['task:getAll', `projectId ${LIST}`],
	['task:get', `taskId taskProjectId ${OUTPUT}`],
	['task:create', `projectId ${BODY} ${OUTPUT}`],
	['task:upsert', `projectId ${MATCH}`],
	['task:update', `findBy taskId taskProjectId ${BODY} ${OUTPUT}`],
	['task:update:match', `findBy projectId noMatch ${MATCH}`],
	['task:delete', 'taskId taskProjectId options'],
	['workflow:getAll', LIST],
	['workflow:trigger', `workflowId ${BODY} ${OUTPUT}`],
])('%s shows %s', (operation, names) => {
	const [resource = '', value = '', findBy] = operation.split(':');
	expect(namesFor(resource, value, findBy).join(' ')).toBe(`operation ${names}`);
});

test('a parameter starts with the value that the docs name', () => {
	const own = properties.map(({ name, default: value, required = false, displayOptions }) => {
		const isShared = displayOptions?.show?.['@tool']?.[0] ?? false;
		return `${name} ${JSON.stringify(value)} ${isShared ? 'for agents' : required ? 'required' : ''}`.trim();
	});
	const empty = '{"mode":"list","value":""}';
	expect([...new Set(own)].sort()).toEqual([
		...['additionalFields {}', 'bodyMode "fields"', 'combineFilters "all"', 'countBy ""'],
		...['fields {"mappingMode":"defineBelow","value":null}', 'filters {}', 'findBy "id"'],
		...['jsonBody "{}"', 'limit 50', 'noMatch "stop"', 'operation "getAll"', 'options {}'],
		...['output "raw"', 'output "simplified" for agents'],
		...['outputFields "" required', 'outputFields [] required'],
		...[`projectId ${empty}`, `projectId ${empty} required`, 'resource "task"', 'returnAll false'],
		...[`taskId ${empty} required`, `taskProjectId ${empty}`],
		...[`userId ${empty} required`, `workflowId ${empty} required`],
	]);
});

test('what hides a parameter, and what makes n8n read its choices again', () => {
	const all = everyProperty(properties);
	const hidden = all.map(({ name, displayOptions }) => [name, displayOptions?.hide ?? {}] as const);
	const conditions = hidden.filter(([, hide]) => Object.keys(hide).some((key) => key !== '@tool'));
	expect([...new Set(conditions.map((each) => JSON.stringify(each)))].sort()).toEqual([
		'["combineFilters",{"filters":[{"_cnd":{"eq":{}}}]}]',
		'["limit",{"output":["count"]}]',
		'["returnAll",{"output":["count"]}]',
		'["value",{"condition":["isEmpty","isNotEmpty"]}]',
		'["value",{"type":["null"]}]',
	]);
	const dependent = all.map(
		({ name, typeOptions }) => `${name} ${typeOptions?.loadOptionsDependsOn}`,
	);
	expect([...new Set(dependent)].filter((each) => !each.endsWith('undefined')).sort()).toEqual([
		...['countBy resource', 'field resource', 'fields resource', 'name resource'],
		'outputFields resource',
		'taskId taskProjectId.value',
	]);
});

test.each<[filters: INodeParameters | string, isShown: boolean]>([
	[{}, false],
	[{ filter: [{ field: 'a' }, { field: 'b' }] }, true],
	['[{ "field": "a" }, { "field": "b" }]', true],
])('with the filters %j, Must Match is shown: %s, and n8n gives its value', (filters, isShown) => {
	for (const all of [properties, pollingProperties()]) {
		const given = { resource: 'user', operation: 'getAll', filters, combineFilters: 'any' };
		const [mustMatch] = all.filter(({ name }) => name === 'combineFilters');
		expect(mustMatch && NodeHelpers.displayParameter(given, mustMatch, null, null)).toBe(isShown);
		const read = NodeHelpers.getNodeParameters(all, given, true, false, null, null);
		expect(read).toMatchObject({ combineFilters: 'any' });
	}
});

describe("n8n's conventions", () => {
	const all = everyProperty([...properties, ...triggerProperties, ...pollingProperties()]);

	test('labels, names, placeholders, descriptions and choices', () => {
		for (const property of all) {
			const { displayName, name, type, placeholder, description, options = [] } = property;
			expect(property).toMatchObject({ type: expect.any(String), default: expect.anything() });
			expect(displayName).toMatch(/^[A-Z]/);
			expect(name).toMatch(/^[a-z][A-Za-z]*$/);
			if (type === 'boolean') expect(description).toMatch(/^Whether /);
			// Other placeholders name an action.
			if (placeholder && type === 'string') expect(placeholder).toMatch(/^e\.g\. /);
			// Only several sentences end with a full stop.
			if (description) expect(description.endsWith('.')).toBe(/\. [A-Z]/.test(description));
			if (type === 'options') expect(options.every((each) => 'value' in each)).toBe(true);
			const labels = options.map((each) => ('displayName' in each ? each.displayName : each.name));
			const choices = ['options', 'collection'].includes(type) ? labels : [];
			// What people look for most comes first.
			const [, ...others] =
				type === 'collection' && choices[0] === 'Sort' ? choices : ['', ...choices];
			expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('only these have no description or placeholder, or choices without one', () => {
		const named = (is: (property: INodeProperties) => boolean | undefined) =>
			[...new Set(all.filter(is).map(({ name }) => name))].sort().join(' ');
		expect(named(({ description }) => !description)).toBe(
			'condition direction fields name operation options resource setUp value',
		);
		expect(named(({ type, placeholder }) => type === 'string' && !placeholder)).toBe('');
		expect(
			named(({ options }) => options?.some((each) => 'value' in each && !each.description)),
		).toBe('condition direction events type');
	});

	test('Sort is the first option of a list', () => {
		const [menu, ...others] = properties.filter(({ name }) => name === 'options');
		expect([menu?.options?.[0]?.name, others]).toEqual(['sort', []]);
	});

	test('Limit is 50 unless changed, and at least 1', () => {
		expect(all.find(({ name }) => name === 'limit')).toMatchObject({
			...{ typeOptions: { minValue: 1 }, default: DEFAULT_LIMIT },
			description: 'Max number of results to return',
		});
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
