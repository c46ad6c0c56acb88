import type { JsonObject } from '../records/json';
import type { Connection } from './connection';

/** Hides secrets in a text, or in all texts and names in a value. Returns the value itself if it has none. */
export type Hide = <T>(value: T) => T;

/**
 * Applied where something leaves the node, and never to what the node compares, follows or sends: otherwise a record
 * would not be found by its own ID.
 */
export interface Redactor {
	/** Hides the API key and the signing secrets. */
	inRecords: Hide;
	/** Also hides values of the credential's headers. In a record, they may be the name of the tenant. */
	inMessages: Hide;
}

type Secrets = Pick<Connection, 'apiKey' | 'headers' | 'signingSecrets'>;

export function redactorOf({ apiKey, headers, signingSecrets }: Secrets): Redactor {
	const named = (name: string) => (text: string) => ({ name, text });
	const secrets = [
		named('API key')(apiKey),
		...signingSecrets.flatMap(partsOfSigningSecret).map(named('signing secret')),
	].filter(({ text }) => text.length >= MIN_LENGTH);
	const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
		// With and without the scheme of `Bearer …`.
		[value, ...value.split(' ')].filter(looksSecret).map(named(`header ${name}`)),
	);
	return { inRecords: hiding(secrets), inMessages: hiding([...secrets, ...ofHeaders]) };
}

const HIDDEN = /\[(API key|signing secret) hidden\]/;

/** Whether a text contains what replaces a secret. */
export const isHidden = (text: string) =>
	HIDDEN.test(text) || (text.includes('[header ') && text.includes(' hidden]'));

/** Shorter secrets could occur in ordinary text. */
const MIN_LENGTH = 8;

/** Other values of headers, such as a tenant's name, could occur in ordinary text. */
const looksSecret = (value: string) =>
	value.length >= 16 || (value.length >= MIN_LENGTH && /\d/.test(value) && /[a-z]/i.test(value));

/** Without its prefix, the rest still signs. Base64 may lose its padding. */
function partsOfSigningSecret(secret: string): string[] {
	const rest = secret.replace(/^whsec_/, '');
	return [...new Set([secret, rest, rest.split('=', 1)[0] ?? ''])];
}

interface Secret {
	name: string;
	text: string;
}

function hiding(secrets: readonly Secret[]): Hide {
	const names = new Map<string, string>();
	for (const { name, text } of secrets)
		for (const form of formsOf(text)) if (!names.has(form)) names.set(form, name);
	// The longest first, as it may contain another.
	const forms = [...names.keys()].sort((a, b) => b.length - a.length);
	if (forms.length === 0) return (value) => value;
	const written = forms.map(escaped).join('|');
	const [search, suspects] = [new RegExp(written, 'g'), new RegExp(`${ENCODED.source}|${written}`)];
	const overlap = Math.min((forms[0]?.length ?? 0) * LONGEST_ENCODED, WINDOW / 2);
	const shortest = forms.at(-1)?.length ?? 0;
	const hasNumber = secrets.some(({ text }) => /^\d+$/.test(text));
	const replacement = (form: string) => `[${names.get(form) ?? ''} hidden]`;

	const hideText = (text: string): string => {
		if (text.length < shortest || text.search(suspects) < 0) return text;
		return text.search(ENCODED) < 0 ? text.replace(search, replacement) : hideEncoded(text);
	};
	/** In parts, as decoding takes memory. Those in a row overlap, so that none cuts a secret. */
	const hideEncoded = (text: string): string => {
		let shown = '';
		let end = 0;
		for (let start = 0, isLast = false; !isLast; start += WINDOW - overlap) {
			isLast = start + WINDOW >= text.length;
			const parts: string[] = [];
			for (const { from, to, form } of placesOf(text.slice(start, start + WINDOW), search)) {
				// The next window has all of it.
				if (from >= WINDOW - overlap && !isLast) break;
				if (start + from >= end) parts.push(text.slice(end, start + from), replacement(form));
				end = Math.max(end, start + to);
			}
			shown += parts.join('');
		}
		return shown + text.slice(end);
	};
	const hide = (value: unknown): unknown => {
		if (typeof value === 'string') return hideText(value);
		if (typeof value === 'number' && hasNumber) {
			const shown = hideText(String(value));
			return shown.endsWith(']') ? shown : value;
		}
		if (typeof value !== 'object' || value === null) return value;
		return Array.isArray(value) ? hideInList(value) : hideInObject(value as JsonObject);
	};
	const hideInList = (list: unknown[]) => {
		let shown: unknown[] | undefined;
		for (let at = 0; at < list.length; at++) {
			const each = hide(list[at]);
			if (each !== list[at]) (shown ??= [...list])[at] = each;
		}
		return shown ?? list;
	};
	/** In one pass: hiding again at each level would double the time with each. */
	const hideInObject = (object: JsonObject) => {
		const fields = Object.keys(object);
		let shown: Array<[name: string, value: unknown]> | undefined;
		for (let at = 0; at < fields.length; at++) {
			const name = fields[at] ?? '';
			const value = object[name];
			const [shownName, shownValue] = [hideText(name), hide(value)];
			if (!shown && shownName === name && shownValue === value) continue;
			shown ??= fields.slice(0, at).map((before) => [before, object[before]]);
			shown.push([shownName, shownValue]);
		}
		// Not by assignment, because a name may be `__proto__`.
		return shown ? Object.fromEntries(shown) : object;
	};
	return <T>(value: T) => hide(value) as T; // the same shape with other texts
}

