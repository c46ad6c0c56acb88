import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { resources } from '../../nodes/ProjectWorkspace/resources';

const action = new ProjectWorkspace().description;
const trigger = new ProjectWorkspaceTrigger().description;
const polling = new ProjectWorkspacePollingTrigger().description;
const credential = new ProjectWorkspaceApi().properties;

/** What n8n makes of the node for an AI agent. */
const tool = { ...action, name: 'projectWorkspaceTool' };

/** The parameters that the editor shows, by what is selected: `task:update match`. */
function shown(
	selected: string,
	node = action,
): { parameters: INodeParameters; properties: INodeProperties[] } {
	const [operation = '', findBy] = selected.split(' ');
	const [resource, value] = operation.split(':');
	const set = { resource, operation: value, ...(findBy ? { findBy } : {}) } as INodeParameters;
	const all = action.properties;
	const parameters = NodeHelpers.getNodeParameters(all, set, true, false, null, node) ?? {};
	const properties = all.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, null, node),
	);
	return { parameters, properties };
}

const names = (properties: readonly INodeProperties[]) => properties.map(({ name }) => name);

function optionsFor(selected: string, change: INodeParameters = {}, node = action): string[] {
	const { parameters } = shown(selected);
	const [menu] = action.properties.filter(({ name }) => name === 'options');
	const values = { ...parameters, ...change };
	return (menu?.options ?? [])
		.filter((option): option is INodeProperties => 'type' in option)
		.filter((option) => NodeHelpers.displayParameter({}, option, null, node, values))
		.map(({ name }) => name);
}

const LIST = ['returnAll', 'limit', 'filters', 'simple', 'options', 'sort'];
const BODY = ['bodyMode', 'fields', 'additionalFields', 'simple', 'options'];
const MATCHED = ['fields', 'additionalFields', 'simple', 'options'];

const PARAMETERS: Record<string, string[]> = {
	'user:getAll': LIST,
	'user:get': ['userId', 'simple', 'options'],
	'user:invite': BODY,
	'user:remove': ['userId', 'options'],
	'project:getAll': LIST,
	'project:get': ['projectId', 'simple', 'options'],
	'project:create': BODY,
	'project:update': ['findBy', 'projectId', ...BODY],
	'project:update match': ['findBy', 'noMatch', ...MATCHED],
	'project:upsert': ['ifMatch', ...MATCHED],
	'project:archive': ['projectId', 'options'],
	'task:getAll': ['projectId', ...LIST],
	'task:get': ['taskId', 'simple', 'options'],
	'task:create': ['projectId', ...BODY],
	'task:update': ['findBy', 'taskId', ...BODY],
	'task:update match': ['findBy', 'projectId', 'noMatch', ...MATCHED],
	'task:upsert': ['projectId', 'ifMatch', ...MATCHED],
	'task:delete': ['taskId', 'options'],
	'workflow:getAll': LIST,
	'workflow:get': ['workflowId', 'simple', 'options'],
	'workflow:trigger': ['workflowId', ...BODY],
};

