import type { JsonObject } from '../records/value';
import type { Connection } from './connection';
import { ENCODED, LONGEST_ENCODED, matchesIn, WINDOW } from './encoded';

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

export function redactorOf({
	apiKey,
	headers,
	signingSecrets,
}: Pick<Connection, 'apiKey' | 'headers' | 'signingSecrets'>): Redactor {
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

/** Whether a text contains what replaces a secret. */
export const isHidden = (text: string) =>
	/\[(API key|signing secret|header [^ ]+) hidden\]/.test(text);

/** Shorter secrets could occur in ordinary text. */
const MIN_LENGTH = 8;

/** Characters of a secret that are compared, and of all secrets: V8 refuses larger expressions. */
const LONGEST_COMPARED = 256;
const MAX_PATTERN = 50_000;

const rest = (length: number) => (length > 0 ? `[^]{0,${length}}` : '');

/** Other values of headers, such as a tenant's name, could occur in ordinary text. */
const looksSecret = (value: string) =>
	value.length >= 16 || (value.length >= MIN_LENGTH && /\d/.test(value) && /[a-z]/i.test(value));

/** Without its prefix, the rest still signs. Base64 may lose its padding. */
function partsOfSigningSecret(secret: string): string[] {
	const rest = secret.replace(/^whsec_/, '');
	return [...new Set([secret, rest, rest.split('=', 1)[0] ?? ''])];
}

function hiding(secrets: ReadonlyArray<{ name: string; text: string }>): Hide {
	const names = new Map<string, string>();
	for (const { name, text } of secrets)
		for (const form of formsOf(text)) if (!names.has(form)) names.set(form, name);
	// The longest first, as it may contain another.
	const forms = [...names.keys()].sort((a, b) => b.length - a.length);
	if (forms.length === 0) return (value) => value;
	// An expression of long secrets would be too large, so one that begins like a long secret is hidden in its length.
	const most = Math.min(LONGEST_COMPARED, Math.floor(MAX_PATTERN / forms.length));
	const written = forms
		.map((form) => escaped(form.slice(0, most)) + rest(form.length - most))
		.join('|');
	const [search, suspects] = [new RegExp(written, 'g'), new RegExp(`${ENCODED.source}|${written}`)];
	const overlap = Math.min((forms[0]?.length ?? 0) * LONGEST_ENCODED, WINDOW / 2);
	const shortest = forms.at(-1)?.length ?? 0;
	const hasNumber = secrets.some(({ text }) => /^\d+$/.test(text));
	const beginnings = new Map(
		forms.toReversed().map((form) => [form.slice(0, most), names.get(form)]),
	);
	const replacement = (found: string) => `[${beginnings.get(found.slice(0, most)) ?? ''} hidden]`;

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
			for (const { from, to, form } of matchesIn(search, text.slice(start, start + WINDOW))) {
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
