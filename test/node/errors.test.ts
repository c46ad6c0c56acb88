import type { INodeParameters } from 'n8n-workflow';

import { json, scriptedServer, type ScriptedAnswer } from '../servers/scriptedServer';
import { runNode } from './runNode';

const key = 'ac_test_made_up_key_for_tests';
const noSuchUser = json({ error: { code: 'no_such_user', message: 'Nobody here' } }, 404, {
	'x-request-id': 'req-7',
});

async function getUser(
	answer: ScriptedAnswer | undefined,
	{
		baseUrl,
		...more
	}: {
		baseUrl?: (origin: string) => string;
		onError?: 'continueRegularOutput' | 'continueErrorOutput';
	} = {},
) {
	const server = await scriptedServer(() => answer);
	try {
		return await runNode({
			credential: { apiKey: key, baseUrl: baseUrl?.(server.origin) ?? server.baseUrl },
			parameters: {
				resource: 'user',
				operation: 'get',
				userId: { __rl: true, mode: 'id', value: 'u 1' },
				options: { maxAttempts: 1, maxQuotaWait: 0, ...(answer ? {} : { timeout: 100 }) },
			},
			...more,
		});
	} finally {
		await server.close();
	}
}

const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Log in</p>' };
const says = (status: number) =>
	json({ error: { code: 'some_code', message: 'Some words' } }, status);

test.each<[string, ScriptedAnswer | undefined, string, string]>([
	['a refused key', says(401), 'unauthorized', 'The service rejected the API key'],
	['a plan without API access', says(402), 'planRefused', 'The plan of your account'],
	['something forbidden', says(403), 'forbidden', 'The service does not allow this request'],
	['an unknown ID', says(404), 'notFound', 'The service could not find'],
	['a conflict', says(409), 'conflict', 'The request conflicts'],
	['an invalid request', says(422), 'invalidRequest', 'The service did not accept'],
	['a spent quota', says(429), 'rateLimited', 'The rate limit was reached'],
	['a fault of the service', says(500), 'serverFault', 'The service could not process'],
	[
		'an error object with status 200',
		says(200),
		'errorInSuccessResponse',
		'although it returned a success status',
	],
	[
		'a redirect',
		{ status: 302, headers: { location: 'https://example.com/a?b' } },
		'redirected',
		'to https://example.com/a)',
	],
	['a web page with status 200', page, 'html', 'The service returned a web page'],
	['plain text', { body: 'ok then' }, 'notJson', 'The response is not JSON'],
	[
		'JSON that ends in the middle',
		{ body: '{"id": "u' },
		'cutJson',
		'The JSON response is incomplete',
	],
	[
		'a body that is cut by the connection',
		{ body: '{"id":', cut: true },
		'connectionLost',
		'The connection was lost',
	],
	['no answer', undefined, 'timeout', 'The service did not respond in time'],
])('has a message that says what happened on %s', async (_, answer, cause, message) => {
	const { error, saved } = await getUser(answer);
	expect(error).toMatchObject({
		message: expect.stringContaining(message),
		description: expect.stringMatching(/\w/),
		context: { itemIndex: 0, data: { cause, method: 'GET', path: '/users/u%201' } },
	});
	expect(error?.message).toContain('GET /users/u%201');
	expect(saved).not.toContain(key);
});

test.each([
	['no such host', () => 'http://no-such-host.invalid/v1', 'hostUnknown'],
	['nobody listening', () => 'http://127.0.0.1:9/v1', 'connectFailed'],
	[
		'TLS where there is none',
		(origin: string) => origin.replace('http:', 'https:'),
		'certificateRefused',
	],
])('has a message that says what happened with %s at the address', async (_, baseUrl, cause) => {
	const { error, saved } = await getUser(noSuchUser, { baseUrl });
	expect(error).toMatchObject({ context: { data: { cause, code: cause } } });
	expect(saved).not.toContain(key);
});

test('puts the words and the code of the service into the message', async () => {
	const { error } = await getUser(noSuchUser);
	expect(error?.message).toBe(
		'The service could not find what you requested: Nobody here (no_such_user, GET /users/u%201, HTTP 404)',
	);
});