describe('the action node', () => {
	test('has an operation for each endpoint', () => {
		const described = action.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map((option) => `${displayOptions?.show?.resource} ${valueOf(option)}`),
			);
		const endpoints = resources.flatMap(({ name: resource, endpoints }) =>
			Object.keys(endpoints).map((name) => `${resource} ${name}`),
		);
		expect(described.sort()).toEqual(endpoints.sort());
		const selected = Object.keys(PARAMETERS).filter((each) => !each.endsWith(' match'));
		expect(selected.map((each) => each.replace(':', ' ')).sort()).toEqual(endpoints);
	});

	test('is careful with secrets, and the trigger responds before the workflow runs', () => {
		const hidden = everyProperty(credential).filter(({ typeOptions }) => typeOptions?.password);
		const secrets = ['apiKey', 'value', 'signingSecret', 'previousSigningSecret'];
		expect(names(hidden)).toEqual(secrets);
		expect(trigger.webhooks).toMatchObject([{ httpMethod: 'POST', responseMode: 'onReceived' }]);
	});

	test('is a tool for AI agents as well', () => {
		expect(action.usableAsTool).toBe(true);
	});

	test('what is not set is careful: 50 records, and a stop where no record matches', () => {
		expect(shown('task:getAll').parameters).toMatchObject({ returnAll: false, limit: 50 });
		expect(shown('task:update match').parameters).toMatchObject({ noMatch: 'stop' });
		const changes = polling.properties.find(({ name }) => name === 'changes');
		expect(changes?.default).toEqual(['changed', 'new', 'removed']);
	});

	test.each(Object.entries(PARAMETERS))('%s shows its parameters, each once', (selected, all) => {
		expect(names(shown(selected).properties)).toEqual(['resource', 'operation', ...all]);
	});

	test('the body can be JSON instead of fields, in the same place', () => {
		for (const selected of ['user:invite', 'task:update']) {
			const { properties } = shown(selected);
			const set = { ...shown(selected).parameters, bodyMode: 'json' };
			const withJson = action.properties.filter((each) =>
				NodeHelpers.displayParameter(set, each, null, action),
			);
			expect(names(withJson)).toEqual(
				names(properties)
					.filter((name) => name !== 'additionalFields')
					.map((name) => (name === 'fields' ? 'jsonBody' : name)),
			);
		}
	});

	test.each(Object.keys(PARAMETERS))(
		'as a tool, %s has Output in place of Simplify',
		(selected) => {
			const { parameters, properties } = shown(selected, tool);
			const ofNode = names(shown(selected).properties);
			expect(names(properties)).toEqual(
				ofNode.map((name) => (name === 'simple' ? 'output' : name)),
			);
			const isReturned = ofNode.includes('simple');
			expect(parameters.output).toBe(isReturned ? 'simplified' : undefined);
			expect(shown(selected).parameters.simple).toBe(isReturned ? true : undefined);

			const [output] = properties.filter(({ name }) => name === 'output');
			const count = selected.endsWith(':getAll') ? ['count'] : [];
			const choices = [...count, 'raw', 'selected', 'simplified'];
			expect(output ? choicesOf(output) : choices).toEqual(choices);
		},
	);

	test.each([
		[{}, false],
		[{ filter: [{ field: 'a' }, { field: 'b' }] }, true],
		['[{ "field": "a" }]', true],
	])('with the filters %j, Combine Filters is shown: %s, and n8n keeps its value', (...given) => {
		const [filters, isShown] = given;
		const set = { resource: 'user', operation: 'getAll', filters, combineFilters: 'any' };
		for (const { properties } of [action, polling]) {
			const [combine] = properties.filter(({ name }) => name === 'combineFilters');
			expect(combine && NodeHelpers.displayParameter(set, combine, null, null)).toBe(isShown);
			const read = NodeHelpers.getNodeParameters(properties, set, true, false, null, null);
			expect(read).toMatchObject({ combineFilters: 'any' });
		}
	});
});

const WRITE = ['includeResult', 'previewOnly', 'queryParameters', 'inOrder'];
const FIELDS = ['includeResult', 'previewOnly', 'queryParameters', 'sendEmpty', 'inOrder'];
const MATCH = [
	...['includeResult', 'matchOn', 'previewOnly', 'queryParameters', 'sendEmpty', 'inOrder'],
	'sendWholeRecord',
];

const OPTIONS: Array<[string, string[]]> = [
	['task:getAll', ['queryParameters', 'requireComplete', 'skip']],
	['task:get', ['queryParameters']],
	['task:create', FIELDS],
	['task:update', FIELDS],
	['task:update match', MATCH],
	['task:upsert', MATCH],
	['task:delete', WRITE],
	['user:invite', FIELDS],
	['user:remove', WRITE],
	['project:archive', WRITE],
	['workflow:trigger', FIELDS],
];

describe('options', () => {
	test.each(OPTIONS)('%s has no others', (selected, expected) => {
		expect(optionsFor(selected)).toEqual(expected);
	});

	test.each(OPTIONS)(
		'%s keeps the values of all of them when n8n runs it',
		(selected, expected) => {
			const { parameters } = shown(selected);
			const options = Object.fromEntries(expected.map((name) => [name, valueFor(name)]));
			const set = { ...parameters, options };
			const read = NodeHelpers.getNodeParameters(action.properties, set, true, false, null, action);
			expect(Object.keys(read?.options ?? {}).sort()).toEqual([...expected].sort());
		},
	);

	test('fields of the input can be ignored where they are mapped automatically', () => {
		const fields = { mappingMode: 'autoMapInputData', value: null };
		for (const selected of ['task:create', 'task:update', 'task:upsert', 'workflow:trigger']) {
			const automatic = optionsFor(selected, { fields });
			expect(automatic.filter((name) => !optionsFor(selected).includes(name))).toEqual([
				'ignoreFields',
			]);
			expect(automatic.length).toBeLessThanOrEqual(automatic.includes('matchOn') ? 8 : 7);
		}
	});

	test('an agent cannot require a complete list, and is told instead', () => {
		expect(optionsFor('task:getAll', {}, tool)).toEqual(['queryParameters', 'skip']);
	});

	test.each([action, trigger, polling])('of $displayName are on when they are added', (node) => {
		const [menu] = node.properties.filter(({ name }) => name === 'options');
		const toggles = everyProperty([menu!]).filter(({ type }) => type === 'boolean');
		expect(toggles.filter((toggle) => toggle.default !== true)).toEqual([]);
	});

	test.each([action, trigger, polling])(
		'of $displayName are in the order of their labels',
		(node) => {
			const [menu] = node.properties.filter(({ name }) => name === 'options');
			const labels = (menu?.options ?? []).map((each) =>
				'displayName' in each ? each.displayName : '',
			);
			expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		},
	);
});

