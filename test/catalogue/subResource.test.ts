import {
	listOperation,
	operationsOf,
	resourceNamed,
	resources,
	type Operation,
	type Resource,
} from '../../nodes/ProjectWorkspace/old/catalogue';
import { nodeProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import { buildRequest, readValues } from '../../nodes/ProjectWorkspace/old/parameters/request';
import { readOptions } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { operationRow } from '../docs/operationRow';
import { readerOf } from '../parameters/readerOf';

// Endpoints that the service does not have: each takes one entry.
const project: Resource = {
	...resourceNamed('project'),
	endpoints: {
		getMembers: {
			route: 'GET /projects/{projectId}/members',
			name: 'Get Members',
			action: 'Get the members of a project',
			description: 'List the members of a project',
			kind: 'list',
			subject: 'user',
		},
		addNote: {
			route: 'POST /projects/{projectId}/notes',
			name: 'Add Note',
			action: 'Add a note to a project',
			description: 'Add a note to a project',
			kind: 'request',
			result: 'added',
			about: 'note',
			body: { example: '{ "text": "Done" }' },
		},
		removeTask: {
			route: 'DELETE /projects/{projectId}/tasks/{taskId}',
			name: 'Remove Task',
			action: 'Remove a task from a project',
			description: 'Remove a task from a project',
			kind: 'request',
			result: 'removed',
		},
	},
};
const [getMembers, addNote, removeTask] = operationsOf(project) as [
	Operation,
	Operation,
	Operation,
]; // the three above

const read = readerOf({ projectId: { mode: 'id', value: ' p 1\n' }, taskId: 7 });

function requestOf(operation: Operation) {
	const options = readOptions(read);
	const values = options.ok ? readValues(read, operation, options.value) : options;
	return values.ok ? buildRequest(operation, values.value) : values;
}

const shownFor = (operation: string) =>
	nodeProperties([project]).filter(({ displayOptions }) =>
		(displayOptions?.show?.operation ?? [operation]).includes(operation),
	);

describe('an endpoint of a sub-resource', () => {
	test('shows a locator for each record in its path, and the parameters for its response', () => {
		const shown = shownFor('getMembers');
		expect(shown[2]).toMatchObject({ name: 'projectId', required: true });
		expect(shown.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['returnAll', 'filters', 'output', 'options']),
		);
		const names = shownFor('removeTask').map(({ name }) => name);
		expect(names.slice(2)).toEqual(['projectId', 'taskId', 'taskProjectId', 'options']);
	});

	test('that is not about a record of a resource does not list the fields of one', () => {
		const fields = shownFor('addNote').find(({ name }) => name === 'outputFields');
		expect([fields?.type, addNote.subject.plural]).toEqual(['string', 'notes']);
	});

	test('sends every ID in its place in the path', () => {
		expect(requestOf(getMembers)).toMatchObject({
			value: { method: 'GET', path: '/projects/p%201/members', idLabel: 'Project' },
		});
		expect(requestOf(removeTask)).toMatchObject({
			value: { method: 'DELETE', path: '/projects/p%201/tasks/7', idLabel: 'Task' },
		});
		expect(getMembers.subject.value).toBe('user');
	});

	test('has a row in the table of operations', () => {
		expect([getMembers, removeTask].map(operationRow)).toEqual([
			['Project', 'Get Members', '`project:getMembers`', 'GET /projects/{id}/members'],
			['Project', 'Remove Task', '`project:removeTask`', 'DELETE /projects/{id}/tasks/{taskId}'],
		]);
	});

	test('with an unknown ID in its path, it stops the node from loading', () => {
		const route = 'GET /projects/{teamId}' as const;
		const endpoints = { get: { ...getMembers.endpoint, route } };
		expect(() => operationsOf({ ...project, endpoints })).toThrow(TypeError);
	});
});

test.each(resources.map((resource) => [resource.value, resource] as const))(
	'getAll of %s lists its records, and an upsert combines it with a POST and a PUT',
	(name, resource) => {
		expect(listOperation(name)).toMatchObject({
			method: 'GET',
			pathReferences: [],
			kind: 'list',
		});
		for (const operation of operationsOf(resource)) {
			if (operation.endpoint) continue;
			const { create, update } = operation;
			expect(create).toMatchObject({ method: 'POST', endpoint: { body: expect.anything() } });
			expect(update).toMatchObject({ method: 'PUT', endpoint: { body: expect.anything() } });
			expect(update.pathReferences.map((each) => each.resource)).toEqual([name]);
		}
	},
);
