import type { INodeParameters } from 'n8n-workflow';

import { sandbox } from './sandbox';
import { byId, pairedTo, runNode } from './workflows';

/** Characters that have to be encoded in a path. */
const ODD_ID = 'a/b c?d#é';
const ODD_PATH = 'a%2Fb%20c%3Fd%23%C3%A9';
const BODY = { name: 'Märchen & "quotes"', nested: { list: [1, null, true] } };
const KEYS = /ac_(test|live)_/;

const json: INodeParameters = { bodyMode: 'json', jsonBody: JSON.stringify(BODY) };

const upsert: INodeParameters = {
	fields: {
		mappingMode: 'defineBelow',
		matchingColumns: ['title'],
		value: { title: 'new' },
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
};

type Case = [
	resource: string,
	operation: string,
	request: string,
	parameters: INodeParameters,
	returns: Record<string, unknown>,
];

/** One of each kind; the requests of all operations are shown without n8n. */
const CASES: Case[] = [
	['task', 'getAll', 'GET /v1/tasks', {}, { id: 'task_text', project_id: 'project_site' }],
	['project', 'get', 'GET /v1/projects', {}, { id: ODD_ID }],
	['user', 'invite', 'POST /v1/users', json, BODY],
	['project', 'update', `PUT /v1/projects/${ODD_PATH}`, json, { ...BODY, id: ODD_ID }],
	['task', 'upsert', 'POST /v1/tasks', upsert, { title: 'new' }],
	['task', 'delete', `DELETE /v1/tasks/${ODD_PATH}`, {}, { deleted: true, id: ODD_ID }],
	['workflow', 'trigger', `POST /v1/workflows/${ODD_PATH}/trigger`, json, { workflow_id: ODD_ID }],
];

beforeEach(() => sandbox.reset());

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