test('the names and values that workflows save are those that were promised', () => {
	const saved = (properties: readonly INodeProperties[]) =>
		Object.fromEntries(properties.map((property) => [property.name, choicesOf(property)]));

	expect(saved(trigger.properties)).toMatchObject({
		events: [
			...['project.created', 'task.completed', 'task.created', 'task.updated', 'user.invited'],
			'workflow.run.completed',
		],
		filters: ['filter'],
		combineFilters: ['all', 'any'],
		options: ['duplicates', 'duplicateField', 'eventField', 'includeDetails', 'otherEvents'],
	});
	expect(saved(polling.properties)).toMatchObject({
		resource: ['project', 'task', 'user', 'workflow'],
		projectId: [],
		changes: ['changed', 'new', 'removed'],
		watchFields: [],
		filters: ['filter'],
		combineFilters: ['all', 'any'],
		options: ['queryParameters', 'requireComplete', 'startWithExisting'],
	});
	expect(saved(everyProperty(action.properties))).toMatchObject({
		bodyMode: ['fields', 'json'],
		findBy: ['id', 'match'],
		noMatch: ['skip', 'stop'],
		additionalFields: ['field'],
		type: ['boolean', 'json', 'number', 'string'],
		queryParameters: ['parameter'],
		sort: ['field'],
		simple: [],
		output: ['raw', 'selected', 'simplified'],
		direction: ['asc', 'desc'],
	});
	expect(saved(credential)).toMatchObject({
		...{ apiKey: [], baseUrl: [], plan: ['custom', 'enterprise', 'pro'], requestsPerMinute: [] },
		...{ headers: ['header'], service: ['settings'], signingSecret: [], previousSigningSecret: [] },
		...{ signatureHeader: [], signature: ['format'] },
	});
	const values = (name: string) => {
		const [section] = credential.find((each) => each.name === name)?.options ?? [];
		return section && 'values' in section ? names(section.values) : [];
	};
	expect(values('service')).toEqual([
		...['style', 'nextPath', 'parameter', 'recordsPath', 'pageSizeParameter', 'pageSize'],
		'ignoreTotal',
	]);
	expect(values('signature')).toEqual([
		...['signedContent', 'idHeader', 'timestampHeader', 'tolerance'],
	]);
	expect(values('headers')).toEqual(['name', 'value']);
});

test('a mapper is the same in all operations but for what is matched on', () => {
	const mappers = action.properties.filter(({ type }) => type === 'resourceMapper');
	const methods = mappers.map(({ typeOptions }) => [
		typeOptions?.resourceMapper?.mode,
		typeOptions?.resourceMapper?.resourceMapperMethod,
		typeOptions?.loadOptionsDependsOn,
	]);
	expect(methods).toEqual(
		['add', 'add', 'update', 'upsert'].map((mode) => [mode, 'getFields', ['resource']]),
	);
});

test('all methods that the properties name exist', () => {
	const { listSearch, loadOptions, resourceMapping } = new ProjectWorkspace().methods;
	const known = [listSearch, loadOptions, resourceMapping].flatMap((each) => Object.keys(each));
	for (const property of everyProperty([...action.properties, ...polling.properties])) {
		const { loadOptionsMethod, resourceMapper } = property.typeOptions ?? {};
		const search = property.modes?.map(({ typeOptions }) => typeOptions?.searchListMethod);
		const named = [loadOptionsMethod, resourceMapper?.resourceMapperMethod, ...(search ?? [])];
		for (const method of named.filter((each) => each !== undefined))
			expect(known).toContain(method);
	}
});

test.each([
	[action, { resource: 'task', operation: 'upsert' }, 'upsert: task'],
	[trigger, { events: ['task.created', 'user.invited'] }, 'task.created, user.invited'],
	[polling, { resource: 'task', changes: ['new', 'changed'] }, 'task: new, changed'],
] as const)('below its name, $displayName shows what it does', (description, parameters, text) => {
	const { subtitle = '' } = description;
	const shownAs = new Function(
		'$parameter',
		`return ${subtitle.slice('={{'.length, -'}}'.length)}`,
	);
	expect(shownAs(parameters)).toBe(text);
});

const valueOf = (option: INodePropertyOptions | object) => ('value' in option ? option.value : '');

/** The values to choose from, or the names of what can be added. */
const choicesOf = ({ options = [] }: INodeProperties) =>
	options.map((option) => ('value' in option ? option.value : option.name));

/** Also those in collections. */
function everyProperty(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		const inside = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'type' in option ? [option] : [];
		});
		return [property, ...everyProperty(inside)];
	});
}

/** Any value that a person could set. */
function valueFor(option: string): INodeParameters[string] {
	if (option === 'queryParameters') return { parameter: [{ name: 'a', value: 'b' }] };
	if (option === 'matchOn') return 'a';
	return option === 'skip' ? 1 : true;
}
