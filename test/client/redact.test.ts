import fc from 'fast-check';

import { redactHeaders, redactor } from '../../nodes/ProjectWorkspace/client/redact';
import { withDeadline } from '../withDeadline';

const key = 'ac_test_a+b/c="d\\e&';
const redact = redactor(key);
const hidden = '[API key hidden]';

const everyCharacter = (write: (code: number, character: string) => string) =>
	[...key].map((character) => write(character.charCodeAt(0), character)).join('');

test('hides the key wherever it is, and leaves the rest as it is', () => {
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
	['percent-encoded twice', encodeURIComponent(encodeURIComponent(key))],
	['percent-encoded throughout', everyCharacter((c) => `%${c.toString(16)}`)],
	['percent-encoded in JSON', JSON.stringify({ next: `/x?k=${encodeURIComponent(key)}` })],
	['as HTML', key.replace('&', '&amp;').replace('"', '&quot;')],
	['as numeric HTML entities', everyCharacter((c) => `&#${c};`)],
	['as hexadecimal HTML entities', everyCharacter((c) => `&#x${c.toString(16)};`)],
	['as HTML entities in capitals', everyCharacter((c) => `&#X${c.toString(16).toUpperCase()};`)],
	['as HTML entities of a fixed width', everyCharacter((c) => `&#${String(c).padStart(5, '0')};`)],
	['as HTML in HTML', everyCharacter((c) => `&amp;amp;#x00${c.toString(16)};`)],
	[
		'with HTML entities by name',
		key.replace('+', '&plus;').replace('/', '&sol;').replace('=', '&equals;'),
	],
])('hides the key %s', (_, written) => {
	expect(redact(`before ${written} after`)).toContain(hidden);
	expect(redact(`before ${written} after`)).not.toContain('ac_test');
	expect(redact(written)).not.toMatch(/%61|\\u0061|&#97;|&#x61;/);
});

test('leaves links and texts without the key as they are', () => {
	const page = JSON.stringify({
		next: 'https://api.example.com/v1/tasks?cursor=ab%2Bcd%252F&filter=%7B%22a%22%3A1%7D',
		note: 'a "quoted" note with \\ and / and &amp; and \u0061c_test',
	});
	expect(redact(page)).toBe(page);
});

test('does not take a word of a few letters for a key', () => {
	expect(redactor('a')('a cat')).toBe('a cat');
});

test.each(['\\', '%25', '&amp;', '%2', 'ac_test_', '\\u0061'])(
	'a long text that almost reads like the key, of %j again and again, does not keep it busy',
	(part) => {
		const text = part.repeat(1_000_000 / part.length);
		expect(withDeadline(() => redact(text))).toBe(text);
	},
);

test('headers are all there, as text under names in lower case, and none shows the key', () => {
	const headers = { 'X-Echo': key, 'Set-Cookie': ['a=1', `key=${key}`], 'X-Left': 7 };
	expect(redactHeaders(headers, redact)).toEqual({
		'x-echo': hidden,
		'set-cookie': `a=1, key=${hidden}`,
		'x-left': '7',
	});
});
