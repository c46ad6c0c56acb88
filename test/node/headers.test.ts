import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { json, type Script, type ScriptedAnswer } from '../servers/scriptedServer';
import { mapped } from './matching';
import { activated } from './pollContexts';
import type { NodeRun } from './runNode';
import { ONE_BY_ONE, serviceThat } from './service';

const HIDDEN = 'gw-s3cret/of+gateway';
let server: Awaited<ReturnType<typeof serviceThat>>;
let script: Script;
beforeEach(async () => {
	script = () => json([]);
	server = await serviceThat((request, index) => script(request, index));
});

const header = (...all: Array<[name: string, value: string]>) => ({
	header: all.map(([name, value]) => ({ name, value })),
});

const credentialWith = (headers: object = {}) =>
	({ ...server.credential, headers }) as ICredentialDataDecryptedObject;

const run = (
	parameters: INodeParameters,
	{ headers, ...more }: Partial<NodeRun> & { headers?: object } = {},
) => server.run(parameters, { credential: credentialWith(headers), ...more });

const sent = (name: string) => server.seen.map((request) => request.headers[name]);

const getAll = { resource: 'user', operation: 'getAll', returnAll: true };
const itemAsBody = { bodyMode: 'json', jsonBody: '={{ $json }}' };
const create = { resource: 'project', operation: 'create', ...itemAsBody };
const keyOf = (value: string) => ({ headers: header(['Idempotency-Key', value]) });

test('additional headers in the credential and in the node are sent with every page', async () => {
	script = ({ url }) =>
		url.includes('cursor')
			? json({ data: [{ id: 2 }], next_cursor: null })
			: json({ data: [{ id: 1 }], next_cursor: 'c2' });
	const options = { headers: header(['X-Trace', '{{ 7 }}'], ['user-agent', 'mine']) };
	const { error } = await run({ ...getAll, options }, { headers: header(['X-Tenant', 'acme']) });
	expect(error).toBeUndefined();
	expect(server.seen).toHaveLength(2);
	for (const { headers } of server.seen) {
		expect(headers).toMatchObject({
			authorization: `Bearer ${server.credential.apiKey}`,
			accept: 'application/json',
			'x-tenant': 'acme',
			'x-trace': '{{ 7 }}',
			'user-agent': 'mine',
		});
	}
});

test("a header in the node takes precedence over the credential's, regardless of its case", async () => {
	const options = { headers: header(['x-tenant', 'other']) };
	await run({ ...getAll, options }, { headers: header(['X-Tenant', 'acme'], ['X-Plan', 'a']) });
	expect([sent('x-tenant'), sent('x-plan')]).toEqual([['other'], ['a']]);
});

test.each<[string, (origin: string) => ReturnType<typeof json>]>([
	['a link to the next page', (origin) => json({ data: [{ id: 1 }], next: `${origin}/v1/users` })],
	['a redirect', (origin) => ({ status: 302, headers: { location: `${origin}/v1/users` } })],
])('%s never sends them to another origin', async (_, answer) => {
	const other = await serviceThat(() => json([]));
	script = () => answer(other.origin);
	const options = { headers: header(['X-Trace', '1']) };
	const { error } = await run({ ...getAll, options }, { headers: header(['X-Key', HIDDEN]) });
	expect(error).toBeDefined();
	expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
});

test.each<[string, object | undefined, INodeParameters, string]>([
	['the credential', header(['Host', 'a']), {}, 'in the credential'],
	['the option', undefined, { headers: header(['Host', 'a']) }, "under 'Options'"],
])(
	'a header that cannot be set in %s stops before anything is sent',
	async (_, headers, options, where) => {
		const { error } = await run({ ...getAll, options }, { headers });
		expect(error).toMatchObject({
			message: `The header "Host" of 'Additional Headers' cannot be set, because the request depends on it`,
			description: expect.stringContaining(where),
		});
		expect(server.seen).toEqual([]);
	},
);

describe('an idempotency key', () => {
	test('is rejected for a different request, and sent for the same one', async () => {
		script = ({ body }) => json({ id: 'p', ...JSON.parse(body) }, 201);
		const items = ['one', 'two', 'one'].map((name) => ({ name }));
		const options = { ...keyOf('same'), ...ONE_BY_ONE };
		const onError = 'continueRegularOutput';
		const { json: told } = await run({ ...create, options }, { items, onError });
		expect(told).toEqual([
			{ id: 'p', name: 'one' },
			{ error: expect.stringContaining('not sent'), details: expect.anything() },
			{ id: 'p', name: 'one' },
		]);
		expect(server.seen.map(({ body }) => body)).toEqual(['{"name":"one"}', '{"name":"one"}']);
	});

	test('is also rejected for another workflow', async () => {
		const workflowId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
		const options = { ...keyOf('same'), ...ONE_BY_ONE };
		const items = [{ id: 'a' }, { id: 'b' }];
		await run({ resource: 'workflow', operation: 'trigger', workflowId, options }, { items });
		expect(server.seen.map(({ url }) => url)).toEqual(['/v1/workflows/a/trigger']);
	});

	const upsert = { resource: 'task', operation: 'upsert', fields: mapped({ key: 'A' }) };
	/** An empty list, then a response that is lost, then this one. */
	const firstLost =
		(second: ScriptedAnswer): Script =>
		(_, index) =>
			[json({ data: [], has_more: false }), { body: '{', cut: true }][index] ?? second;

	test('is sent when Create or Update creates a record, not with the search, and that request is repeated', async () => {
		script = firstLost(json({ id: 't1', key: 'A' }, 201));
		const { json: records } = await run({ ...upsert, options: keyOf('a') });
		expect(records).toEqual([{ id: 't1', key: 'A' }]);
		expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
		expect(sent('idempotency-key')).toEqual([undefined, 'a', 'a']);
	});

	test('a record that may exist after all is not created by another item', async () => {
		script = firstLost(json({ error: { code: 'busy', message: 'Still at it' } }, 409));
		const { json: told } = await run(
			{ ...upsert, options: keyOf('={{ $json.row }}') },
			{ items: [{ row: 'a' }, { row: 'b' }], onError: 'continueRegularOutput' },
		);
		expect(told.map(({ error }) => error)).toEqual([
			expect.stringContaining('Still at it'),
			expect.stringContaining('earlier item'),
		]);
		expect(sent('idempotency-key')).toEqual([undefined, 'a', 'a']);
	});
});

