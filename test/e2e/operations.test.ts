import type { INodeParameters } from 'n8n-workflow';

import { resources } from '../../nodes/ProjectWorkspace/resources';
import { sandbox } from './sandbox';
import { byId, pairedTo, runNode } from './workflows';

/** Characters that have to be encoded in a path. */
const ODD_ID = 'a/b c?d#é';
const ODD_PATH = 'a%2Fb%20c%3Fd%23%C3%A9';
const BODY = { name: 'Märchen & "quotes"', nested: { list: [1, null, true] } };
const KEYS = /ac_(test|live)_/;

const json: INodeParameters = { bodyMode: 'json', jsonBody: JSON.stringify(BODY) };

const upsert = (field: string): INodeParameters => ({
	fields: {
		mappingMode: 'defineBelow',
		matchingColumns: [field],
		value: { [field]: 'new' },
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
});

type Case = [
	resource: string,
	operation: string,
	request: string,
	parameters: INodeParameters,
	returns: Record<string, unknown>,
];

/** The last request of each operation; that for the record with the odd ID, where it needs one. */
const CASES: Case[] = [
	['user', 'getAll', 'GET /v1/users', {}, { id: 'user_ada', email: 'ada@example.com' }],
	['user', 'get', `GET /v1/users/${ODD_PATH}`, {}, { id: ODD_ID }],
	['user', 'invite', 'POST /v1/users', json, BODY],
	['user', 'remove', `DELETE /v1/users/${ODD_PATH}`, {}, { removed: true, id: ODD_ID }],
	['project', 'getAll', 'GET /v1/projects', {}, { id: 'project_site' }],
	['project', 'get', 'GET /v1/projects', {}, { id: ODD_ID }],
	['project', 'create', 'POST /v1/projects', json, BODY],
	['project', 'update', `PUT /v1/projects/${ODD_PATH}`, json, { ...BODY, id: ODD_ID }],
	['project', 'upsert', 'POST /v1/projects', upsert('name'), { name: 'new' }],
	['project', 'archive', `DELETE /v1/projects/${ODD_PATH}`, {}, { archived: true, id: ODD_ID }],
	['task', 'getAll', 'GET /v1/tasks', {}, { id: 'task_text', project_id: 'project_site' }],
	['task', 'get', 'GET /v1/tasks', {}, { id: ODD_ID }],
	['task', 'create', 'POST /v1/tasks', json, BODY],
	['task', 'update', `PUT /v1/tasks/${ODD_PATH}`, json, { ...BODY, id: ODD_ID }],
	['task', 'upsert', 'POST /v1/tasks', upsert('title'), { title: 'new' }],
	['task', 'delete', `DELETE /v1/tasks/${ODD_PATH}`, {}, { deleted: true, id: ODD_ID }],
	['workflow', 'getAll', 'GET /v1/workflows', {}, { id: 'workflow_report' }],
	['workflow', 'get', 'GET /v1/workflows', {}, { id: ODD_ID }],
	['workflow', 'trigger', `POST /v1/workflows/${ODD_PATH}/trigger`, json, { workflow_id: ODD_ID }],
];

beforeEach(() => sandbox.reset());

it('there is a case for every operation', () => {
	const all = resources.flatMap(({ name, endpoints }) =>
		Object.keys(endpoints).map((operation) => `${name}:${operation}`),
	);

	expect(CASES.map(([resource, operation]) => `${resource}:${operation}`).sort()).toEqual(
		all.sort(),
	);
});

it.each(CASES)('%s:%s sends %s', async (resource, operation, expected, parameters, returns) => {
	const record = { id: ODD_ID, name: 'odd', title: 'odd' };
	await sandbox.addRecord(`${resource}s`, record);

	const { status, regular, error, text } = await runNode({
		resource,
		operation,
		parameters: { [`${resource}Id`]: byId(ODD_ID), returnAll: true, ...parameters },
	});
	const requests = await sandbox.requests();
	const request = requests
		.toReversed()
		.find(({ method, path }) => expected === `${method} ${path}`);

	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	expect(request?.headers.authorization).toBe('<Pro, sandbox>');
	if (parameters === json) expect(request?.body).toEqual(BODY);
	expect(regular[0]?.json).toMatchObject(returns);
	expect(regular.map(pairedTo)).toEqual(regular.map(() => 0));
	expect(text).not.toMatch(KEYS);
});
