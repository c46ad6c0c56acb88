import type { INodeParameters } from 'n8n-workflow';

import { json, type ScriptedAnswer } from '../servers/scriptedServer';
import { automatic } from './matching';
import type { NodeRun } from './runNode';
import { byId, serviceThat } from './service';

const noSuchUser = json({ error: { code: 'no_such_user', message: 'Nobody here' } }, 404, {
	'x-request-id': 'req-7',
});
const badIsUnknown = ({ url }: { url: string }) =>
	url.endsWith('bad') ? noSuchUser : json({ url });
const getUser = { resource: 'user', operation: 'get', userId: byId() };
const ids = (...all: string[]) => ({ items: all.map((id) => ({ id })) });

async function getOne(answer: ScriptedAnswer | undefined, more: Partial<NodeRun> = {}) {
	const { run, credential } = await serviceThat(() => answer);
	const settings = { maxAttempts: 1, maxQuotaWait: 0, ...(answer ? {} : { timeout: 100 }) };
	const options = { requests: { settings } };
	const result = await run({ ...getUser, userId: byId('u 1'), options }, more);
	expect(result.saved).not.toContain(credential.apiKey);
	return result;
}

const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Log in</p>' };
const redirect = { status: 302, headers: { location: 'https://example.com/a?b' } };
const says = (status: number) => json({ error: { code: 'some_code', message: 'Words' } }, status);

test.each<[string, ScriptedAnswer | undefined, string, string]>([
	['a fault of the service', says(500), 'serverFault', 'The service could not process'],
	['an error object with status 200', says(200), 'errorInSuccessResponse', 'a success status'],
	['a redirect', redirect, 'redirected', 'to https://example.com/a)'],
	['a web page with status 200', page, 'html', 'The service returned a web page'],
	['a web page with status 403', { ...page, status: 403 }, 'firewall', 'A firewall or a proxy'],
	['JSON that ends in the middle', { body: '{"id": "u' }, 'cutJson', 'JSON response is incomplete'],
	['a lost connection', { body: '{"id":', cut: true }, 'connectionLost', 'The connection was lost'],
	['no response', undefined, 'timeout', 'The service did not respond in time'],
])('has a message that says what happened on %s', async (_, answer, cause, message) => {
	const { error } = await getOne(answer);
	expect(error).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.not.stringContaining('whether the change was made'),
		context: { itemIndex: 0, data: { cause, method: 'GET', path: '/users/u%201' } },
	});
	expect(error?.message).toContain('GET /users/u%201');
});

test.each([
	['no such host', () => 'http://no-such-host.invalid/v1', 'hostUnknown'],
	['nobody listening', () => 'http://127.0.0.1:9/v1', 'connectFailed'],
	['no TLS', (url: string) => url.replace('http:', 'https:'), 'noTls'],
])('has a message that says what happened with %s at the URL', async (_, baseUrlFor, cause) => {
	const { run, credential } = await serviceThat(() => noSuchUser);
	const { error, saved } = await run(
		{ ...getUser, userId: byId('a'), options: { requests: { settings: { maxAttempts: 1 } } } },
		{ credential: { ...credential, baseUrl: baseUrlFor(credential.baseUrl) } },
	);
	expect(error).toMatchObject({ context: { data: { cause, code: cause } } });
	expect(saved).not.toContain(credential.apiKey);
});

test('sends the error output exactly the keys that n8n routes by, with the pairing', async () => {
	const { outputs } = await getOne(noSuchUser, { onError: 'continueErrorOutput' });
	const details = {
		...{ cause: 'notFound', code: 'no_such_user', serviceMessage: 'Nobody here' },
		...{ status: 404, method: 'GET', path: '/users/u%201', requestId: 'req-7' },
		description: expect.stringContaining('Check the ID'),
	};
	const error =
		'The service could not find what you requested: Nobody here (no_such_user, GET /users/u%201, HTTP 404)';
	expect(outputs).toStrictEqual([[], [{ json: { error, details }, pairedItem: { item: 0 } }]]);
});

test('keeps the order and the pairing of good and rejected items', async () => {
	const { run } = await serviceThat(badIsUnknown);
	const onError = 'continueRegularOutput' as const;
	const { outputs } = await run(getUser, { ...ids('a', 'bad', 'c'), onError });
	const told = ['/v1/users/a', expect.stringContaining('Nobody here'), '/v1/users/c'];
	expect(outputs[0]?.map(({ json, pairedItem }) => [json.url ?? json.error, pairedItem])).toEqual(
		told.map((each, item) => [each, { item }]),
	);
});

describe('an expression that cannot be resolved', () => {
	const value = "={{ $json.id === 'bad' ? $('No such node').first().json.id : $json.id }}";

	const settings = { timeout: value.replaceAll('$json.id }}', '300 }}') };
	test.each<[string, INodeParameters]>([
		['an ID', { userId: byId(value) }],
		['an option', { options: { requests: { settings } } }],
	])('in %s is reported for its item alone, and the others continue', async (_, parameters) => {
		const { run } = await serviceThat(badIsUnknown);
		const onError = 'continueRegularOutput';
		const { json: items } = await run(
			{ ...getUser, ...parameters },
			{ ...ids('bad', 'b'), onError },
		);
		const error = expect.stringContaining('Referenced node');
		const details = { code: 'invalidExpression' };
		expect(items).toEqual([{ error, details }, { url: '/v1/users/b' }]);
	});

	test('stops the execution with its item', async () => {
		const { run } = await serviceThat(badIsUnknown);
		const { error } = await run({ ...getUser, userId: byId(value) }, ids('a', 'bad'));
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Referenced node.* \[item 1\]$/),
			context: { itemIndex: 1 },
		});
	});
});