const rename = {
	...{ resource: 'task', operation: 'update', findBy: 'match' },
	fields: mapped({ key: 'A', title: 'New' }),
};
const oldTask =
	(more: object = {}): Script =>
	({ method }) =>
		method === 'GET'
			? json({ data: [{ id: 't1', key: 'A', title: 'Old', ...more }] })
			: json({ id: 't1' });

test('an update is sent with If-Match, and the search for its record without', async () => {
	script = oldTask();
	const options = { headers: header(['If-Match', '"7"'], ['X-Tenant', 'acme']) };
	const { error } = await run({ ...rename, options });
	expect(error).toBeUndefined();
	expect(sent('if-match')).toEqual([undefined, '"7"']);
	expect(sent('x-tenant')).toEqual(['acme', 'acme']);
});

test('an item for another tenant does not write what was found for the first', async () => {
	script = oldTask();
	const options = { headers: header(['X-Tenant', '={{ $json.tenant }}']) };
	const items = [{ tenant: 'a' }, { tenant: 'b' }];
	const onError = 'continueRegularOutput';
	const { json: told } = await run({ ...rename, options }, { items, onError });
	const error = "'Additional Headers' must have the same values as for the first item";
	expect(told).toEqual([{ id: 't1' }, { error, details: expect.anything() }]);
	expect(sent('x-tenant')).toEqual(['a', 'a']);
});

/** Its values are those of a header, as where a header names the tenant. */
describe('records with the value of a header', () => {
	const headers = header(['X-Tenant', 'org_12345678']);
	const org = 'org_12345678';
	const tasks = [
		{ id: `${org}-1`, key: org, title: 'Old' },
		{ id: `${org}-2`, key: 'B', title: 'Old' },
	];
	beforeEach(() => {
		script = ({ method, url }) => {
			if (method === 'PUT') return json({ id: 't1' });
			const isSecond = url.includes(`after=${org}-1`);
			const next = isSecond ? null : `/v1/tasks?after=${org}-1`;
			return json({ data: [tasks[isSecond ? 1 : 0]], next });
		};
	});

	test('are found by their fields and their ID, by filters, and on the next page', async () => {
		const fields = mapped({ key: org, title: 'New' });
		const updated = await run({ ...rename, fields }, { headers });
		expect(updated.error).toBeUndefined();
		expect(server.seen.at(-1)).toMatchObject({ method: 'PUT', url: `/v1/tasks/${org}-1` });
		const filters = { filter: [{ field: 'id', condition: 'equals', value: `${org}-2` }] };
		const found = await run({ ...getAll, resource: 'task', filters }, { headers });
		expect(found.json).toEqual([tasks[1]]);
	});

	test('are written back whole', async () => {
		const options = { sendWholeRecord: true };
		const fields = mapped({ key: 'B', title: 'New' });
		const { error } = await run({ ...rename, fields, options }, { headers });
		expect(error).toBeUndefined();
		const body = server.seen.at(-1)?.body ?? '';
		expect(JSON.parse(body)).toEqual({ key: 'B', title: 'New' });
	});

	test('that are a number or follow an escape stay valid JSON', async () => {
		script = () => ({ body: '{"data":[{"id":12345678901234567,"note":"a\\norg_12345678"}]}' });
		const given = header(['X-A', '12345678901234567'], ['X-B', 'norg_12345678']);
		const { json: records } = await run(getAll, { headers: given });
		expect(records).toEqual([{ id: '12345678901234567', note: 'a\norg_12345678' }]);
	});
});

describe('the polling trigger', () => {
	const watching = (
		headers: object | undefined,
		given: INodeParameters,
		staticData: IDataObject = {},
	) => {
		const changes = ['new', 'changed', 'removed'];
		const parameters = { resource: 'task', changes, watchFields: [], filters: {}, options: given };
		const service = { settings: { style: 'none' } };
		const credential = { ...credentialWith(headers), service };
		return activated(parameters, { credential, staticData });
	};

	beforeEach(() => {
		script = ({ headers }) =>
			json([{ id: headers['x-tenant'] === 'b' ? 2 : 1, title: String(headers['x-plan']) }]);
	});

	test('sends both', async () => {
		await watching(header(['X-Tenant', 'a']), { headers: header(['X-Plan', 'p']) }).poll();
		expect([sent('x-tenant'), sent('x-plan')]).toEqual([['a'], ['p']]);
	});

	test.each<[string, (tenant: string) => [object | undefined, INodeParameters]]>([
		['the credential', (tenant) => [header(['X-Tenant', tenant]), {}]],
		['an option', (tenant) => [undefined, { headers: header(['X-Tenant', tenant]) }]],
	])(
		'with another tenant in %s, the list of the first is not compared with it',
		async (_, given) => {
			const first = watching(...given('a'));
			await first.poll();
			const same = watching(...given('a'), first.saved());
			expect(await same.poll()).toBeUndefined();
			const other = watching(...given('b'), first.saved());
			expect(await other.poll()).toBeUndefined();
		},
	);
});