test('sends the error output exactly the keys that n8n routes by, with the pairing', async () => {
	const { outputs } = await getUser(noSuchUser, { onError: 'continueErrorOutput' });
	expect(outputs).toEqual([
		[],
		[
			{
				json: {
					error: expect.stringContaining('Nobody here (no_such_user, '),
					details: {
						cause: 'notFound',
						code: 'no_such_user',
						serviceMessage: 'Nobody here',
						status: 404,
						method: 'GET',
						path: '/users/u%201',
						requestId: 'req-7',
						description: expect.stringContaining('Check the ID'),
					},
				},
				pairedItem: { item: 0 },
			},
		],
	]);
});

test('keeps the order and the pairing of good and rejected items', async () => {
	const server = await scriptedServer(({ url }) =>
		url.endsWith('bad') ? noSuchUser : json({ url }),
	);
	try {
		const { outputs } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			items: [{ id: 'a' }, { id: 'bad' }, { id: 'c' }],
			parameters: {
				resource: 'user',
				operation: 'get',
				userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			onError: 'continueRegularOutput',
		});
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(outputs[0]?.map(({ json }) => json.url ?? json.error)).toEqual([
			'/v1/users/a',
			expect.stringContaining('Nobody here'),
			'/v1/users/c',
		]);
	} finally {
		await server.close();
	}
});

describe('an expression that cannot be resolved', () => {
	const value = "={{ $json.id === 'bad' ? $('No such node').first().json.id : $json.id }}";

	async function getUsers(
		ids: string[],
		parameters: INodeParameters,
		onError?: 'continueRegularOutput',
	) {
		const server = await scriptedServer(({ url }) => json({ url }));
		try {
			return await runNode({
				credential: { apiKey: key, baseUrl: server.baseUrl },
				items: ids.map((id) => ({ id })),
				parameters: {
					resource: 'user',
					operation: 'get',
					userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					...parameters,
				},
				onError,
			});
		} finally {
			await server.close();
		}
	}

	test.each<[string, INodeParameters]>([
		['an ID', { userId: { __rl: true, mode: 'id', value } }],
		['an option', { options: { maxAttempts: value.replaceAll('$json.id }}', '3 }}') } }],
	])('in %s is reported for its item alone, and the others continue', async (_, parameters) => {
		const { json: items } = await getUsers(['bad', 'b'], parameters, 'continueRegularOutput');
		expect(items).toEqual([
			{ error: expect.stringContaining('Referenced node'), details: { code: 'invalidExpression' } },
			{ url: '/v1/users/b' },
		]);
	});

	test('stops the execution with its item', async () => {
		const { error } = await getUsers(['a', 'bad'], { userId: { __rl: true, mode: 'id', value } });
		expect(error).toMatchObject({
			message: expect.stringMatching(/^Referenced node.* \[item 1\]$/),
			context: { itemIndex: 1 },
		});
	});
});

test('names the item on stop, and starts no request after the rejection', async () => {
	const server = await scriptedServer(({ url }) => (url.endsWith('bad') ? noSuchUser : json({})));
	try {
		const { error } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			items: [{ id: 'a' }, { id: 'bad' }, { id: 'c' }, { id: 'd' }],
			parameters: {
				resource: 'user',
				operation: 'get',
				userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { parallelRequests: 1 },
			},
		});
		expect(error).toMatchObject({
			message: expect.stringMatching(/: Nobody here \(.*\) \[item 1\]$/),
			context: { itemIndex: 1 },
		});
		expect(server.seen.map(({ url }) => url)).toEqual(['/v1/users/a', '/v1/users/bad']);
	} finally {
		await server.close();
	}
});

test('sends nothing for the items after one that is rejected before anything is sent', async () => {
	const server = await scriptedServer(() => ({ status: 204 }));
	try {
		const { error } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			items: [{}, { id: 'b' }, { id: 'c' }],
			parameters: {
				resource: 'task',
				operation: 'delete',
				taskId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
		});
		expect(error?.message).toBe("'Task' is empty [item 0]");
		expect(server.seen).toEqual([]);
	} finally {
		await server.close();
	}
});

