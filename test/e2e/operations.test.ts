import type { INodeParameters } from 'n8n-workflow';
import { operations } from '../../nodes/ProjectWorkspace/old/catalogue';
import { byId, pairedTo, runNode } from './run-node';
import { sandbox } from './sandbox';

/** Characters that have to be encoded in a path. */
const ODD_ID = 'a/b c?d#é';
const ODD_PATH = 'a%2Fb%20c%3Fd%23%C3%A9';
const BODY = { name: 'Märchen & "quotes"', nested: { list: [1, null, true] } };
const AS_JSON = { bodyMode: 'json', jsonBody: JSON.stringify(BODY) };

const upsertBy = (field: string): INodeParameters => ({
	fields: {
		mappingMode: 'defineBelow',
		matchingColumns: [field],
		value: { [field]: 'new' },
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	},
});

interface Case {
	operation: string;
	parameters?: INodeParameters;
	sends: { method: string; path: string; body?: unknown };
	/** Requests before it. */
	after?: string[];
	returns: Record<string, unknown>;
}

const get = (path: string) => ({ method: 'GET', path });
const put = (path: string) => ({ method: 'PUT', path, body: BODY });
const post = (path: string, body: unknown = BODY) => ({ method: 'POST', path, body });
const remove = (path: string) => ({ method: 'DELETE', path });

const ODD = { id: ODD_ID, mark: 'odd' };
const [ADA, SITE] = [{ id: 'user_ada', email: 'ada@example.com' }, { id: 'project_site' }];
const TEXT = { id: 'task_text', project_id: 'project_site' };
const REPORT = { id: 'workflow_report' };

/** The parameters of the record with the odd ID are added, and the body where one is sent. */
const cases: Record<string, Case[]> = {
	user: [
		{ operation: 'getAll', sends: get('/v1/users'), returns: ADA },
		{ operation: 'get', sends: get(`/v1/users/${ODD_PATH}`), returns: ODD },
		{ operation: 'invite', sends: post('/v1/users'), returns: BODY },
		{
			operation: 'remove',
			sends: remove(`/v1/users/${ODD_PATH}`),
			returns: { removed: true, id: ODD_ID },
		},
	],
	project: [
		{
			operation: 'upsert',
			parameters: upsertBy('name'),
			after: ['GET /v1/projects'],
			sends: post('/v1/projects', { name: 'new' }),
			returns: { name: 'new' },
		},
		{ operation: 'get', sends: get('/v1/projects'), returns: ODD },
		{ operation: 'getAll', sends: get('/v1/projects'), returns: SITE },
		{ operation: 'create', sends: post('/v1/projects'), returns: BODY },
		{ operation: 'update', sends: put(`/v1/projects/${ODD_PATH}`), returns: { ...BODY, ...ODD } },
		{
			operation: 'archive',
			sends: remove(`/v1/projects/${ODD_PATH}`),
			returns: { archived: true, id: ODD_ID },
		},
	],
	task: [
		{
			operation: 'upsert',
			parameters: upsertBy('title'),
			after: ['GET /v1/tasks'],
			sends: post('/v1/tasks', { title: 'new' }),
			returns: { title: 'new' },
		},
		{ operation: 'get', sends: get('/v1/tasks'), returns: ODD },
		{ operation: 'getAll', sends: get('/v1/tasks'), returns: TEXT },
		{ operation: 'create', sends: post('/v1/tasks'), returns: BODY },
		{ operation: 'update', sends: put(`/v1/tasks/${ODD_PATH}`), returns: { ...BODY, ...ODD } },
		{
			operation: 'delete',
			sends: remove(`/v1/tasks/${ODD_PATH}`),
			returns: { deleted: true, id: ODD_ID },
		},
	],
	workflow: [
		{ operation: 'getAll', sends: get('/v1/workflows'), returns: REPORT },
		{
			operation: 'trigger',
			sends: post(`/v1/workflows/${ODD_PATH}/trigger`),
			returns: { workflow_id: ODD_ID },
		},
	],
};

const everyCase = Object.entries(cases).flatMap(([resource, each]) =>
	each.map((one) => ({ resource, ...one })),
);

beforeEach(() => sandbox.reset());

it('covers every operation of the catalogue', () => {
	const covered = everyCase.map(({ resource, operation }) => `${resource}:${operation}`);
	const all = operations.map(({ resource, value }) => `${resource.value}:${value}`);
	expect(covered.sort()).toEqual(all.sort());
});

it.each(everyCase)('$resource: $operation', async (one) => {
	const { resource, operation, after = [], sends, returns } = one;
	const parameters = one.parameters ?? {
		...{ [`${resource}Id`]: byId(ODD_ID), returnAll: true },
		...(sends.body ? AS_JSON : {}),
	};
	await sandbox.addRecord(`${resource}s`, ODD);

	const { status, regular, error } = await runNode({ resource, operation, parameters });

	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	const requests = await sandbox.requests();
	const request = requests.pop();
	expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(after);
	expect(request).toMatchObject({ method: sends.method, path: sends.path });
	expect(request?.query).toBe('');
	expect(request?.headers.authorization).toBe('Bearer <Pro test key>');
	if (sends.body) {
		expect(request?.headers['content-type']).toMatch(/^application\/json\b/);
		expect(request?.body).toEqual(sends.body);
	} else {
		expect(request?.bodyText).toBe('');
	}
	expect(regular[0]?.json).toMatchObject(returns);
	expect(regular.map(pairedTo)).toEqual(regular.map(() => 0));
});
