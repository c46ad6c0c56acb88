import '../node/userFolder';
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { projectWorkspaceApiTest } from '../../nodes/ProjectWorkspace/methods/credentialTest';
import { serviceThat } from '../node/service';
import { json, type ScriptedAnswer } from '../servers/scriptedServer';

const KEY = 'ac_test_made_up_key_for_tests';

async function testCredential(
	answer: ScriptedAnswer,
	change: ICredentialDataDecryptedObject = {},
	mocked?: object,
) {
	const { credential, seen } = await serviceThat(() => answer, { apiKey: KEY });
	const context = new CredentialTestContext();
	if (mocked) jest.spyOn(context.helpers, 'request').mockResolvedValue(mocked);
	const result = await projectWorkspaceApiTest.call(context, {
		id: '1',
		name: 'Test',
		type: 'projectWorkspaceApi',
		data: { ...credential, ...change },
	});
	expect(JSON.stringify(result)).not.toContain(KEY);
	return { ...result, seen };
}

const LEFT = { 'x-ratelimit-remaining': '987' };
const rejected = (status: number, words = 'Some words') =>
	json({ error: { code: 'some_code', message: words } }, status);

test('one request shows that it works, and how many are left before the rate limit', async () => {
	const given = { apiKey: ` Bearer ${KEY}\n` };
	const { status, message, seen } = await testCredential(json([], 200, LEFT), given);
	expect([status, message]).toEqual(['OK', 'Connected. 987 requests left before the rate limit.']);
	expect(seen).toHaveLength(1);
	expect(seen[0]).toMatchObject({
		method: 'GET',
		headers: { authorization: `Bearer ${KEY}`, connection: 'close' },
	});
	expect(seen[0]?.url).toBe('/v1/workflows');
});

const ODD = { statusCode: 200, headers: { 'x-ratelimit-remaining': '<b>' }, body: '[]' };

test.each<[string, object?]>([
	['without the rate limit'],
	['with a rate limit that is no number', ODD],
])('a response %s is accepted with a warning', async (_, ...[mocked]) => {
	const message = expect.stringContaining('no X-RateLimit-Remaining header');
	expect(await testCredential(json([]), {}, mocked)).toMatchObject({ status: 'OK', message });
});

const row = (name: string, value: string) => ({ headers: { header: [{ name, value }] } });
const nowhere = { baseUrl: 'http://no-such-host.invalid/v1' };

test.each<[string, ScriptedAnswer, ICredentialDataDecryptedObject, string]>([
	['a rejected key', rejected(401), {}, 'The service rejected the API key: Some words'],
	['a plan without access', rejected(403), {}, 'Pro or Enterprise plan'],
	['a missing key', json([]), { apiKey: '' }, "'API Key' is empty. Fill it in in the credential."],
	['an unknown host', json([]), nowhere, "The host in 'Base URL' could not be found"],
])('%s is told from all else', async (_, answer, change, message) => {
	expect(await testCredential(answer, change)).toMatchObject({
		status: 'Error',
		message: expect.stringContaining(message),
	});
});

test('a response that never ends is not waited for', async () => {
	const soon = AbortSignal.timeout(50);
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon);
	const { status, message } = await testCredential({ dripMs: 5 });
	expect([status, message]).toEqual([
		'Error',
		expect.stringContaining('The service did not respond in time'),
	]);
	expect(timeout).toHaveBeenCalledWith(15_000);
	timeout.mockRestore();
});

test('the additional headers are sent, and their values hidden, also in a text that is shortened', async () => {
	const answer = rejected(400, `${'x'.repeat(125)} gw-s3cret-value`);
	const { message, seen } = await testCredential(answer, row('X-Gateway', 'gw-s3cret-value'));
	expect(seen[0]?.headers).toMatchObject({ 'x-gateway': 'gw-s3cret-value' });
	expect(message).toContain('xxx');
	expect(message).not.toContain('gw-s');
});