test('names the item on stop, and starts no request after the rejection', async () => {
	const { run, seen } = await serviceThat(badIsUnknown);
	const options = { requests: { settings: { parallelRequests: 1 } } };
	const { error } = await run({ ...getUser, options }, ids('a', 'bad', 'c', 'd'));
	expect(error).toMatchObject({
		message: expect.stringMatching(/: Nobody here \(.*\) \[item 1\]$/),
		context: { itemIndex: 1 },
	});
	expect(seen.map(({ url }) => url)).toEqual(['/v1/users/a', '/v1/users/bad']);
});

test('sends nothing for the items after one that is rejected before anything is sent', async () => {
	const { run, seen } = await serviceThat(() => ({ status: 204 }));
	const parameters = { resource: 'task', operation: 'delete', taskId: byId() };
	const { error } = await run(parameters, { items: [{}, { id: 'b' }, { id: 'c' }] });
	expect(error?.message).toBe("'Task' is empty [item 0]");
	expect(seen).toEqual([]);
});

test('of several items that are rejected, stops with the first', async () => {
	const { run, seen } = await serviceThat(() => noSuchUser);
	const { error } = await run(getUser, ids('a', 'b'));
	expect(seen).toHaveLength(2);
	expect(error).toMatchObject({ context: { itemIndex: 0 } });
});

test('an earlier item that waits for its retry does not hide the rejection that stops the run', async () => {
	const busy = json({}, 503, { 'retry-after': '20' });
	const { run } = await serviceThat(({ url }) => (url.endsWith('bad') ? noSuchUser : busy));
	const { error } = await run(getUser, ids('slow', 'bad'));
	expect(error).toMatchObject({ context: { itemIndex: 1 } });
});

test('gives hints also if the workflow continues after a rejected item', async () => {
	const { run } = await serviceThat(() => json({ data: [{ id: 1 }], next_cursor: null }));
	const parameters = { resource: 'user', operation: 'getAll', returnAll: true };
	const { hints } = await run(parameters, { onError: 'continueRegularOutput' });
	expect(hints.map(({ message }) => message)).toEqual(['The only record was read.']);
});

test.each([
	['create', true, {}, 1],
	['create', false, {}, 0],
	['create', true, { previewOnly: true }, 0],
	['getAll', true, {}, 0],
])("%s with n8n's Retry On Fail (%j, %j): %i warnings", async (...row) => {
	const [operation, retryOnFail, options, count] = row;
	const { run } = await serviceThat(({ method }) =>
		json(method === 'GET' ? { data: [], has_more: false } : { id: 1 }),
	);
	const parameters = { resource: 'task', operation, fields: automatic, options };
	const { hints } = await run(parameters, { items: [{ title: 'x' }], retryOnFail });
	expect(hints.filter(({ type }) => type === 'warning')).toHaveLength(count);
});

test.each([
	['waits for the rate limit', { operation: 'create', fields: automatic }],
	['waits for an item with the same values', { operation: 'upsert', fields: automatic }],
])('a rejection that stops the run leaves no request for an item that %s', async (_, what) => {
	const { run, seen } = await serviceThat(({ method }) =>
		method === 'GET' ? json({ data: [] }) : json({}, 400, { 'x-ratelimit-remaining': '0' }),
	);
	const items = [{ key: 'A' }, { key: 'A' }];
	const { error } = await run({ resource: 'task', ...what }, { items });
	expect(error).toMatchObject({ context: { itemIndex: 0, data: { cause: 'invalidRequest' } } });
	expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

describe('sends no request', () => {
	const run = async (parameters: INodeParameters, more = {}) => {
		const service = await serviceThat(() => json({}));
		const { error } = await service.run(
			{ resource: 'task', operation: 'create', bodyMode: 'json', ...parameters },
			{ credential: { ...service.credential, ...more } },
		);
		expect(service.seen).toEqual([]);
		return error?.message;
	};

	test.each<[string, INodeParameters, string]>([
		['a body that is no JSON', { jsonBody: '{"a":' }, "'JSON Body' is not valid JSON"],
		['a body that is a list', { jsonBody: '[]' }, "'JSON Body' must be an object"],
		['Custom API Call', { operation: '__CUSTOM_API_CALL__' }, 'Use the HTTP Request node for'],
		['it as a resource', { resource: '__CUSTOM_API_CALL__' }, 'Use the HTTP Request node for'],
		['an unknown operation', { operation: 'explode' }, 'has no operation "explode"'],
	])('with %s', async (_, parameters, message) => {
		expect(await run(parameters)).toContain(message);
	});

	test.each([
		['a key', { apiKey: ' ' }, 'The API key is missing'],
		['a URL', { baseUrl: 'example.com' }, "'Base URL' does not start with https://"],
	])('without %s', async (_, credential, message) => {
		expect(await run({}, credential)).toContain(message);
	});
});
