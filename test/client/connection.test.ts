import fc from 'fast-check';

import { expectWorded } from '../wording/rules';
import {
	keyWarning,
	cleanApiKey,
	readApiKey,
	readBaseUrl,
	readConnection,
} from '../../nodes/ProjectWorkspace/old/client/connection';

const key = 'ac_test_made_up_key';

describe('the API key', () => {
	test.each([
		['as it is', key],
		['with spaces around it', `  ${key} \t`],
		['with "Bearer " in front', `Bearer ${key}`],
		['with "bearer" in small letters and two spaces', `bearer  ${key}`],
		['with "Bearer " twice', `Bearer Bearer ${key}`],
		['with the whole header in front', `Authorization: Bearer ${key}`],
		['with the whole header in JSON', `"Authorization": "Bearer '${key}'"`],
		['in quotes', `"'\`${key}\`'"`],
		['with invisible characters of a web page', `\u200b${key}\ufeff`],
	])('is read when it was pasted %s', (_, pasted) => {
		expect(readApiKey(pasted)).toEqual({ ok: true, value: key });
	});

	test.each([
		['empty', '', 'The API key is missing'],
		['only white space', ' \n', 'The API key is missing'],
		['only "Bearer"', 'Bearer ', 'The API key is missing'],
		['with a space in it', 'ac_test_ made_up', 'The API key contains a space'],
		[
			'with a letter that cannot be sent in a header',
			'ac_test_sch\u00f6n',
			'The API key contains a space',
		],
	])('is rejected with a message when it is %s', (_, pasted, message) => {
		const read = readApiKey(pasted);
		expect(read).toMatchObject({
			ok: false,
			problem: { cause: 'credential-invalid', message: expect.stringContaining(message) },
		});
		if (!read.ok) expectWorded(read.problem);
	});

	test('is the same if it is cleaned twice', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (pasted) => {
				const once = cleanApiKey(pasted);
				expect(readApiKey(once)).toEqual(readApiKey(pasted));
			}),
		);
	});

	test('gives a warning and is not rejected if it has neither known prefix', () => {
		expect(keyWarning('sk_ac_live_x')).toMatch(/does not start with ac_live_ or ac_test_/);
		expect(keyWarning('ac_live_x')).toBeUndefined();
		expect(keyWarning('ac_test_x')).toBeUndefined();
		expect(readApiKey('sk_other').ok).toBe(true);
	});
});

describe('the base URL', () => {
	test.each([
		['https://api.example.com/v1', 'https://api.example.com/v1'],
		['https://api.example.com/v1/', 'https://api.example.com/v1'],
		['https://api.example.com/v1//', 'https://api.example.com/v1'],
		['https://api.example.com', 'https://api.example.com/v1'],
		['https://api.example.com/', 'https://api.example.com/v1'],
		['https://example.com/workspace', 'https://example.com/workspace/v1'],
		['https://example.com/workspace/v1/', 'https://example.com/workspace/v1'],
		[' \u200b"https://api.example.com/v1"\ufeff\n', 'https://api.example.com/v1'],
		['https://API.example.com:443/V1', 'https://api.example.com/v1'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000/v1'],
		['http://[::1]:3000/v1', 'http://[::1]:3000/v1'],
	])('%s is read as %s', (pasted, read) => {
		expect(readBaseUrl(pasted)).toEqual({ ok: true, value: read });
	});

	test.each([
		['api.example.com/v1', 'does not start with https:// or http://'],
		['https://', 'is not a valid URL'],
		['https://api.example.com/a b/v1', 'is not a valid URL'],
		['https://me@api.example.com/v1', 'a username or a password'],
		['https://:pass@api.example.com/v1', 'a username or a password'],
		['https://api.example.com/v1?x=1', 'a ? or a #'],
		['https://api.example.com/v1?', 'a ? or a #'],
		['https://api.example.com#', 'a ? or a #'],
		['https://api.example.com/v2', 'is for version v2'],
		['https://api.example.com/v1/ac_test_key/v1', 'continues after /v1'],
	])('%s is rejected with a message', (pasted, message) => {
		const read = readBaseUrl(pasted);
		expect(read).toMatchObject({
			ok: false,
			problem: { message: expect.stringContaining(message) },
		});
		if (!read.ok) expectWorded(read.problem);
		expect(JSON.stringify(read)).not.toContain('ac_test_key');
	});

	test('that was cleaned once is not changed by cleaning it again', () => {
		fc.assert(
			fc.property(fc.webUrl(), (pasted) => {
				const read = readBaseUrl(pasted);
				if (read.ok) expect(readBaseUrl(read.value)).toEqual(read);
			}),
		);
	});
});

test('a header that cannot be sent is a problem of its field', () => {
	const headers = { header: [{ name: 'Idempotency-Key', value: '1' }] };
	const read = readConnection({ apiKey: key, baseUrl: 'https://api.example.com', headers });
	expect(read).toMatchObject({
		ok: false,
		problem: { message: expect.stringContaining('"Idempotency-Key"') },
	});
});

test.each([
	[{ plan: 'pro' }, 1_000],
	[{ plan: 'enterprise' }, 10_000],
	[{ plan: 'custom', requestsPerMinute: 250 }, 250],
	[{ plan: 'custom', requestsPerMinute: '90.7' }, 90],
	[{ plan: 'custom', requestsPerMinute: 1 }, 1],
	[{ plan: 'custom', requestsPerMinute: 0.5 }, undefined],
	[{ plan: 'custom', requestsPerMinute: 'many' }, undefined],
	[{ plan: 'Enterprise' }, undefined],
	[{ plan: 'custom' }, 1_000],
	[{}, 1_000],
])('%j allows %p requests a minute', (credential, expected) => {
	const read = readConnection({ apiKey: key, baseUrl: 'https://api.example.com', ...credential });
	expect(read.ok ? read.value.perMinute : undefined).toBe(expected);
	if (!read.ok) expectWorded(read.problem);
});
