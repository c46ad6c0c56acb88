import fc from 'fast-check';

import { hasPlaceholder, redactorOf } from '../../nodes/ProjectWorkspace/transport/redact';

const API_KEY = 'ac_test_mAdE/Up+kEy?%';
const SIGNING_SECRET = 'c2lnbmluZyBzZWNyZXQ';
const HEADER = 'made-up-token-17';

const { inRecords, inMessages } = redactorOf({
	apiKey: `Bearer ${API_KEY}`,
	signingSecret: `whsec_${SIGNING_SECRET}==`,
	previousSigningSecret: 'short',
	headers: {
		header: [
			{ name: 'X-Gateway', value: `Basic ${HEADER}` },
			{ name: 'X-Tenant', value: 'acme' },
			{ name: 'X-Phrase', value: 'made-up pass phrase' },
		],
	},
});

test.each([
	['as it is', `key=${API_KEY}&a=1`, 'key=[API key hidden]&a=1'],
	['several times', `${API_KEY} ${API_KEY}`, '[API key hidden] [API key hidden]'],
	['percent-encoded', `?k=${encodeURIComponent(API_KEY)}`, '?k=[API key hidden]'],
	['in small hex digits', '?k=ac_test_mAdE%2fUp%2bkEy%3f%25', '?k=[API key hidden]'],
	['a signing secret', `s: whsec_${SIGNING_SECRET}==`, 's: whsec_[signing secret hidden]=='],
	['one that is too short to be one', 'a short text', 'a short text'],
	['the name of a tenant', 'tenant acme', 'tenant acme'],
])('a secret in a text is hidden: %s', (_, text, shown) => {
	expect(inMessages(text)).toBe(shown);
});

test('values of headers are hidden in messages only: in a record they may be ordinary', () => {
	expect(inMessages(`${HEADER}!`)).toBe('[header X-Gateway hidden]!');
	expect(inRecords(`${HEADER}!`)).toBe(`${HEADER}!`);
	expect(inMessages('a made-up pass phrase!')).toBe('a [header X-Phrase hidden]!');
});

test('a secret that contains another one is hidden to its end', () => {
	const header = { name: 'X-Signed', value: `${API_KEY}.made-up-rest` };
	const { inMessages: hide } = redactorOf({ apiKey: API_KEY, headers: { header: [header] } });
	expect(hide(`${header.value}!`)).toBe('[header X-Signed hidden]!');
});

test('all texts and names in a value are hidden, and it is copied only if it has a secret', () => {
	const value = JSON.parse(`{"a":[1,null,{"${API_KEY}":"${API_KEY}"}],"__proto__":"${API_KEY}"}`);
	const shown =
		'{"a":[1,null,{"[API key hidden]":"[API key hidden]"}],"__proto__":"[API key hidden]"}';
	expect(JSON.stringify(inRecords(value))).toBe(shown);
	expect(JSON.stringify(value)).toContain(API_KEY);

	const plain = { a: ['b', { c: 'ac_test_' }] };
	expect(inRecords(plain)).toBe(plain);
});

test('a value is looked through once, however deep it is', () => {
	const stringify = jest.spyOn(JSON, 'stringify');
	const deep = (text: string) => JSON.parse(`${'[{"a":'.repeat(90)}"${text}"${'}]'.repeat(90)}`);
	inRecords(deep(API_KEY));
	expect(stringify).toHaveBeenCalledTimes(1);
	stringify.mockRestore();
	expect(inRecords(deep(API_KEY))).toEqual(deep('[API key hidden]'));
});

test('no text shows the key, whatever is around it', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (before, after) => {
			const shown = inRecords([before + API_KEY + after, { [before + API_KEY]: after }]);
			expect(JSON.stringify(shown)).not.toContain(API_KEY);
		}),
	);
});

test('what replaces a secret is recognized', () => {
	const shown = inMessages([API_KEY, SIGNING_SECRET, HEADER]);
	expect(shown.map(hasPlaceholder)).toEqual([true, true, true]);
	expect(['[API key]', 'hidden', 'a [header hidden] b'].map(hasPlaceholder)).toEqual([
		false,
		false,
		false,
	]);
});
