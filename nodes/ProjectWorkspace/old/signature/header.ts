import { algorithmByWord, readDigest } from './encodings';
import type { SignatureFormat } from './format';
import { readTimestamp } from './deliveryHeaders';

export interface HeaderReading {
	/** The digests, each with the text before it. */
	candidates: Array<Extract<ReturnType<typeof readDigest>, object> & { prefix: string }>;
	/** Without duplicates. */
	timestamps: string[];
	id?: string;
	reason?: 'headerMissing' | 'headerUnreadable' | 'noDigest' | 'weakAlgorithm' | 'badTimestamp';
}

/** Enough for sixteen signatures of 128 characters with their names. */
export const MAX_HEADER_CHARACTERS = 4096;

/** Stripe and Svix send one for each active secret, rarely more than two. */
export const MAX_CANDIDATES = 16;

/** Reads the signature header, in linear time, as anyone can send one. */
export function readHeader(
	value: string | undefined,
	format: Partial<SignatureFormat>,
): HeaderReading {
	const nothing = { candidates: [], timestamps: [] };
	if (!value) return { ...nothing, reason: 'headerMissing' };
	if (value.length > MAX_HEADER_CHARACTERS || !/^[\x20-\x7e]+$/.test(value)) {
		return { ...nothing, reason: 'headerUnreadable' };
	}
	const parts = splitHeader(value);
	const textsOf = (wanted: Part['kind']) =>
		parts.filter(({ kind }) => kind === wanted).map(({ text }) => text);
	// After 'Prefix', names elsewhere in the header do not matter.
	const digests = format.prefix
		? digestsAfter(format.prefix, value).map((part) => digestIn(part, [], format))
		: parts.map((part) => digestIn(part, textsOf('algorithm'), format));
	const candidates = digests.filter((digest) => typeof digest === 'object');
	const joined = parts.flatMap(({ timestamp }) => timestamp ?? []);
	const timestamps = [...new Set([...textsOf('timestamp'), ...joined])];
	const reading = { candidates, timestamps, id: textsOf('id')[0] };
	return { ...reading, reason: reasonIn(reading, digests.includes('weak')) };
}

function reasonIn({ candidates, timestamps }: HeaderReading, isWeak: boolean) {
	if (candidates.length === 0) return isWeak ? 'weakAlgorithm' : 'noDigest';
	// With two timestamps, a digest could be checked against that of another.
	if (candidates.length > MAX_CANDIDATES || timestamps.length > 1) return 'headerUnreadable';
	const isReadable = timestamps.every((text) => readTimestamp(text) !== undefined);
	return isReadable ? undefined : 'badTimestamp';
}

/** A part of the header, between spaces, commas or semicolons, or else between ampersands. */
interface Part {
	kind: 'digest' | 'timestamp' | 'id' | 'algorithm' | 'word' | 'other';
	text: string;
	/** The text before a digest, and the words in it. */
	prefix: string;
	words: string[];
	/** A timestamp directly before a digest. */
	timestamp?: string;
}

/**
 * Up to four for each signature. A word alone belongs to the next one.
 * - `t=1792567680,v1=<hex>`: a timestamp, and a digest with the word v1 and the prefix `v1=`
 * - `hmac-sha256 <base64>`: a word, and a digest with the word hmac-sha256
 * - `1/SHA256/<hex>`: a digest with the words 1 and SHA256
 */
function splitHeader(value: string): Part[] {
	// A URL, as in `keyId="https://…"`, may contain ampersands.
	const separators = /[ ,;]/.test(value) ? /[ ,;]+/ : /&+/;
	const parts = value.split(separators, MAX_CANDIDATES * 4).map(readPart);
	return parts.map((part, index) => {
		const before = parts[index - 1];
		return before?.kind === 'word' ? { ...part, words: [before.text, ...part.words] } : part;
	});
}

/** 'Prefix' is searched for literally, since it may contain separators. */
function digestsAfter(prefix: string, value: string): Part[] {
	const found: Part[] = [];
	for (let at = value.indexOf(prefix); at >= 0; at = value.indexOf(prefix, at + 1)) {
		if (at > 0 && !' ,;&"'.includes(value.charAt(at - 1))) continue;
		const [text = ''] = value.slice(at + prefix.length).split(/[ ,;&"]/, 1);
		found.push({ kind: 'digest', text, prefix, words: [] });
	}
	return found;
}

/** The digest in a part, unless a name such as `sha1=` or `alg=none` contradicts its length. */
function digestIn(
	{ kind, text, words, prefix }: Part,
	named: readonly string[],
	{ algorithm, encoding }: Partial<SignatureFormat>,
) {
	const digest = kind === 'digest' ? readDigest(text, encoding) : undefined;
	if (typeof digest !== 'object') return digest;
	const names = [...words, ...named].map(algorithmByWord);
	if (names.includes('weak')) return 'weak';
	const fits = [...names, algorithm].every((name = 'auto') =>
		['auto', digest.algorithm].includes(name),
	);
	return fits ? { ...digest, prefix } : undefined;
}

/** Names before `=`, `:` or `/`, and the kind of their value. Other names (`v1`, a key ID) belong to a digest. */
const NAMED_VALUES = [
	['timestamp', /^(?:t|ts|time|timestamp|created|date|iat|unix)$/i],
	['id', /^(?:id|nonce|msg_id|delivery)$/i],
	['algorithm', /^(?:alg|algorithm)$/i],
] as const;

const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
/** Prefixes of a digest: `v1.`, `sha256=`, `1700000000-`, and Worldpay's `1/SHA256/`. */
const DIGEST_PREFIX = /^(?:(\d{10}|\d{13})[.:|_-]|([A-Za-z0-9][A-Za-z0-9_-]{0,63})[=:/.|])(.+)$/;
/** `v1:kid="sha256=<digest>"` has three prefixes. No sender with more is known. */
const MAX_PREFIXES = 3;

function readPart(whole: string): Part {
	let text = unquote(whole);
	let timestamp: string | undefined;
	const words: string[] = [];
	if (readTimestamp(text) !== undefined) return { kind: 'timestamp', text, words, prefix: '' };
	for (let depth = 0; depth <= MAX_PREFIXES; depth += 1) {
		if (readDigest(text)) {
			const prefix = whole.slice(0, whole.lastIndexOf(text));
			return { kind: 'digest', text, words, prefix, timestamp };
		}
		const [, time, word = '', rest] = DIGEST_PREFIX.exec(text) ?? [];
		if (rest === undefined || (time && timestamp)) break;
		const joint = text.charAt(word.length);
		// A slash is part of base64, unless it follows an algorithm's name or a key's number.
		if (joint === '/' && !/^\d{1,3}$/.test(word) && !algorithmByWord(word)) break;
		const kind = NAMED_VALUES.find(([, names]) => names.test(word))?.[0];
		text = unquote(rest);
		if (kind && depth === 0 && joint !== '.') return { kind, text, words, prefix: '' };
		timestamp ??= time;
		words.push(word);
	}
	return { kind: WORD.test(whole) ? 'word' : 'other', text: whole, words: [], prefix: '' };
}

const unquote = (text: string): string => /^"(.+)"$/s.exec(text)?.[1] ?? text;
