import fc from 'fast-check';
import { cpuUsage, memoryUsage } from 'node:process';

import { isHidden, redactorOf } from '../../nodes/ProjectWorkspace/old/client/redact';
import { withDeadline } from '../withDeadline';

const key = 'ac_test_a+b/c="d\\e&';
const hidden = '[API key hidden]';

const redactor = (more: Partial<Parameters<typeof redactorOf>[0]> = {}) =>
	redactorOf({ apiKey: key, headers: {}, signingSecrets: [], ...more });

const { inRecords: hide } = redactor();

const everyCharacter =
	(write: (code: string) => string, radix = 16) =>
	(text: string) =>
		[...text].map((character) => write(character.charCodeAt(0).toString(radix))).join('');

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('hides the key everywhere, and changes nothing else', () => {
	fc.assert(
		fc.property(fc.array(fc.string(), { minLength: 2 }), (parts) => {
			fc.pre(!parts.join('').includes(key));
			expect(hide(parts.join(key))).toBe(parts.join(hidden));
		}),
	);
});

/** How a service may write a text. */
const FORMS: ReadonlyArray<[form: string, write: (text: string) => string]> = [
	['as it is', (text) => text],
	['as a JSON string', (text) => JSON.stringify(text).slice(1, -1)],
	['as JSON in JSON', (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3)],
	['with escaped slashes', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
	['with \\u in small letters', everyCharacter((hex) => `\\u00${hex}`)],
	['with \\u in capitals', everyCharacter((hex) => `\\u00${hex.toUpperCase()}`)],
	['with \\u in JSON in JSON', everyCharacter((hex) => `\\\\u00${hex}`)],
	['with \\u for some', (text) => text.replace('_', '\\u005f')],
	['with \\x', everyCharacter((hex) => `\\x${hex}`)],
	['percent-encoded', encodeURIComponent],
	['percent-encoded throughout', everyCharacter((hex) => `%${hex}`)],
	['percent-encoded 4 times', everyCharacter((hex) => `%252525${hex}`)],
	['as HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
	['as numeric HTML entities', everyCharacter((code) => `&#${code};`, 10)],
	['as HTML entities in capitals', everyCharacter((hex) => `&#X${hex.toUpperCase()};`)],
	['as HTML entities of a fixed width', everyCharacter((code) => `&#00000${code};`, 10)],
	['as HTML in HTML', everyCharacter((hex) => `&amp;amp;amp;#x00000${hex};`)],
	[
		'with HTML entities by name',
		(text) => text.replace('+', '&plus;').replace('/', '&sol;').replaceAll('=', '&equals;'),
	],
	['as PHP writes HTML 5', (text) => text.replaceAll('_', '&lowbar;').replaceAll('\\', '&bsol;')],
	['in Base64', base64],
	['in Base64 without padding', (text) => base64(text).replace(/=*$/, '')],
	['in Base64 for URLs', (text) => Buffer.from(text).toString('base64url')],
	['in Base64 after Bearer', (text) => base64(`Bearer ${text}`)],
	['in Base64 with a user', (text) => base64(`${text}:`) + base64(`ab:${text}`)],
	['in Base64, percent-encoded', (text) => encodeURIComponent(base64(text))],
	['in UTF-16, read as UTF-8', (text) => Buffer.from(text, 'utf16le').toString()],
	[
		'in UTF-16 with the larger byte first',
		(text) => Buffer.from(text, 'utf16le').swap16().toString(),
	],
];

describe.each([
	['the API key', key, hidden],
	['a signing secret', 'whsec_bWFkZSB1cCwgbWFkZSB1cA==', '[signing secret hidden]'],
	['it without prefix and padding', 'bWFkZSB1cCwgbWFkZSB1cA', '[signing secret hidden]'],
	['a signing secret without its prefix', 'bWFkZSB1cCwgbWFkZSB1cA==', '[signing secret hidden]'],
	['an older signing secret', 'an older secret, äöü', '[signing secret hidden]'],
	['the value of a header', 'gw-s3cret/value+1', '[header X-Gateway hidden]'],
])('%s is hidden in messages', (_, secret, shown) => {
	const { inMessages } = redactor({
		headers: { 'X-Gateway': 'gw-s3cret/value+1' },
		signingSecrets: ['whsec_bWFkZSB1cCwgbWFkZSB1cA==', 'an older secret, äöü'],
	});

	test.each(FORMS)('%s', (form, write) => {
		// Only the encodings of the form itself: these write characters beyond ASCII in other ways.
		if (/[^ -~]/.test(secret) && /\\|HTML|throughout|4 times/.test(form)) return;
		const text = inMessages(`before ${write(secret)} after`);
		expect(text).toMatch(/^before .* after$/s);
		expect(text).toContain(shown);
		expect(text).not.toContain(write(secret));
		expect(text.length).toBeLessThan(80);
	});
});

test('the key is hidden in names, in lists and at any depth, and the rest stays as it is', () => {
	const plain = { id: 7, tags: ['a', null], at: { b: true } };
	const record = { ...plain, [`of ${key}`]: 1, deep: [{ a: [{ b: `x${key}` }] }] };
	expect(hide([record, plain])).toEqual([
		{ ...plain, [`of ${hidden}`]: 1, deep: [{ a: [{ b: `x${hidden}` }] }] },
		plain,
	]);
	expect(record.deep).toEqual([{ a: [{ b: `x${key}` }] }]);
});

test('what contains no secret is returned itself, without a copy', () => {
	const records = [{ id: 1, a: { b: ['ac_test_'] } }, {}];
	expect(hide(records)).toBe(records);
	expect([hide(undefined), hide(null), hide(7)]).toEqual([undefined, null, 7]);
});

test('a key of digits is also hidden where the service writes a number', () => {
	const { inRecords } = redactor({ apiKey: '1234567890123' });
	expect(inRecords({ a: 1234567890123, b: 12345 })).toEqual({ a: hidden, b: 12345 });
});

test('a name such as __proto__ stays a field', () => {
	const record = JSON.parse(`{"__proto__":{"a":1},"b":${JSON.stringify(key)}}`) as object;
	expect(JSON.stringify(hide(record))).toBe(`{"__proto__":{"a":1},"b":"${hidden}"}`);
});

test('a secret at the bottom of many levels takes no longer than at the top', () => {
	let nested: unknown = key;
	for (let level = 0; level < 100; level++) nested = { a: nested };
	expect(JSON.stringify(withDeadline(() => hide(nested)))).toContain(hidden);
});

test('does not change links and strings without the key', () => {
	const page = JSON.stringify({
		next: 'https://api.example.com/v1/tasks?cursor=ab%2Bcd%252F&filter=%7B%22a%22%3A1%7D',
		note: 'a "quoted" note with \\ and / and &amp; and \u0061c_test',
	});
	expect(hide(page)).toBe(page);
});

test('a key counts from eight characters', () => {
	const [shorter, eight] = ['1234567', '12345678'].map((apiKey) => redactor({ apiKey }).inMessages);
	const text = 'a 12345678 b';
	expect([shorter?.(text), eight?.(text)]).toEqual([text, `a ${hidden} b`]);
});

test('a short word does not count as a key', () => {
	expect(redactor({ apiKey: 'a' }).inRecords('a cat')).toBe('a cat');
	const { inMessages } = redactor({ apiKey: '', signingSecrets: ['', 'whsec_', 'short'] });
	expect(inMessages('whsec_ is short')).toBe('whsec_ is short');
});

test.each(['\\', '%25', '&amp;', '%2', 'ac_test_', '\\u0061', '&#00000097;', 'ac_test_a+b/c="d'])(
	'a long text that almost reads like the key, of %j again and again, does not keep it busy',
	(part) => {
		const text = part.repeat(1_000_000 / part.length);
		const [ofSlashes] = [redactor({ apiKey: `ac_test_${'\\'.repeat(12)}` })];
		expect(withDeadline(() => hide(ofSlashes.inRecords(text)))).toBe(text);
	},
);

describe('the values of headers in the credential', () => {
	const hideWith = (headers: Record<string, string>) => redactor({ headers }).inMessages;

	test.each([
		['x-gw-7Yq2', 'a secret of letters and digits'],
		['acme-corporation', 'a long text'],
		['00000000-1111-4222-8333-444444444444', 'a UUID'],
	])('%s, %s, is hidden in messages, and stays in records', (value) => {
		const text = `{"key":"${key}","own":"${value}"}`;
		const { inMessages, inRecords } = redactor({ headers: { 'X-Gateway': value } });
		expect(inMessages(text)).toBe('{"key":"[API key hidden]","own":"[header X-Gateway hidden]"}');
		expect(inRecords(text)).toBe(`{"key":"[API key hidden]","own":"${value}"}`);
	});

	test.each([
		['1', 'the number of a tenant'],
		['northwind', 'the name of a tenant'],
		['production', 'an ordinary word'],
		['20260101', 'a date'],
		['v2.1', 'a version'],
	])('%s, %s, stays in messages', (value) => {
		const text = `{"id":"${value}","email":"ada@${value}.com"}`;
		expect(hideWith({ 'X-Tenant': value })(text)).toBe(text);
	});

	test('a token is also hidden without its scheme', () => {
		const hideToken = hideWith({ 'X-Forwarded-Auth': 'Bearer t0ken-of-gateway' });
		expect(hideToken('The token t0ken-of-gateway, sent as Bearer t0ken-of-gateway')).toBe(
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
					const redacted = hideWith(Object.fromEntries(named))(secrets.join(text));
					for (const value of secrets) expect(redacted).not.toContain(value);
				},
			),
		);
	});

	test('a name with replacement patterns such as $& is written unchanged', () => {
		expect(hideWith({ 'X-$&': 's3cret-value' })('s3cret-value')).toBe('[header X-$& hidden]');
	});
});

