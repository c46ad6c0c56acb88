import fc from 'fast-check';

import { redactHeaders, redactor, redactorOf } from '../../nodes/ProjectWorkspace/client/redact';
import { withDeadline } from '../withDeadline';

const key = 'ac_test_a+b/c="d\\e&';
const redact = redactor(key);
const hidden = '[API key hidden]';

const everyCharacter = (write: (code: number, character: string) => string) =>
	[...key].map((character) => write(character.charCodeAt(0), character)).join('');

test('hides the key everywhere, and changes nothing else', () => {
	fc.assert(
		fc.property(fc.array(fc.string(), { minLength: 2 }), (parts) => {
			fc.pre(!parts.join('').includes(key));
			expect(redact(parts.join(key))).toBe(parts.join(hidden));
		}),
	);
});

test.each([
	['as a JSON string', JSON.stringify(key).slice(1, -1)],
	['as a JSON string in a JSON string', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
	['with escaped slashes', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/')],
	['with \\u in small letters', everyCharacter((c) => `\\u00${c.toString(16)}`)],
	['with \\u in capitals', everyCharacter((c) => `\\u00${c.toString(16).toUpperCase()}`)],
	[
		'with \\u in a JSON string in a JSON string',
		everyCharacter((c) => `\\\\\\u00${c.toString(16)}`),
	],
	['with \\u for some', key.replace('+', '\\u002b').replace('"', '\\"').replace('\\e', '\\\\e')],
	['percent-encoded', encodeURIComponent(key)],
	['percent-encoded four times', everyCharacter((c) => `%252525${c.toString(16)}`)],
	['percent-encoded throughout', everyCharacter((c) => `%${c.toString(16)}`)],
	['percent-encoded in JSON', JSON.stringify({ next: `/x?k=${encodeURIComponent(key)}` })],
	['as HTML', key.replace('&', '&amp;').replace('"', '&quot;')],
	['as numeric HTML entities', everyCharacter((c) => `&#${c};`)],
	['as HTML entities in capitals', everyCharacter((c) => `&#X${c.toString(16).toUpperCase()};`)],
	['as HTML entities of a fixed width', everyCharacter((c) => `&#00000${c};`)],
	['as HTML in HTML', everyCharacter((c) => `&amp;amp;amp;#x00000${c.toString(16)};`)],
	[
		'with HTML entities by name',
		key.replace('+', '&plus;').replace('/', '&sol;').replace('=', '&equals;'),
	],
])('hides the key %s', (_, written) => {
	expect(redact(`before ${written} after`)).toContain(hidden);
	expect(redact(`before ${written} after`)).not.toContain('ac_test');
	expect(redact(written)).not.toMatch(/%61|\\u0061|&#97;|&#x61;/);
});

test('does not change links and strings without the key', () => {
	const page = JSON.stringify({
		next: 'https://api.example.com/v1/tasks?cursor=ab%2Bcd%252F&filter=%7B%22a%22%3A1%7D',
		note: 'a "quoted" note with \\ and / and &amp; and \u0061c_test',
	});
	expect(redact(page)).toBe(page);
});

test('a short word does not count as a key', () => {
	expect(redactor('a')('a cat')).toBe('a cat');
});

test.each(['\\', '%25', '&amp;', '%2', 'ac_test_', '\\u0061'])(
	'a long text that almost reads like the key, of %j again and again, does not keep it busy',
	(part) => {
		const text = part.repeat(1_000_000 / part.length);
		expect(withDeadline(() => redact(text))).toBe(text);
	},
);

test('all headers are returned as text, with names in lower case and without the key', () => {
	const headers = { 'X-Echo': key, 'Set-Cookie': ['a=1', `key=${key}`], 'X-Left': 7 };
	expect(redactHeaders(headers, redact)).toEqual({
		'x-echo': hidden,
		'set-cookie': `a=1, key=${hidden}`,
		'x-left': '7',
	});
});

describe('the values of headers in the credential', () => {
	const hide = (headers: Record<string, string>) => redactorOf({ apiKey: key, headers });

	test.each([
		['x-gw-7Yq2', 'a secret of letters and digits'],
		['acme-corporation', 'a long text'],
		['00000000-1111-4222-8333-444444444444', 'a UUID'],
	])('%s, %s, is hidden', (value) => {
		const redacted = hide({ 'X-Gateway': value })(`{"key":"${key}","own":"${value}"}`);
		expect(redacted).toBe('{"key":"[API key hidden]","own":"[header X-Gateway hidden]"}');
	});

	test.each([
		['1', 'the number of a tenant'],
		['northwind', 'the name of a tenant'],
		['production', 'an ordinary word'],
		['20260101', 'a date'],
		['v2.1', 'a version'],
	])('%s, %s, stays in outputs', (value) => {
		const text = `{"id":"${value}","email":"ada@${value}.com"}`;
		expect(hide({ 'X-Tenant': value })(text)).toBe(text);
	});

	test('a token is also hidden without its scheme', () => {
		const redact = hide({ 'X-Forwarded-Auth': 'Bearer t0ken-of-gateway' });
		expect(redact('The token t0ken-of-gateway, sent as Bearer t0ken-of-gateway')).toBe(
			'The token [header X-Forwarded-Auth hidden], sent as [header X-Forwarded-Auth hidden]',
		);
	});

	test('none is shown, even if one contains another', () => {
		const secret = fc.stringMatching(/^[a-z]{4}[0-9]{4}[ -~]{0,12}$/).map((text) => text.trim());
		fc.assert(
			fc.property(
				fc.uniqueArray(secret, { minLength: 2, maxLength: 4 }),
				fc.string(),
				(all, text) => {
					const secrets = [...all, all.join('')];
					const named = secrets.map((value, index) => [`X-${index}`, value] as const);
					const redacted = hide(Object.fromEntries(named))(secrets.join(text));
					for (const value of secrets) expect(redacted).not.toContain(value);
				},
			),
		);
	});

	test('a name with replacement patterns such as $& is written unchanged', () => {
		expect(hide({ 'X-$&': 's3cret-value' })('s3cret-value')).toBe('[header X-$& hidden]');
	});
});

test('a secret that begins like another is hidden as a whole', () => {
	const headers = { 'X-Short': 'abcdefgh12345678', 'X-Long': 'abcdefgh12345678-made-up' };
	const redact = redactorOf({ apiKey: 'ac_test_made_up', headers });
	expect(redact('abcdefgh12345678-made-up')).toBe('[header X-Long hidden]');
});
