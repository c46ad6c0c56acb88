import { differsInvisibly, isNear, nearForm } from '../../nodes/ProjectWorkspace/records/near';
import { givenValue, isSame } from '../../nodes/ProjectWorkspace/records/same';

/** What is nearly the same, and whether a person sees the difference. */
const NEAR: Array<[given: string, saved: string, isSeen: boolean]> = [
	['Roof', 'ROOF ', true],
	['Straße', 'STRASSE', true],
	['a  b', 'ab', true],
	// HTML
	['Roof & Sons', ' roof &amp; sons', true],
	['<b>', '&lt;B&gt;', true],
	["Ada's", 'Ada&#39;s', true],
	["Ada's", 'Ada&#x27;s', true],
	["Ada's", 'Ada&#8217;s', true],
	['a b', 'a&nbsp;b', true],
	// Word, macOS, translators
	["Ada's", 'Ada’s', true],
	["Hawai'i", 'Hawaiʻi', true],
	["Ada's", 'Ada´s', true],
	['5"', '5″', true],
	['"Roof"', '„Roof“', true],
	['"Roof"', '« Roof »', true],
	['2024-2026', '2024–2026', true],
	['-5', '−5', true],
	['a-b', 'a\u2011b', true],
	['Ａ１', 'A1', true],
	// What cannot be seen
	['Roof', 'Ro\u200bof', false],
	['Roof', '\ufeffRoof', false],
	['Roof', 'Ro\u00adof', false],
	['Roof', '\u200eRoof\u200f', false],
	['Roof', '\u2066Roof\u2069', false],
	['Done ✔', 'Done ✔\ufe0f', false],
	['Roof', 'Roof\u0000', false],
	['Roof 5', 'Roof\u00a05', false],
	['Roof 5', 'Roof\u202f5', false],
];

test.each(NEAR)('%j is near to %j, and a person sees why: %s', (given, saved, isSeen) => {
	expect(nearForm(given)).toBe(nearForm(saved));
	expect(isNear('title', given, saved)).toBe(true);
	expect(isSame(givenValue(given, 'UTC'), saved)).toBe(false);
	expect(differsInvisibly(given, saved)).toBe(!isSeen);
});

test.each([
	['Roof', 'Roof 2'],
	['Ecole', 'École'],
	['ab', 'a-b'],
	['Adas', "Ada's"],
	['5"', "5'"],
	// England and Scotland
	[
		'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
		'🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
	],
	['&#1114112;', '&#1114113;'],
])('%j is not near to %j', (given, saved) => {
	expect(isNear('title', given, saved)).toBe(false);
	expect(differsInvisibly(given, saved)).toBe(false);
});

test('composed and decomposed accents are the same, so there is no difference', () => {
	expect(differsInvisibly('caf\u00e9', 'cafe\u0301')).toBe(false);
});

const KEY = '0015g00000Qx1Ab';

test.each([
	['sfdc_id', KEY, '0015g00000Qx1aB', false],
	['accountId', KEY, '0015g00000Qx1aB', false],
	['Record Key', 'aB3-xY9_kL', 'Ab3-xY9_kL', false],
	// A text that is no such key may be the key as someone has typed it.
	['sfdc_id', KEY, KEY.toLowerCase(), true],
	['sfdc_id', KEY, ` ${KEY}`, true],
	['sfdc_id', KEY, KEY, true],
	['id', 'aB3', 'Ab3', true],
	['id', 'ABcdEFghIJ', 'abCDefGHij', true],
	['paid', KEY, '0015g00000Qx1aB', true],
	['title', KEY, '0015g00000Qx1aB', true],
])('in the field %j, %j is near to %j: %s', (field, given, saved, expected) => {
	expect(isNear(field, given, saved)).toBe(expected);
});
