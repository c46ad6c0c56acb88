import './userFolder';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { httpServer, JSON_TYPE } from '../servers/httpServer';
import { json, type Script, type ScriptedAnswer } from '../servers/scriptedServer';
import { serviceThat } from './service';

const key = 'ac_test_made_up_key_for_tests';

async function testCredential(
	answer: ScriptedAnswer | Script,
	change: ICredentialDataDecryptedObject = {},
	mocked?: object,
) {
	const { credential, seen } = await serviceThat(
		typeof answer === 'function' ? answer : () => answer,
		{ apiKey: key },
	);
	const { projectWorkspaceApiTest } = new ProjectWorkspace().methods.credentialTest;
	const context = new CredentialTestContext();
	const request = jest.spyOn(context.helpers, 'request');
	if (mocked) request.mockResolvedValue(mocked);
	const result = await projectWorkspaceApiTest.call(context, {
		...{ id: '1', name: 'Test', type: 'projectWorkspaceApi' },
		data: { ...credential, ...change },
	});
	expect(JSON.stringify(result)).not.toContain(key);
	return { ...result, seen, request };
}

const CONNECTED = 'Connected. 987 requests left before the rate limit.';
const left = { 'x-ratelimit-remaining': '987' };
const mocked = { statusCode: 200, headers: left, body: {} };
const rejected = (status: number) =>
	json({ error: { code: 'some_code', message: 'Some words' } }, status);

test('reports the connection and how many requests are left', async () => {
	const { status, message, seen, request } = await testCredential(json([], 200, left), {
		apiKey: ` Bearer ${key}\n`,
	});
	expect({ status, message }).toEqual({
		status: 'OK',
		message: `${CONNECTED} Detected in the list of workflows: 0 records from 1 page.`,
	});
	const https = { baseUrl: 'https://api.example.com' };
	expect(await testCredential({}, https, mocked)).toMatchObject({ status });
	expect(seen).toHaveLength(1);
	expect(request).toHaveBeenCalledWith(expect.objectContaining({ timeout: 15_000 }));
	expect(seen[0]).toMatchObject({ method: 'GET', headers: { authorization: `Bearer ${key}` } });
});

const pages = ({ url }: { url: string }) => {
	const isLast = url.endsWith('cursor=c2');
	const data = [{ id: isLast ? 2 : 1 }];
	return json({ data, meta: { next_cursor: isLast ? null : 'c2' } }, 200, left);
};
const twoLists = () => json({ a: { rows: [{ id: 1 }] }, b: { rows: [{ id: 2 }] } }, 200, left);

const DETECTED = 'Detected in the list of workflows: 2 records from 2 pages. Records in data.';
const CURSOR = 'Next page: cursor in meta.next_cursor, sent as cursor.';
const WHAT_TO_SET = "Set 'Records Path' in the credential under 'Service Details', e.g. a.rows.";
const set = { recordsPath: 'a.rows', style: 'none' };
const bare = () => json([{ id: 1 }], 200, left);

test.each<[string, Script, string, string, IDataObject?]>([
	['how the next page is requested', pages, 'OK', `${CONNECTED} ${DETECTED} ${CURSOR}`],
	['that a list may have more', bare, 'OK', 'It is not known whether the list is complete'],
	['what to set if no list can be read', twoLists, 'Error', WHAT_TO_SET],
	['that the settings fit', twoLists, 'OK', '1 record from 1 page. Records in a.rows.', set],
])('says %s', async (_, answer, status, message, ...[settings = {}]) => {
	const result = await testCredential(answer, { service: { settings } });
	expect(result).toMatchObject({ status, message: expect.stringContaining(message) });
});

