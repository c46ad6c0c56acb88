/**
 * When two values are nearly the same: the one comparison before a creation. A record with such a value is neither found nor
 * absent, so an error names it.
 */
import { fieldForm } from './same';

/** Characters that HTML has another text for. */
const ESCAPES: ReadonlyArray<[escape: string, character: string]> = [
	['&lt;', '<'],
	['&gt;', '>'],
	['&quot;', '"'],
	['&apos;', "'"],
	['&nbsp;', ' '],
	['&amp;', '&'],
];

/** `&#39;` (PHP), `&#x27;` (Python, lodash), `&#8217;` (WordPress). */
const NUMBERED_ESCAPE = /&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi;

/** `\p{Pd}` lacks the minus sign. */
const DASHES = /[\p{Pd}\u2212]/gu;

/** Curly, low, reversed and angle ones, accents, primes and modifier letters: 'ʻ' in Hawaiʻi. */
const APOSTROPHES = /[`\u00b4\u02b9\u02bb-\u02bf\u05f3\u2018-\u201b\u2032\u2035\uff07]/g;
const QUOTATION_MARKS =
	/[\u00ab\u00bb\u02ba\u05f4\u201c-\u201f\u2033\u2036\u2039\u203a\u301d-\u301f\uff02]/g;

/**
 * Control and format characters: zero-width spaces, soft hyphens, direction marks, variation selectors. The tags that tell the
 * flags of England and Scotland apart can be seen.
 */
const INVISIBLE = /(?![\t-\r\u{e0020}-\u{e007f}])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** The same text for values that are nearly the same. */
export function nearForm(value: unknown): string {
	const text = unescaped(fieldForm(value))
		.replace(INVISIBLE, '')
		.replace(DASHES, '-')
		// These come before the normalization, which takes an accent apart.
		.replace(APOSTROPHES, "'")
		.replace(QUOTATION_MARKS, '"')
		.normalize('NFKC')
		.replace(/\s/g, '');
	return text.toLowerCase().toUpperCase(); // STRASSE and Straße
}

function unescaped(html: string): string {
	if (!html.includes('&')) return html; // most values

	let text = html.replace(NUMBERED_ESCAPE, (_, hex?: string, decimal = '') => {
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return String.fromCodePoint(code);
	});
	for (const [escape, character] of ESCAPES) text = text.replaceAll(escape, character);
	return text;
}

/** Whether a record has nearly the value that a person gives for a field. */
export function isNear(field: string, given: unknown, saved: unknown): boolean {
	if (nearForm(given) !== nearForm(saved)) return false;

	const [one, other] = [fieldForm(given), fieldForm(saved)];
	return one === other || !isNameOfKey(field) || !isKey(one) || !isKey(other);
}

/** `id`, `external_id`, `accountId` and `Record Key`, but not `paid` or `monkey`. */
const isNameOfKey = (field: string) =>
	/(^|[^a-z])([gsu]?id|guid|uuid|key)$/i.test(field.replace(/([a-z])([A-Z])/g, '$1 $2'));

/** A key in which case tells two records apart, as in Salesforce. */
const isKey = (text: string) =>
	/^[\w-]{10,}$/.test(text) && [/\d/, /[a-z]/, /[A-Z]/].every((part) => part.test(text));

/** Whether two texts that are not the same look the same to a person. */
export const differsInvisibly = (one: unknown, other: unknown): boolean =>
	fieldForm(one) !== fieldForm(other) && visibleText(one) === visibleText(other);

/** The text without invisible characters, and with every space as a plain one. */
const visibleText = (value: unknown) =>
	fieldForm(value).replace(INVISIBLE, '').normalize().replace(/\s/g, ' ');
