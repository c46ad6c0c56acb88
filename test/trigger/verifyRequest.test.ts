import * as crypto from 'node:crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import { readSecrets, readVerified } from '../../nodes/ProjectWorkspace/old/trigger/verifyRequest';

jest.mock('node:crypto', () => {
	const actual = jest.requireActual<typeof crypto>('node:crypto');
	return { ...actual, createHmac: jest.fn(actual.createHmac) };
});
const createHmac = jest.mocked(crypto.createHmac);

const MB = 1024 * 1024;
const bodyOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

let now = Date.parse('2026-10-21T07:28:00Z');
let nodes = 0;
beforeEach(() => {
	now += 60_000;
	nodes += 1;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

let credential: Record<string, string> = {};
let reads = 0;
let isAway = false;

/** What n8n passes to the node. */
const contextOf = (
	body: string,
	headers: Record<string, string>,
	{ mode = 'webhook', credentialId = '1' } = {},
) =>
	({
		getNodeParameter: () => ({}),
		getRequestObject: () => ({ rawBody: Buffer.from(body) }),
		getHeaderData: () => headers,
		getMode: () => mode,
		getTimezone: () => 'UTC',
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({
			webhookId: `${nodes}`,
			name: 'Trigger',
			credentials: { projectWorkspaceApi: { id: credentialId } },
		}),
		getNodeWebhookUrl: () => 'https://n8n.example.com/webhook',
		logger: { info: () => undefined },
		getCredentials: async () => {
			reads += 1;
			if (isAway) throw new Error('The database is away');
			return credential;
		},
	}) as unknown as IWebhookFunctions; // no more is used

const resultOf = async (...request: Parameters<typeof contextOf>) => {
	const received = await readVerified(contextOf(...request));
	return received.ok ? 'accepted' : received.problem.reason;
};

/** A digest over `body` and `timestamp`, which is tried last; without a secret, a forged one. */
async function receive(body: string, secret?: string) {
	const timestamp = String(Math.floor(now / 1000));
	const hmac = jest.requireActual<typeof crypto>('node:crypto').createHmac;
	const signature = secret
		? hmac('sha256', secret).update(`${body}${timestamp}`).digest('hex')
		: ['a'.repeat(64), 'b'.repeat(96), 'c'.repeat(128)].join(',');
	const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
	createHmac.mockClear();
	return { result: await resultOf(body, headers), hashes: createHmac.mock.calls.length };
}

test('a forged delivery is hashed once for each secret, however often the credential is read', async () => {
	credential = { signingSecret: 'secret one' };
	const small = await receive('{}');
	for (let second = 0; second < 3; second += 1) {
		now += 1_000;
		expect(await receive('{}')).toEqual(small);
		expect(await receive(bodyOf(16 * MB))).toEqual({ result: 'bodyTooLargeToSearch', hashes: 1 });
	}
});

test('after a second, a new secret is accepted and a removed one is rejected', async () => {
	credential = { signingSecret: 'secret one' };
	expect(await receive('{}', 'secret one')).toMatchObject({ result: 'accepted' });
	credential = { signingSecret: 'secret two' };
	now += 999;
	expect(await receive('{}', 'secret one')).toMatchObject({ result: 'accepted' });
	expect(await receive('{}', 'secret two')).toMatchObject({ result: 'mismatch' });
	now += 1;
	expect(await receive('{}', 'secret two')).toMatchObject({ result: 'accepted' });
	expect(await receive('{}', 'secret one')).toMatchObject({ result: 'mismatch' });
});

test('forged deliveries affect neither the known layout nor a rotation', async () => {
	credential = { signingSecret: 'new secret', previousSigningSecret: 'old secret' };
	const large = bodyOf(16 * MB);
	expect(await receive(large, 'old secret')).toMatchObject({ result: 'bodyTooLargeToSearch' });
	expect(await receive('{}', 'new secret')).toMatchObject({ result: 'accepted' });
	for (const body of ['{}', large, bodyOf(MB)]) {
		expect((await receive(body)).result).not.toBe('accepted');
		now += 2_000;
		expect(await receive(large, 'new secret')).toEqual({ result: 'accepted', hashes: 1 });
		expect(await receive(large, 'old secret')).toEqual({ result: 'accepted', hashes: 2 });
	}
});

test('deliveries that arrive within a second read the credential once', async () => {
	credential = { signingSecret: 'secret one' };
	reads = 0;
	await Promise.all(Array.from({ length: 20 }, async () => await receive('{}')));
	now += 999;
	await receive('{}', 'secret one');
	expect(reads).toBe(1);
	now += 1;
	await receive('{}', 'secret one');
	expect(reads).toBe(2);
});

test('another credential is read at once, and tests in the editor are no dearer than others', async () => {
	credential = { signingSecret: 'secret one' };
	reads = 0;
	const readsAfter = async (change: Parameters<typeof contextOf>[2]) => {
		await resultOf('{}', {}, change);
		return reads;
	};
	expect(await readsAfter({})).toBe(1);
	expect(await readsAfter({})).toBe(1);
	expect(await readsAfter({ credentialId: '2' })).toBe(2);
	expect(await readsAfter({ credentialId: '2', mode: 'manual' })).toBe(2);
	expect(await readsAfter({ mode: 'manual' })).toBe(2);
});

test('a credential that could not be read is read again by the next delivery', async () => {
	credential = { signingSecret: 'secret one' };
	isAway = true;
	const both = await Promise.all([resultOf('{}', {}), resultOf('{}', {})]);
	isAway = false;
	expect(both).toEqual(['noSettings', 'noSettings']);
	expect(await resultOf('{}', {})).toBe('headerMissing');
});

describe('secrets', () => {
	test('are trimmed, and empty ones are left out', () => {
		expect(
			readSecrets({ signingSecret: ' a\n', previousSigningSecret: '', signatureHeader: 'X-S: ' }),
		).toMatchObject({ header: 'X-S', secrets: ['a'] });
		expect(readSecrets({})).toMatchObject({ header: 'X-Service-Signature', secrets: [] });
	});

	// `test/signature/secretKeys.test.ts` has all values that are no secrets.
	test.each([
		['signingSecret', 'Signing Secret'],
		['previousSigningSecret', 'Previous Signing Secret'],
	])('that are none are found: %s', (field, label) => {
		expect(readSecrets({ signingSecret: 'a good secret', [field]: '"whsec_"' }).unusable).toBe(
			label,
		);
		expect(readSecrets({ signingSecret: 'a good secret', [field]: ' ' }).unusable).toBeUndefined();
		expect(readSecrets({ [field]: 'whsec_a' }).unusable).toBe(label);
		expect(readSecrets({ [field]: 'eight by' }).unusable).toBeUndefined();
	});
});