test('a response that never ends is aborted after 15 seconds, and one that ends leaves no timer', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	await testCredential(json([]));
	expect(jest.getTimerCount()).toBe(0);
	let result: object | undefined;
	void testCredential({ dripMs: 1 }).then((ended) => (result = ended));
	for (let seconds = 0; !result && seconds < 200; seconds++) {
		jest.advanceTimersByTime(1_000);
		await new Promise((resolve) => setImmediate(resolve));
	}
	jest.useRealTimers();
	expect(result).toMatchObject({ message: expect.stringContaining('did not respond in time') });
});

test('the request ends when the test has answered', async () => {
	jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
	let isClosed = false;
	const server = await httpServer((_, response) => {
		response.on('close', () => (isClosed = true));
		response.writeHead(200, JSON_TYPE).write('[');
	});
	let isAnswered = false;
	void testCredential(json([]), { baseUrl: server.baseUrl }).then(() => (isAnswered = true));
	for (let seconds = 0; !(isAnswered && isClosed) && seconds < 2_000; seconds++) {
		// At least a turn of the event loop for each second.
		jest.advanceTimersByTime(seconds < 100 ? 0 : 1_000);
		await new Promise((resolve) => setImmediate(resolve));
	}
	jest.useRealTimers();
	expect([isAnswered, isClosed]).toEqual([true, true]);
	await server.close();
});

test.each<[string, ICredentialDataDecryptedObject, string, object?]>([
	['a key without a known prefix', { apiKey: 'other_made_up_key' }, 'not start with ac_live_ or'],
	['no rate limit header', {}, 'no X-RateLimit-Remaining header'],
	['a URL without TLS', { baseUrl: 'http://api.example.com' }, 'is sent unencrypted', mocked],
])('accepts %s with a warning', async (_, change, warning, ...[response]) => {
	const message = expect.stringContaining(warning);
	const result = await testCredential(json([]), change, response);
	expect(result).toMatchObject({ status: 'OK', message });
});

const headers = { header: [{ name: 'X-Gateway', value: 'gw-s3cret-value' }] };

test('sends the additional headers, and hides their values', async () => {
	const { message, seen } = await testCredential(
		json({ error: { code: 'bad', message: 'Not gw-s3cret-value' } }, 400),
		{ headers },
	);
	expect(seen[0]?.headers).toMatchObject({
		'x-gateway': 'gw-s3cret-value',
		authorization: `Bearer ${key}`,
	});
	expect(message).toContain('Not [header X-Gateway hidden]');
	expect(message).not.toContain('s3cret');
});

const ownKey = { headers: { header: [{ name: 'Authorization', value: 'Basic x' }] } };
const notTheApi = "'Base URL' is not the URL of the API";
const redirect = { status: 301, headers: { location: 'https://example.com/' } };
const nowhere = { baseUrl: 'http://no-such-host.invalid/v1' };

test.each<[string, ScriptedAnswer, ICredentialDataDecryptedObject, string]>([
	['a header that cannot be set', json([]), ownKey, 'The header "Authorization" of \'Additional'],
	['a missing key', json([]), { apiKey: '' }, "The API key is missing. Fill in 'API Key'"],
	['a rejected key', rejected(401), {}, 'The service rejected the API key'],
	['a plan without API access', rejected(403), {}, 'Pro or Enterprise plan'],
	['a rate limit that was reached', rejected(429), {}, 'The rate limit was reached'],
	['a web page', { body: '<html></html>' }, {}, notTheApi],
	['a text', { body: 'Log in' }, {}, notTheApi],
	['an unknown path', rejected(404), {}, notTheApi],
	['a redirect', redirect, {}, `${notTheApi}. The service redirected to`],
	['an unknown host', json([]), nowhere, `${notTheApi}. The host in 'Base URL'`],
	['a closed port', json([]), { baseUrl: 'http://127.0.0.1:9/v1' }, 'Could not connect'],
	['a URL without a scheme', json([]), { baseUrl: 'api.example.com' }, 'does not start with'],
])('rejects %s with a message', async (_, answer, change, message) => {
	expect(await testCredential(answer, change)).toMatchObject({
		status: 'Error',
		message: expect.stringContaining(message),
	});
});