test('a secret that begins like another is hidden as a whole', () => {
	const headers = { 'X-Short': 'abcdefgh12345678', 'X-Long': 'abcdefgh12345678-made-up' };
	expect(redactor({ headers }).inMessages('abcdefgh12345678-made-up')).toBe(
		'[header X-Long hidden]',
	);
});

test.each<[string, number, number]>([
	['one long secret', 1, 20_000],
	['several long secrets', 5, 8_000],
	['many secrets', 500, 60],
])('%s cannot make the expression too large', (_, count, length) => {
	const secretOf = (at: number) => `${at}-`.padStart(8, '0').concat('x1'.repeat(length / 2));
	const secrets = Array.from({ length: count }, (_, at) => secretOf(at));
	const headers = Object.fromEntries(secrets.map((secret, at) => [`X-${at}`, secret]));
	const { inMessages } = redactor({ headers, signingSecrets: [secretOf(1e6)] });
	const texts = [...secrets, secretOf(1e6), key].map((secret) => `a ${secret} b`);
	for (const text of texts) expect(inMessages(text)).toMatch(/^a \[.{5,20} hidden\] b$/);
	const last = secrets.at(-1) ?? '';
	expect(inMessages(base64(last))).toMatch(/^.{0,3}\[header .* hidden\].{0,4}$/);
	expect(inMessages(`a ${last.slice(0, 7)} b`)).toBe(`a ${last.slice(0, 7)} b`);
});

