/** The beginning of a character as a URL, HTML or JSON may write it. */
export const ENCODED = /%[\da-fA-F]|&[#a-zA-Z]|\\[uUxX"'\\/]/;

/** Characters that may stand for one: `&amp;amp;amp;#x00000041;`. */
export const LONGEST_ENCODED = 64;

/** How long a text that is decoded at once may be. */
export const WINDOW = 100_000;

/** A text in a text may be encoded several times. */
const MAX_ENCODINGS = 4;

/** `&#x`, eight digits and a semicolon. */
const LONGEST_ENTITY = 12;

/** The text that is being decoded, and where each character of it, and its end, is in the original. */
const units = new Uint16Array(WINDOW + LONGEST_ENTITY);
const bytes = Buffer.from(units.buffer);
const starts = new Uint32Array(WINDOW + 1);

/** Where an expression matches a text of at most one window, as it is or decoded, in the order of the text. */
export function matchesIn(search: RegExp, text: string) {
	for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
	for (let at = 0; at <= text.length; at++) starts[at] = at;
	const matches: Array<{ from: number; to: number; form: string }> = [];
	let decoded = text;
	for (let times = 0; ; times++) {
		// Most have none, and looking for all of them takes longer.
		if (decoded.search(search) >= 0)
			for (const { index, 0: form } of decoded.matchAll(search))
				matches.push({ from: starts[index] ?? 0, to: starts[index + form.length] ?? 0, form });
		const length = times < MAX_ENCODINGS ? decodeOnce(decoded.length) : decoded.length;
		if (length === decoded.length) return matches.sort((a, b) => a.from - b.from || b.to - a.to);
		decoded = bytes.toString('utf16le', 0, 2 * length);
	}
}

/** By hand, as a replacement by an expression takes seconds for megabytes. @returns the new length */
function decodeOnce(end: number): number {
	units.fill(0, end, end + LONGEST_ENTITY);
	let length = 0;
	for (let at = 0; at < end; ) {
		const found = encodedAt(at);
		const code = found > 0 ? found >> 4 : (units[at] ?? 0);
		const start = starts[at] ?? 0;
		if (code > 0xffff) {
			starts[length] = start;
			units[length++] = 0xd7c0 + (code >> 10);
		}
		starts[length] = start;
		units[length++] = code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
		at += found > 0 ? found & 15 : 1;
	}
	starts[length] = starts[end] ?? 0;
	return length;
}

const [PERCENT, AMPERSAND, SEMICOLON, BACKSLASH, HASH] = [0x25, 0x26, 0x3b, 0x5c, 0x23];
const [QUOTE, APOSTROPHE, SLASH, U, X] = [0x22, 0x27, 0x2f, 0x75, 0x78];

/** The character that is encoded there, times 16, and how many characters stand for it; 0 if there is none. */
function encodedAt(at: number): number {
	const first = units[at];
	if (first !== PERCENT && first !== BACKSLASH && first !== AMPERSAND) return 0;
	const next = units[at + 1] ?? 0;
	if (first === PERCENT) return packed(numberIn(at + 1, at + 3, 16), 3);
	if (first === BACKSLASH) {
		const isItself = next === QUOTE || next === APOSTROPHE || next === SLASH || next === BACKSLASH;
		if (isItself) return packed(next, 2);
		const count = (next | 0x20) === U ? 6 : (next | 0x20) === X ? 4 : 2;
		return packed(numberIn(at + 2, at + count, 16), count);
	}
	const isHex = next === HASH && ((units[at + 2] ?? 0) | 0x20) === X;
	const start = at + (isHex ? 3 : next === HASH ? 2 : 1);
	let end = start;
	while (end < at + LONGEST_ENTITY && digitAt(end) < NO_DIGIT) end++;
	if (units[end] !== SEMICOLON) return 0;
	const code =
		next === HASH
			? numberIn(start, end, isHex ? 16 : 10)
			: ENTITY_CODES.get(numberIn(start, end, NO_DIGIT));
	return packed(code ?? -1, end + 1 - at);
}

const packed = (code: number, count: number) =>
	code < 0 || code > 0x10ffff ? 0 : code * 16 + count;

/** The digits and letters of ASCII as digits, in both letter cases. */
const NO_DIGIT = 36;
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
	const digit = parseInt(String.fromCharCode(code), NO_DIGIT);
	return Number.isNaN(digit) ? NO_DIGIT : digit;
});
const digitAt = (at: number) => DIGITS[units[at] ?? 0] ?? NO_DIGIT;

/** The number that all of the characters give; negative if there is none. */
function numberIn(from: number, end: number, radix: number): number {
	let number = from < end ? 0 : -1;
	for (let at = from; at < end && number >= 0; at++) {
		const digit = digitAt(at);
		number = digit < radix ? number * radix + digit : -1;
	}
	return number;
}

/** The character at the end by the name before it, which is read as a number: all of ASCII that HTML 5 names. */
const ENTITY_CODES: ReadonlyMap<number, number> = new Map(
	(
		'lt< gt> quot" apos\' amp& plus+ sol/ equals= lowbar_ underbar_ period. comma, colon: semi; excl! quest? num# ' +
		'dollar$ percnt% ast* midast* commat@ lpar( rpar) lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ rcub} rbrace} ' +
		'bsol\\ hat^ grave` vert| verbar|'
	)
		.split(' ')
		.map((entity) => [
			parseInt(entity.slice(0, -1), NO_DIGIT),
			entity.charCodeAt(entity.length - 1),
		]),
);
