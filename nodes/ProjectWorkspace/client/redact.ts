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
	const written = new RegExp(forms.map(escaped).join('|'), 'g');
	const overlap = Math.min((forms[0]?.length ?? 0) * LONGEST_ENCODED, WINDOW / 2);
	const shortest = forms.at(-1)?.length ?? 0;
	const hasNumber = secrets.some(({ text }) => /^\d+$/.test(text));

	const hideText = (text: string): string => {
		if (text.length < shortest) return text;
		if (text.search(ENCODED) < 0 && text.search(written) < 0) return text;
		let shown = '';
		let end = 0;
		for (let start = 0; start < text.length; start += WINDOW - overlap) {
			const isLast = start + WINDOW >= text.length;
			for (const { from, to, found } of placesOf(text.slice(start, start + WINDOW), written)) {
				// The next window has all of it.
				if (from >= WINDOW - overlap && !isLast) continue;
				if (start + from >= end)
					shown += `${text.slice(end, start + from)}[${names.get(found) ?? ''} hidden]`;
				end = Math.max(end, start + to);
			}
			if (isLast) break;
		}
		return shown + text.slice(end);
	};
	const hide = (value: unknown): unknown => {
		if (typeof value === 'string') return hideText(value);
		if (typeof value === 'number') {
			const shown = hasNumber ? hideText(String(value)) : '';
			return shown.endsWith(']') ? shown : value;
		}
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) {
			const shown = value.map(hide);
			return shown.every((each, at) => each === value[at]) ? value : shown;
		}
		return hideInObject(value as Record<string, unknown>);
	};
	/** In one pass: hiding again at each level would double the time with each. */
	const hideInObject = (object: Record<string, unknown>) => {
		const names = Object.keys(object);
		let shown: Array<[name: string, value: unknown]> | undefined;
		for (const name of names) {
			const value = object[name];
			const [shownName, shownValue] = [hideText(name), hide(value)];
			if (!shown && shownName === name && shownValue === value) continue;
			shown ??= names.slice(0, names.indexOf(name)).map((before) => [before, object[before]]);
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

const ENTITIES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		lt: '<',
		gt: '>',
		quot: '"',
		apos: "'",
		plus: '+',
		sol: '/',
		equals: '=',
		amp: '&',
	}),
);

/** A long text is searched in parts, as decoding takes memory. Those in a row overlap, so that none cuts a secret. */
const WINDOW = 1_000_000;

/** Characters that may stand for one: `&amp;amp;amp;#x00000041;`. */
const LONGEST_ENCODED = 64;

/** The beginning of a character as a URL, HTML or JSON may write it. */
const ENCODED = /%[\da-f]|&[#a-z]|\\[ux"'\\/]/i;

/** Where the secrets are in the text, in its order. */
function placesOf(text: string, written: RegExp) {
	const places: Array<{ from: number; to: number; found: string }> = [];
	/** Where each of the decoded characters begins in the text. */
	const starts = new Uint32Array(text.length + 1);
	for (let at = 0; at < starts.length; at++) starts[at] = at;
	let decoded: string | undefined = text;
	for (let times = 0; times <= MAX_ENCODINGS && decoded !== undefined; times++) {
		for (const { index, 0: found } of decoded.matchAll(written))
			places.push({ from: starts[index] ?? 0, to: starts[index + found.length] ?? 0, found });
		decoded = decodedOnce(decoded, starts);
	}
	return places.sort((a, b) => a.from - b.from || b.to - a.to);
}

/**
 * By hand, as a replacement by an expression takes seconds for megabytes of encoded text.
 * @param starts is changed to those of the decoded text
 * @returns undefined if nothing is encoded
 */
function decodedOnce(text: string, starts: Uint32Array): string | undefined {
	if (text.search(ENCODED) < 0) return undefined;
	const units = new Uint16Array(text.length);
	let length = 0;
	for (let at = 0; at < text.length; ) {
		const end = endOfEncoded(text, at);
		const code = end > at ? codeIn(text, at, end) : -1;
		const start = starts[at] ?? 0;
		if (code > 0xffff) {
			starts[length] = start;
			units[length++] = 0xd7c0 + (code >> 10);
		}
		starts[length] = start;
		units[length++] =
			code < 0 ? text.charCodeAt(at) : code > 0xffff ? 0xdc00 + (code & 0x3ff) : code;
		at = code < 0 ? at + 1 : end;
	}
	if (length === text.length) return undefined;
	starts[length] = starts[text.length] ?? 0;
	return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}

/** `&#x`, eight digits and a semicolon. */
const LONGEST_ENTITY = 12;

/** Where a character that begins like an encoded one would end; its beginning if it does not. */
function endOfEncoded(text: string, at: number): number {
	const first = text.charCodeAt(at);
	if (first === 0x25) return at + 3;
	if (first === 0x5c) return at + (BACKSLASHED[text[at + 1] ?? ''] ?? 0);
	if (first !== 0x26) return at;
	for (let end = at + 1; end < at + LONGEST_ENTITY; end++)
		if (text.charCodeAt(end) === 0x3b) return end + 1;
	return at;
}

/** How long the sequence with this character after a backslash is. */
const BACKSLASHED: Readonly<Record<string, number | undefined>> = {
	...{ u: 6, U: 6, x: 4, X: 4 },
	...{ '"': 2, "'": 2, '\\': 2, '/': 2 },
};

/** The character that is encoded there; negative if there is none. */
function codeIn(text: string, at: number, end: number): number {
	const first = text.charCodeAt(at);
	if (first === 0x25) return numberIn(text, at + 1, end, 16);
	if (first === 0x5c)
		return end === at + 2 ? text.charCodeAt(at + 1) : numberIn(text, at + 2, end, 16);
	if (text.charCodeAt(at + 1) !== 0x23)
		return ENTITIES.get(text.slice(at + 1, end - 1).toLowerCase())?.charCodeAt(0) ?? -1;
	const isHex = (text.charCodeAt(at + 2) | 0x20) === 0x78;
	return numberIn(text, at + (isHex ? 3 : 2), end - 1, isHex ? 16 : 10);
}

/** The number that all of the digits give; negative if it is no character. */
function numberIn(text: string, from: number, end: number, radix: number): number {
	let number = from < end && end <= text.length ? 0 : -1;
	for (let at = from; at < end && number >= 0; at++) {
		const code = text.charCodeAt(at);
		const digit = code < 0x3a ? code - 0x30 : (code | 0x20) - 0x57;
		const isDigit = digit >= 0 && digit < radix && (code < 0x3a || digit > 9);
		number = isDigit ? number * radix + digit : -1;
	}
	return number > 0x10ffff ? -1 : number;
}