/**
 * A secret as it is, in UTF-16, and within Base64, where it has three forms, by what precedes it: nothing, `Bearer ` or
 * anything else.
 */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const base64 = [0, 1, 2].map((offset) => {
		const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
		// The characters at both ends also depend on what is next to the secret.
		const whole = Math.floor(((offset + bytes.length) * 4) / 3);
		return text.slice(Math.ceil((offset * 4) / 3), whole);
	});
	const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
	// UTF-16 that is read as UTF-8, and percent-encoded text, in which each byte is a character.
	const utf16 = Buffer.from(secret, 'utf16le').subarray(0, -1).toString();
	return [...new Set([secret, utf16, bytes.toString('latin1'), ...base64, ...url])];
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** A text in a text may be encoded several times. */
const MAX_ENCODINGS = 4;

/** Characters that may stand for one: `&amp;amp;amp;#x00000041;`. */
const LONGEST_ENCODED = 64;

/** The beginning of a character as a URL, HTML or JSON may write it. */
const ENCODED = /%[\da-fA-F]|&[#a-zA-Z]|\\[uUxX"'\\/]/;

const WINDOW = 100_000;

/** `&#x`, eight digits and a semicolon. */
const LONGEST_ENTITY = 12;

/** The text that is being decoded, and where each character of it, and its end, is in the original. */
const units = new Uint16Array(WINDOW + LONGEST_ENTITY);
const bytes = Buffer.from(units.buffer);
const starts = new Uint32Array(WINDOW + 1);

/** Where the secrets are in a text of at most one window, in its order. */
function placesOf(text: string, search: RegExp) {
	for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
	for (let at = 0; at <= text.length; at++) starts[at] = at;
	const places: Array<{ from: number; to: number; form: string }> = [];
	let decoded = text;
	for (let times = 0; ; times++) {
		// Most have none, and looking for all of them takes longer.
		if (decoded.search(search) >= 0)
			for (const { index, 0: form } of decoded.matchAll(search))
				places.push({ from: starts[index] ?? 0, to: starts[index + form.length] ?? 0, form });
		const length = times < MAX_ENCODINGS ? decodeOnce(decoded.length) : decoded.length;
		if (length === decoded.length) return places.sort((a, b) => a.from - b.from || b.to - a.to);
		decoded = bytes.toString('utf16le', 0, 2 * length);
	}
}

/** By hand, as a replacement by an expression takes seconds for megabytes. @returns the new length */
function decodeOnce(end: number): number {
	units.fill(0, end, end + LONGEST_ENTITY);
	let length = 0;
	for (let at = 0; at < end; ) {
		const next = endOfEncoded(at);
		const code = next > at ? codeIn(at, next) : -1;
		const start = starts[at] ?? 0;
		if (code > 0xffff) {
			starts[length] = start;
			units[length++] = 0xd7c0 + (code >> 10);
		}
		starts[length] = start;
		units[length++] = code < 0 ? (units[at] ?? 0) : code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
		at = code < 0 ? at + 1 : next;
	}
	starts[length] = starts[end] ?? 0;
	return length;
}

const [PERCENT, AMPERSAND, SEMICOLON, BACKSLASH, HASH] = [0x25, 0x26, 0x3b, 0x5c, 0x23];
const [QUOTE, APOSTROPHE, SLASH, U, X] = [0x22, 0x27, 0x2f, 0x75, 0x78];

/** Where a character that begins like an encoded one would end; its beginning if it does not. */
function endOfEncoded(at: number): number {
	const first = units[at];
	const next = units[at + 1] ?? 0;
	if (first === PERCENT) return at + 3;
	if (first === BACKSLASH) {
		const isItself = next === QUOTE || next === APOSTROPHE || next === SLASH || next === BACKSLASH;
		if (isItself) return at + 2;
		return (next | 0x20) === U ? at + 6 : (next | 0x20) === X ? at + 4 : at;
	}
	if (first !== AMPERSAND) return at;
	let end = next === HASH ? at + 2 : at + 1;
	while (end < at + LONGEST_ENTITY && digitAt(end) < NO_DIGIT) end++;
	return units[end] === SEMICOLON ? end + 1 : at;
}

/** The character that is encoded there; negative if there is none. */
function codeIn(at: number, end: number): number {
	const first = units[at];
	const next = units[at + 1] ?? 0;
	if (first === PERCENT) return numberIn(at + 1, end, 16);
	if (first === BACKSLASH) return end === at + 2 ? next : numberIn(at + 2, end, 16);
	if (next !== HASH) return ENTITIES.get(numberIn(at + 1, end - 1, NO_DIGIT)) ?? -1;
	const isHex = ((units[at + 2] ?? 0) | 0x20) === X;
	const code = isHex ? numberIn(at + 3, end - 1, 16) : numberIn(at + 2, end - 1, 10);
	return code > 0x10ffff ? -1 : code;
}

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

/** By their names, read as numbers. */
const ENTITIES: ReadonlyMap<number, number> = new Map(
	Object.entries({
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		plus: '+',
		sol: '/',
		equals: '=',
		amp: '&',
	}).map(([name, character]) => [parseInt(name, NO_DIGIT), character.charCodeAt(0)]),
);