test('what is hidden is recognized, so that it is not written back', () => {
	const { inMessages } = redactor({
		headers: { 'X-Gateway': 'gw-s3cret-value' },
		signingSecrets: ['whsec_made_up'],
	});
	for (const secret of [key, 'gw-s3cret-value', 'whsec_made_up'])
		expect(isHidden(inMessages(`a ${secret}`))).toBe(true);
	const others = ['[header', 'the header is hidden', 'a [header row] with a [column hidden]', key];
	for (const text of others) expect(isHidden(text)).toBe(false);
});

test('an entity that is named like a property of every object stays as it is', () => {
	const text = '&__proto__; &valueOf; &toString; %zz %4 &#xzz; &#99999999; \\u12 &';
	expect(hide(text)).toBe(text);
	expect(hide(`${text}${key}%4`)).toBe(`${text}${hidden}%4`);
});

describe('a long text', () => {
	test.each(FORMS)('has no secret at any place, %s', (_, write) => {
		const secret = write(key);
		const gap = '1'.repeat(499_987);
		const parts = Array.from({ length: 6 }, () => gap);
		// A boolean, because nobody can read the difference of such texts.
		expect(hide(parts.join(secret)) === parts.join(hide(secret))).toBe(true);
	});

	test.each([90_000, 99_990, 100_000, 100_010, 199_000])('of %i has none at its end', (length) => {
		const before = '%41'.padEnd(length - key.length, '1');
		expect(hide(before + key) === before + hidden).toBe(true);
	});

	test.each([
		['percent-encoded', '%41'],
		['percent-encoded 4 times', '%25252541'],
		['entities', '&amp;#65;'],
		['escaped quotation marks', '\\"'],
		['ampersands', '&'],
		['the key', key],
	])('of %s takes little time and memory', (_, part) => {
		const text = part.repeat(20_000_000 / part.length);
		const before = memoryUsage().heapUsed;
		const startedAt = cpuUsage();
		hide(text);
		// A replacement by an expression took 5 s and 600 MB.
		expect(cpuUsage(startedAt).user).toBeLessThan(4_500_000);
		expect(memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
	});
});