test('a list request without a response ends after the timeout that is set', async () => {
	const server = await scriptedServer(() => undefined);
	try {
		const { error } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			parameters: {
				resource: 'user',
				operation: 'getAll',
				options: { timeout: 100, maxAttempts: 1 },
			},
		});
		expect(error).toMatchObject({ context: { data: { cause: 'timeout' } } });
	} finally {
		await server.close();
	}
});

test('of several items that are rejected, stops with the first', async () => {
	const server = await scriptedServer(() => noSuchUser);
	try {
		const { error } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			items: [{ id: 'a' }, { id: 'b' }],
			parameters: {
				resource: 'user',
				operation: 'get',
				userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
		});
		expect(server.seen).toHaveLength(2);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	} finally {
		await server.close();
	}
});

test('gives hints also if the workflow continues after a rejected item', async () => {
	const server = await scriptedServer(() => json({ data: [{ id: 1 }], next_cursor: null }));
	try {
		const { hints } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			parameters: { resource: 'user', operation: 'getAll', returnAll: true },
			onError: 'continueRegularOutput',
		});
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/^1 record/)]);
	} finally {
		await server.close();
	}
});

test('starts no request after a rejection, even if one that was in flight succeeds', async () => {
	let answered = 0;
	const server = await scriptedServer(({ url }) => {
		if (url.endsWith('bad')) return noSuchUser;
		// It is sent again after the other one was refused.
		return url.endsWith('slow') && answered++ === 0
			? json({}, 503, { 'retry-after': '1' })
			: json({ url });
	});
	try {
		const { error } = await runNode({
			credential: { apiKey: key, baseUrl: server.baseUrl },
			items: [{ id: 'slow' }, { id: 'bad' }, { id: 'c' }, { id: 'd' }],
			parameters: {
				resource: 'user',
				operation: 'get',
				userId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
				options: { parallelRequests: 2 },
			},
		});
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		const asked = server.seen.map(({ url }) => url.split('/').at(-1));
		expect(asked.sort()).toEqual(['bad', 'slow', 'slow']);
	} finally {
		await server.close();
	}
});

test('hides the key where the service repeats it, in outputs and in messages', async () => {
	const echo = await getUser(json({ id: 1, token: `Bearer ${key}` }));
	expect(echo.json).toEqual([{ id: 1, token: 'Bearer [API key hidden]' }]);
	const refusal = await getUser(json({ error: { code: 'x', message: `${key} is revoked` } }, 401));
	expect(refusal.saved).not.toContain(key);
	expect(refusal.error?.message).toContain('[API key hidden] is revoked');
});

describe('asks nothing of the service', () => {
	const run = async (parameters: Record<string, unknown>, credential = {}) => {
		const server = await scriptedServer(() => json({}));
		try {
			const answer = await runNode({
				credential: { apiKey: key, baseUrl: server.baseUrl, ...credential },
				parameters: {
					resource: 'task',
					operation: 'create',
					bodyMode: 'json',
					jsonBody: '{}',
					...parameters,
				} as never,
			});
			expect(server.seen).toEqual([]);
			return answer.error;
		} finally {
			await server.close();
		}
	};

	test.each<[string, Record<string, unknown>, string]>([
		[
			'an empty ID',
			{
				resource: 'task',
				operation: 'delete',
				taskId: { __rl: true, mode: 'id', value: '={{ $json.none }}' },
			},
			"'Task' is empty",
		],
		['a body that is no JSON', { jsonBody: '{"a":' }, "'JSON Body' is not valid JSON"],
		['a body that is a list', { jsonBody: '[]' }, "'JSON Body' must be an object"],
		[
			'Custom API Call',
			{ operation: '__CUSTOM_API_CALL__' },
			'Use the HTTP Request node for custom API calls',
		],
		['an unknown operation', { operation: 'explode' }, 'has no operation "explode"'],
	])('with %s', async (_, parameters, message) => {
		expect((await run(parameters))?.message).toContain(message);
	});

	test.each([
		['without a key', { apiKey: ' ' }, 'The API key is missing'],
		[
			'with a base URL that is none',
			{ baseUrl: 'example.com' },
			"'Base URL' does not start with https://",
		],
	])('%s', async (_, credential, message) => {
		expect((await run({}, credential))?.message).toContain(message);
	});
});
