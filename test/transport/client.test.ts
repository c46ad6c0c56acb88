import { Readable } from 'node:stream';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import { connect, connectItems } from '../../nodes/ProjectWorkspace/transport/client';
import { readResponse } from '../../nodes/ProjectWorkspace/transport/response';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/transport/types';
import { serviceThat } from '../node/service';
import { json, type ScriptedAnswer } from '../servers/scriptedServer';
import { executeContext } from './executeContext';

const KEY = 'ac_test_made_up_key_for_tests';

/** A POST, as it is sent once. */
const post: ApiRequest = { method: 'POST', path: '/tasks', query: {}, body: '{}' };

async function send(
	fields: ICredentialDataDecryptedObject,
	request: ApiRequest = post,
	signal?: AbortSignal,
) {
	const { context } = executeContext({ apiKey: KEY, ...fields }, [{}], signal);
	const client = await connect(context);
	return await client.send(request);
}

test('sends a request as the specification says, and returns the response', async () => {
	const { baseUrl, seen } = await serviceThat(() => json({ data: [] }, 201, { 'X-Page': '1' }));
	const headers = { header: [{ name: 'X-Tenant', value: 'acme' }] };
	const request = { ...post, query: { 'a b': 'c&d\ud83d' } };
	const response = await send({ apiKey: ` Bearer ${KEY}\n`, baseUrl, headers }, request);

	expect(response).toMatchObject({ status: 201, headers: { 'x-page': '1' }, body: { data: [] } });
	expect(seen).toMatchObject([
		{
			method: 'POST',
			url: '/v1/tasks?a%20b=c%26d%EF%BF%BD',
			body: '{}',
			headers: {
				authorization: `Bearer ${KEY}`,
				accept: 'application/json',
				'content-type': 'application/json',
				'x-tenant': 'acme',
			},
		},
	]);
});

test.each<[string, ScriptedAnswer | undefined, code: string, Partial<ApiRequest>?]>([
	['no response', undefined, 'timeout', { timeoutMs: 1_000 }],
	['a response that never ends', { dripMs: 5 }, 'timeout', { timeoutMs: 1_000 }],
	['a response that is cut', { body: '{"a":', cut: true }, 'connectionLost'],
	[
		'compressed data that is damaged',
		{ headers: { 'content-encoding': 'gzip' }, body: '{}' },
		'connectionLost',
	],
])('%s ends a request', async (_, answer, code, more = {}) => {
	const { baseUrl, seen } = await serviceThat(() => answer);
	const error = await send({ baseUrl }, { ...post, ...more });
	expect(error).toBeInstanceOf(ApiError);
	expect(error).toMatchObject({ details: { code, mayHaveBeenMade: true } });
	expect(seen).toHaveLength(1);
});

test('a response of more than 64 MB is not read to its end', async () => {
	let megabytes = 0;
	const megabyte = Buffer.alloc(1024 * 1024, ' ');
	const endless = new Readable({
		read() {
			megabytes++;
			this.push(megabyte);
		},
	});
	const response = { statusCode: 200, headers: {}, body: endless };
	const url = 'https://api.example.com/v1';
	expect(await readResponse(response, url, (value) => value)).toMatchObject({
		cause: 'tooLarge',
		detail: 'more than 64 MB',
	});
	expect(megabytes).toBeLessThan(70);
});

test.each([undefined, 300_000])(
	'a response may take a minute, or what the request says: %p',
	async (timeoutMs) => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const { baseUrl } = await serviceThat(() => json({}));
		await send({ baseUrl }, { ...post, timeoutMs });
		expect(timeout).toHaveBeenLastCalledWith(timeoutMs ?? 60_000);
		timeout.mockRestore();
	},
);

test('an end of the run ends what is read, but no write in flight: its response shows what was written', async () => {
	const stop = new AbortController();
	let respond = () => {};
	const stopped = new Promise<void>((resolve) => (respond = resolve));
	const { baseUrl, seen } = await serviceThat(async (_, index) => {
		if (index === 2) stop.abort();
		if (index > 0) await stopped;
		return json({});
	});
	const { context } = executeContext({ apiKey: KEY, baseUrl });
	const client = await connect(context, stop.signal);
	const get: ApiRequest = { ...post, method: 'GET' };
	// After it, more than one may be in flight.
	await client.send(get);

	const [reading, writing] = [client.send(get), client.send(post)];
	expect(await reading).toMatchObject({ details: { code: 'cancelled' } });
	respond();
	expect(await writing).toMatchObject({ status: 200 });
	expect(seen).toHaveLength(3);
});

test('keys of one service have a pace of their own', async () => {
	const answers = [json({}, 503, { 'Retry-After': '3600' })];
	const { baseUrl, seen } = await serviceThat(() => answers.shift() ?? json({}));
	const get: ApiRequest = { ...post, method: 'GET' };

	expect(await send({ baseUrl }, get)).toBeInstanceOf(ApiError);
	expect(await send({ baseUrl }, get)).toMatchObject({ details: { code: 'onHold' } });
	expect(await send({ baseUrl, apiKey: `${KEY}_2` }, get)).toMatchObject({ status: 200 });
	expect(seen).toHaveLength(2);
});

