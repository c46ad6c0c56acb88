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
	const patterns: Patterns = {
		written: new RegExp(forms.map(escaped).join('|'), 'g'),
		encoded: encodedIn(forms.join('')),
	};
	const shortest = forms.at(-1)?.length ?? 0;
	const hasNumber = secrets.some(({ text }) => /^\d+$/.test(text));

	const hideText = (text: string): string => {
		if (text.length < shortest || !contains(text, patterns)) return text;
		let shown = '';
		let end = 0;
		for (const { from, to, found } of placesOf(text, patterns)) {
			if (from >= end) shown += `${text.slice(end, from)}[${names.get(found) ?? ''} hidden]`;
			end = Math.max(end, to);
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

interface Patterns {
	/** All forms of all secrets. */
	written: RegExp;
	/** What may stand for one of their characters. */
	encoded: RegExp;
}

/** A text in a text may be encoded several times. */
const MAX_ENCODINGS = 4;

const ENTITIES: Readonly<Record<string, string | undefined>> = {
	...{ lt: '<', gt: '>', quot: '"', apos: "'", plus: '+', sol: '/', equals: '=', amp: '&' },
};

/**
 * A character in a URL, in HTML or in JSON. Names of HTML only where they matter, because many texts contain them.
 * @param characters those of the secrets
 */
function encodedIn(characters: string): RegExp {
	const names = Object.keys(ENTITIES).filter((name) => characters.includes(ENTITIES[name] ?? ''));
	// The ampersand of another entity.
	const nested = `amp(?=;(?:#|(?:amp|${names.join('|')});))`;
	const entity = `#\\d{1,8}|#x[\\da-f]{1,8}|${[...names, nested].join('|')}`;
	return new RegExp(
		`%[\\da-f]{2}|&(?:${entity});|\\\\(?:u[\\da-f]{4}|x[\\da-f]{2}|["'\\\\/])`,
		'gi',
	);
}

function decode(encoded: string): string {
	const isHex = /^(?:%|&#x|\\[ux])/i.exec(encoded);
	if (!isHex && encoded.startsWith('\\')) return encoded.slice(1);
	if (!isHex && !encoded.startsWith('&#'))
		return ENTITIES[encoded.slice(1, -1).toLowerCase()] ?? encoded;
	const code = isHex
		? parseInt(encoded.slice(isHex[0].length), 16)
		: parseInt(encoded.slice(2), 10);
	return code <= 0x10ffff ? String.fromCodePoint(code) : encoded;
}

/** Whether a text contains a secret in any form: quick, because most texts contain none. */
function contains(text: string, { written, encoded }: Patterns): boolean {
	let decoded = text;
	for (let times = 0; times <= MAX_ENCODINGS; times++) {
		if (decoded.search(written) >= 0) return true;
		if (decoded.search(encoded) < 0) return false;
		decoded = decoded.replace(encoded, decode);
	}
	return false;
}

/** Where the secrets are in the text, in its order. */
function placesOf(text: string, { written, encoded }: Patterns) {
	const places: Array<{ from: number; to: number; found: string }> = [];
	let decoded = text;
	/** Where each of the decoded characters begins in the text; undefined for the text itself. */
	let starts: number[] | undefined;
	for (let times = 0; times <= MAX_ENCODINGS; times++) {
		const startOf = (at: number) => (starts ? (starts[at] ?? text.length) : at);
		for (const { index, 0: found } of decoded.matchAll(written))
			places.push({ from: startOf(index), to: startOf(index + found.length), found });
		const nextStarts: number[] = [];
		let end = 0;
		const keep = (to: number) => {
			for (let at = end; at < to; at++) nextStarts.push(startOf(at));
		};
		const next = decoded.replace(encoded, (found: string, index: number) => {
			keep(index);
			end = index + found.length;
			const character = decode(found);
			nextStarts.push(...Array<number>(character.length).fill(startOf(index)));
			return character;
		});
		keep(decoded.length);
		if (next === decoded) break;
		decoded = next;
		starts = nextStarts;
	}
	return places.sort((a, b) => a.from - b.from || b.to - a.to);
}
