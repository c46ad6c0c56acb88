import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { validateHeaderName, validateHeaderValue } from 'node:http';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import {
	headersAsText,
	idempotencyKey,
	readHeaders,
	sentWith,
} from '../../nodes/ProjectWorkspace/old/client/headers';
import { expectWorded } from '../wording/rules';

const rows = (...header: unknown[]) => ({ header });
const row = (name: unknown, value: unknown) => ({ name, value });

test.each<[string, unknown]>([
	['nothing', {}],
	['no rows', rows()],
	['one empty row without a list', { header: row('', '') }],
	['an empty row', rows(row('', ''), row(' ', null), {})],
])('%s counts as not set', (_, given) => {
	expect(readHeaders(given, 'option')).toEqual({ ok: true, value: {} });
});

test('names and values are trimmed, and numbers become text', () => {
	const given = rows(row(' Host-Tenant ', 'acme\n'), row('', ''), row('X-Host', 7));
	expect(readHeaders(given, 'option')).toEqual({
		ok: true,
		value: { 'Host-Tenant': 'acme', 'X-Host': '7' },
	});
});

test('received headers are returned as text, with names in lower case', () => {
	const headers = { 'X-Echo': 'a', 'Set-Cookie': ['a=1', 'b=2'], 'X-Left': 7 };
	const text = { 'x-echo': 'a', 'set-cookie': 'a=1, b=2', 'x-left': '7' };
	expect(headersAsText(headers)).toEqual(text);
});

const RESERVED = [
	...['Authorization', 'authorization', 'Host', 'Accept', 'Accept-Encoding', 'Cookie'],
	...['Content-Type', 'Content-Length', 'content-encoding', 'Connection', 'Keep-Alive', 'TE'],
	...['Transfer-Encoding', 'Trailer', 'Upgrade', 'Expect', 'Range', 'Proxy-Authorization'],
	...['X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override'],
];

test.each<[string, string, unknown]>([
	...RESERVED.map((name): [string, string, unknown] => [
		`The header "${name}" of`,
		'cannot be set',
		rows(row(name, 'x')),
	]),
	['The header in row 2 of', 'has no name', rows(row('X-A', '1'), row('', 'x'))],
	...['__proto__', 'constructor', 'Get', 'common'].map((name): [string, string, unknown] => [
		name === '__proto__' ? 'The header in row 1 of' : `The header "${name}" of`,
		'cannot be sent',
		rows(row(name, 'x')),
	]),
	['The header in row 1 of', 'has no name', rows(row('X Tenant', 'x'))],
	['The header in row 1 of', 'has no name', rows(row({ a: 1 }, 'x'))],
	['The header in row 1 of', 'has no name', 'not rows'],
	['The header in row 1 of', 'has no value', rows(row('X-A', ''))],
	['The header "X-A" of', 'has a value that cannot be sent', rows(row('X-A', 'a\r\nHost: b'))],
	['The header "X-A" of', 'has a value that cannot be sent', rows(row('X-A', 'schön'))],
	['The header "X-A" of', 'has a value that cannot be sent', rows(row('X-A', 2 ** 53))],
	['The header "X-A" of', 'has a value that cannot be sent', rows(row('X-A', { a: 1 }))],
	['The header "X-A" of', 'is set twice', rows(row('x-a', '1'), row('X-A', '2'))],
])("%s 'Additional Headers' %s: %j is rejected with a message", (which, what, given) => {
	for (const place of ['option', 'credential'] as const) {
		const read = readHeaders(given, place);
		expect(read).toMatchObject({
			ok: false,
			problem: {
				message: expect.stringContaining(`${which} 'Additional Headers' ${what}`),
				description: expect.stringContaining(place === 'option' ? "'Options'" : 'the credential'),
			},
		});
		if (!read.ok) expectWorded(read.problem);
	}
});

test.each(['Idempotency-Key', 'x-idempotency-key', 'If-Match', 'If-Unmodified-Since'])(
	'%s belongs to one call, so the credential cannot have it',
	(name) => {
		const given = rows(row(name, '1'));
		expect(readHeaders(given, 'option')).toEqual({ ok: true, value: { [name]: '1' } });
		const read = readHeaders(given, 'credential');
		expect(read).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining('would be the same for every request') },
		});
		if (!read.ok) expectWorded(read.problem);
	},
);

test('no message shows a value, not even one pasted as a name or with it', () => {
	const pasted = [row('X-Key: s3cret', ''), row('X-Key', 's3cret\nx'), row('', 's3cret')];
	for (const each of [...pasted, row('s3cret', 'ö'), row('secret', '')]) {
		expect(JSON.stringify(readHeaders(rows(each), 'credential'))).not.toMatch(/s.cret/);
	}
});

test('every accepted header can be sent, and arrives unchanged', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
			const read = readHeaders(rows(row(name, value)), 'option');
			if (!read.ok) return;
			for (const [key, text] of Object.entries(read.value)) {
				validateHeaderName(key);
				validateHeaderValue(key, text);
				expect([key, text]).toEqual([name.trim(), value.trim()]);
			}
		}),
	);
});

test('idempotency keys are sent with POST, conditions with changes, and all other headers with every request', () => {
	const headers = { 'Idempotency-Key': 'k', 'If-Match': '"1"', 'X-Tenant': 'acme' };
	expect(sentWith('GET', headers)).toEqual({ 'X-Tenant': 'acme' });
	expect(sentWith('PUT', headers)).toEqual({ 'If-Match': '"1"', 'X-Tenant': 'acme' });
	expect(sentWith('DELETE', headers)).toEqual({ 'If-Match': '"1"', 'X-Tenant': 'acme' });
	expect(sentWith('POST', headers)).toEqual(headers);
	expect(sentWith('POST')).toEqual({});
});

test.each([
	['Idempotency-Key', 'k'],
	['X-IDEMPOTENCY-KEY', 'k'],
	['X-Request-ID', undefined],
])('%s is a key: %s', (name, key) => {
	expect(idempotencyKey({ [name]: 'k' })).toBe(key);
});

describe('another node with this credential, such as HTTP Request', () => {
	const { authenticate } = new ProjectWorkspaceApi();
	const authenticated = async (header: unknown[], headers?: Record<string, string>) => {
		if (typeof authenticate !== 'function') throw new TypeError('It is a function.');
		const credential = { apiKey: ' Bearer ac_test_key\n', headers: { header } };
		const options = { url: 'https://api.example.com/v1/users', ...(headers ? { headers } : {}) };
		return await authenticate(credential as ICredentialDataDecryptedObject, options);
	};

	test('sends the headers too, unless it has its own', async () => {
		const own = { 'X-Tenant': 'own', Accept: 'text/csv' };
		const header = [row('X-Tenant', 'acme'), row('X-Plan', 'a')];
		expect((await authenticated(header, own)).headers).toEqual({
			...own,
			'X-Plan': 'a',
			Authorization: 'Bearer ac_test_key',
		});
		expect((await authenticated([])).headers).toEqual({ Authorization: 'Bearer ac_test_key' });
	});

	test('sends nothing with a header that cannot be set', async () => {
		await expect(authenticated([row('Host', 'a')])).rejects.toThrow('The header "Host"');
	});
});