test.each([401, 404])('a Retry-After of %i holds no other request back', async (status) => {
	const answers = [json({}, status, { 'Retry-After': '3600' })];
	const { baseUrl } = await serviceThat(() => answers.shift() ?? json({}));
	expect(await send({ baseUrl })).toMatchObject({ details: { status } });
	expect(await send({ baseUrl })).toMatchObject({ status: 200 });
});

test('a redirect is not followed', async () => {
	const other = await serviceThat(() => json({}));
	const redirect = { status: 307, headers: { location: `${other.baseUrl}/tasks` } };
	const { baseUrl } = await serviceThat(() => redirect);
	expect(await send({ baseUrl })).toMatchObject({ details: { status: 307 } });
	expect(other.seen).toEqual([]);
});

test('a link of the service is followed at its own origin only', async () => {
	const other = await serviceThat(() => json({}));
	const { baseUrl, origin, seen } = await serviceThat(() => json({}));
	const follow = async (url: string) =>
		await send({ baseUrl }, { ...post, method: 'GET', body: undefined, url });

	expect(await follow(`${origin}/next?cursor=a`)).toMatchObject({ status: 200 });
	expect(seen).toMatchObject([{ url: '/next?cursor=a' }]);
	expect(await follow(`${other.origin}/next`)).toMatchObject({ details: { code: 'otherOrigin' } });
	expect(other.seen).toEqual([]);
});

test('cancelling the execution ends a request', async () => {
	const abort = new AbortController();
	const { baseUrl } = await serviceThat(() => void abort.abort());
	expect(await send({ baseUrl }, post, abort.signal)).toMatchObject({
		message: expect.stringContaining('canceled'),
	});
});

test('each item runs with its own credential: A, B, A', async () => {
	const [a, b] = [await serviceThat(() => json({})), await serviceThat(() => json({}))];
	const { context } = executeContext(
		{
			apiKey: "={{ $json.key ?? 'ac_test_key_of_a' }}",
			baseUrl: `={{ $json.url ?? '${a.baseUrl}' }}`,
		},
		[{}, { url: b.baseUrl, key: 'ac_test_key_of_b' }, {}, { url: '' }],
	);
	const clientOf = await connectItems(context);
	const clients = await Promise.all([0, 1, 2].map(clientOf));
	for (const client of clients) await client.send(post);

	expect(clients[0]).toBe(clients[2]);
	const keysAt = ({ seen }: typeof a) => seen.map(({ headers }) => headers.authorization);
	expect(keysAt(a)).toEqual(['Bearer ac_test_key_of_a', 'Bearer ac_test_key_of_a']);
	expect(keysAt(b)).toEqual(['Bearer ac_test_key_of_b']);
	await expect(clientOf(3)).rejects.toThrow("'Base URL' must be a full URL");
});

test('an expression in the credential that cannot be evaluated is the error of its item', async () => {
	const baseUrl = "={{ $json.url ?? $('None').item.json.url }}";
	const items = [{ url: 'https://api.example.com' }, {}];
	const { context } = executeContext({ apiKey: KEY, baseUrl }, items);
	const clientOf = await connectItems(context);
	await expect(clientOf(0)).resolves.toMatchObject({ baseUrl: 'https://api.example.com/v1' });
	await expect(clientOf(1)).rejects.toMatchObject({
		message: expect.stringContaining('The credential, or an expression in it, could not be read: '),
		description: expect.stringContaining('check the expressions in it'),
		n8nCause: 'credential-invalid',
	});
});

test.each<[string, ICredentialDataDecryptedObject, reads: number]>([
	['no expression', {}, 1],
	[
		'an expression in a header',
		{ headers: { header: [{ name: 'X-A', value: '={{ $itemIndex }}' }] } },
		4,
	],
	['an expression in a custom plan', { plan: 'custom', requestsPerMinute: '={{ 60 }}' }, 4],
	['no proof that there is none', { hasExpressions: '' }, 4],
	['text with "=" in it', { service: { settings: { recordsPath: 'a="=b' } } }, 4],
])('a credential is read once if certainly no item changes it: %s', async (_, fields, reads) => {
	const { context, stored } = executeContext(
		{ apiKey: KEY, baseUrl: 'https://api.example.com', ...fields },
		[{}, {}, {}],
	);
	const clientOf = await connectItems(context);
	await Promise.all([0, 1, 2].map(clientOf));
	expect(stored.reads).toBe(reads);
});

test('two keys of an address may be one account, two headers may be two', async () => {
	const addressOf = async (fields: ICredentialDataDecryptedObject) => {
		const credential = { apiKey: KEY, baseUrl: 'https://api.example.com', ...fields };
		return await connect(executeContext(credential).context);
	};
	const [first, second, third] = [
		await addressOf({}),
		await addressOf({ apiKey: 'ac_live_made_up' }),
		await addressOf({ headers: { header: [{ name: 'X-Tenant', value: 'b' }] } }),
	];
	expect([first.keyKind, second.keyKind]).toEqual(['test', 'live']);
	expect(second.address).toBe(first.address);
	expect(third.address).not.toBe(first.address);
});
