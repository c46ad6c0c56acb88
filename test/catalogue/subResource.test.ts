import {
	listOperation,
	operationsOf,
	resourceNamed,
	resources,
	type Operation,
	type Resource,
} from '../../nodes/ProjectWorkspace/catalogue';
import { nodeProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import { readOptions } from '../../nodes/ProjectWorkspace/parameters/readOptions';
import { buildRequest, readValues } from '../../nodes/ProjectWorkspace/parameters/request';
import { operationRow } from '../docs/operationRow';

// An endpoint that the service does not have: one entry is all that it takes.
const project: Resource = {
	...resourceNamed('project'),
	endpoints: {
		getMembers: {
			route: 'GET /projects/{projectId}/members',
			name: 'Get Members',
			action: 'Get the members of a project',
			description: 'List the members of a project',
			answer: { gives: 'list' },
			records: 'user',
		},
		removeTask: {
			route: 'DELETE /projects/{projectId}/tasks/{taskId}',
			name: 'Remove Task',
			action: 'Remove a task from a project',
			description: 'Remove a task from a project',
			answer: { gives: 'record', done: 'removed' },
		},
	},
};
const [getMembers, removeTask] = operationsOf(project) as [Operation, Operation]; // the two above

const given: Record<string, unknown> = { projectId: 'p 1', taskId: 7 };
const read: ParameterReader = Object.assign(
	(_name: string, _item: number, fallback: unknown) => fallback,
	{ locator: (name: string) => given[name], inputOf: () => ({}) },
);

function requestOf(operation: Operation) {
	const options = readOptions(read, 0);
	const values = options.ok ? readValues(read, operation, options.value, 0) : options;
	return values.ok ? buildRequest(operation, values.value) : values;
}

test('a sub-resource shows a locator for each record in its path, and what its response needs', () => {
	const shown = nodeProperties([project]).filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes('getMembers'),
	);
	expect(shown.map(({ name, required }) => [name, required])).toEqual(
		expect.arrayContaining([
			['projectId', true],
			['returnAll', undefined],
			['filters', undefined],
			['output', undefined],
			['options', undefined],
		]),
	);
	const names = nodeProperties([project])
		.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes('removeTask'))
		.map(({ name }) => name);
	expect(names).toEqual(['projectId', 'taskProjectId', 'taskId', 'options']);
});

test('its request has every ID in its place', () => {
	expect(requestOf(getMembers)).toMatchObject({
		value: { method: 'GET', path: '/projects/p%201/members', idLabel: 'Project' },
	});
	expect(requestOf(removeTask)).toMatchObject({
		value: { method: 'DELETE', path: '/projects/p%201/tasks/7', idLabel: 'Task' },
	});
	expect(getMembers.records.value).toBe('user');
});

test('its row in the README follows from it', () => {
	expect([getMembers, removeTask].map(operationRow)).toEqual([
		['Project', 'Get Members', '`project:getMembers`', 'GET /projects/{id}/members'],
		['Project', 'Remove Task', '`project:removeTask`', 'DELETE /projects/{id}/tasks/{taskId}'],
	]);
});

test('a name in a path that is no ID of a resource is found when the node is loaded', () => {
	const route = 'GET /projects/{teamId}' as const;
	const endpoints = { get: { ...getMembers.endpoint, route } };
	expect(() => operationsOf({ ...project, endpoints })).toThrow(TypeError);
});

test.each(resources.map((resource) => [resource.value, resource] as const))(
	'the list of %s is a list, and what it composes are a list, a POST and a PUT of the same record',
	(name, resource) => {
		expect(listOperation(name)).toMatchObject({
			method: 'GET',
			pathReferences: [],
			endpoint: { answer: { gives: 'list' } },
		});
		for (const operation of operationsOf(resource)) {
			if (operation.endpoint) continue;
			const { list, create, update } = operation;
			expect(list).toEqual(listOperation(name));
			expect(create).toMatchObject({ method: 'POST', endpoint: { body: 'open' } });
			expect(update).toMatchObject({ method: 'PUT', endpoint: { body: 'open' } });
			expect(update.pathReferences.map((each) => each.resource)).toEqual([name]);
		}
	},
);
