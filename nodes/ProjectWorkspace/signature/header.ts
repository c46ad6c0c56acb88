import { algorithmByWord, readDigest, type Digest } from './encodings';
import type { SignatureOptions } from './signatureOptions';
import { readTimestamp } from './timestamps';
import type { Reason } from './types';

/** A digest that may be the right one. */
export type Candidate = Extract<Digest, { kind: 'strong' }> & { prefix: string };

export interface HeaderReading {
	candidates: Candidate[];
	/** Each text once. */
	timestamps: string[];
	id?: string;
	/** Why the header cannot be used. */
	reason?: Reason;
}

/** Two signatures of 128 characters each are 300; a rotation with sixteen of them stays below 4,096. */
export const MOST_CHARACTERS = 4096;

/** Stripe and Svix send one for each secret in force, rarely more than two. */
export const MOST_CANDIDATES = 16;

/** Reads the signature header. It is linear in the header's length, and nothing in it is trusted. */
export function readHeader(value: string | undefined, options: SignatureOptions): HeaderReading {
	const reason = reasonAgainst(value);
	if (value === undefined || reason) return { candidates: [], timestamps: [], reason };

	const tokens = tokensOf(value);
	const digests = options.prefix ? digestsAfter(options.prefix, value) : tokens;
	const declared = tokens.filter(({ kind }) => kind === 'algorithm').map(({ text }) => text);
	const candidates: Candidate[] = [];
	let isWeak = false;
	for (const { kind, text, prefix, words } of digests) {
		const digest = kind === 'digest' ? readDigest(text, options.encoding) : undefined;
		if (digest?.kind === 'weak') isWeak = true;
		if (digest?.kind !== 'strong') continue;
		// A name that contradicts the digest's length, such as `sha1=` or `alg=none`. What is set needs no name.
		const names = options.prefix ? [] : [...words, ...declared].map(algorithmByWord);
		if (names.includes('weak')) isWeak = true;
		const isOther = names.some((name) => name !== undefined && name !== digest.algorithm);
		if (isOther || (options.algorithm && options.algorithm !== digest.algorithm)) continue;
		candidates.push({ ...digest, prefix });
	}
	const timestamps = tokens.flatMap((token) =>
		token.kind === 'timestamp' ? token.text : (token.timestamp ?? []),
	);
	const reading = {
		candidates,
		timestamps: [...new Set(timestamps)],
		id: tokens.find(({ kind }) => kind === 'id')?.text,
	};
	return { ...reading, reason: reasonIn(reading, isWeak) };
}

function reasonAgainst(value: string | undefined): Reason | undefined {
	if (value === undefined) return 'headerMissing';
	if (value === '') return 'headerEmpty';
	if (value.length > MOST_CHARACTERS) return 'headerTooLong';
	return /^[\x20-\x7e]+$/.test(value) ? undefined : 'headerMalformed';
}

function reasonIn({ candidates, timestamps }: HeaderReading, isWeak: boolean): Reason | undefined {
	if (candidates.length === 0) return isWeak ? 'weakAlgorithm' : 'noDigest';
	if (candidates.length > MOST_CANDIDATES) return 'tooManyCandidates';
	// One digest must not be judged by the timestamp of another.
	if (timestamps.length > 1) return 'conflictingTimestamps';
	const isReadable = timestamps.every((text) => readTimestamp(text) !== undefined);
	return isReadable ? undefined : 'badTimestamp';
}

/** One part of the header, between spaces, commas and semicolons. */
interface Token {
	/** A word is alone; what follows may belong to it, as in `v1,<digest>` and `hmac-sha256 <digest>`. */
	kind: 'digest' | 'timestamp' | 'id' | 'algorithm' | 'word' | 'other';
	text: string;
	/** What comes before a digest, and the words in it. */
	prefix: string;
	words: string[];
	/** A timestamp that is joined to a digest. */
	timestamp?: string;
}

function tokensOf(value: string): Token[] {
	let before: string[] = [];
	return Array.from(value.matchAll(/([^ ,;]+)(.?)/g), ([whole, text = '']) => {
		const token = readToken(text);
		const [word = '', separated = ''] = token.kind === 'digest' ? before : [];
		before = token.kind === 'word' ? [text, whole] : [];
		return word
			? { ...token, prefix: separated + token.prefix, words: [word, ...token.words] }
			: token;
	});
}

/** A prefix that is set is searched for as it is written, since it may contain any character. */
function digestsAfter(prefix: string, value: string): Token[] {
	const found: Token[] = [];
	for (let at = value.indexOf(prefix); at >= 0; at = value.indexOf(prefix, at + 1)) {
		if (at > 0 && !' ,;"'.includes(value.charAt(at - 1))) continue;
		const [text = ''] = value.slice(at + prefix.length).split(/[ ,;"]/, 1);
		found.push({ kind: 'digest', text, prefix, words: [] });
	}
	return found;
}

/** What a name before `=`, `:` or `/` says about its value. Other names (`v1`, `sha256`) belong to a digest. */
const NAMED_VALUES = [
	['timestamp', /^(?:t|ts|time|timestamp|created|date|iat|unix)$/i],
	['id', /^(?:id|nonce|msg_id|delivery)$/i],
	['algorithm', /^(?:alg|algorithm)$/i],
] as const;

const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
const PAIR = /^([A-Za-z][A-Za-z0-9_-]{0,31})([=:/])(.+)$/;
/** Worldpay: `1/SHA256/<digest>`, the key's number first. developer.worldpay.com/products/access/events/signature */
const KEY_NUMBER = /^(\d{1,3}\/)(.+)$/;
/** `1700000000.<digest>`, `v1:1700000000:<digest>`. */
const TIMESTAMP_FIRST = /^(\d{10}|\d{13})[.:|_-](.+)$/;
/** `signature="sha256=<digest>"` has two words; more are not known. */
const DEPTH = 3;

function readToken(whole: string): Token {
	let text = unquote(whole);
	let prefix = '';
	let timestamp: string | undefined;
	const words: string[] = [];
	if (readTimestamp(text) !== undefined) return { kind: 'timestamp', text, prefix, words };
	for (let depth = 0; depth <= DEPTH; depth += 1) {
		if (readDigest(text)) return { kind: 'digest', text, prefix, words, timestamp };
		const [, first, afterFirst] = (timestamp === undefined && TIMESTAMP_FIRST.exec(text)) || [];
		const [, keyNumber, afterKey] = KEY_NUMBER.exec(text) ?? [];
		const [, word, joint, rest] = PAIR.exec(text) ?? [];
		if (first && afterFirst) {
			timestamp = first;
			text = afterFirst;
		} else if (keyNumber && afterKey) {
			prefix += keyNumber;
			text = afterKey;
		} else if (word && joint && rest) {
			// A slash belongs to base64 unless it follows the name of an algorithm.
			if (joint === '/' && algorithmByWord(word) === undefined) break;
			text = unquote(rest);
			const kind = NAMED_VALUES.find(([, names]) => names.test(word))?.[0];
			if (kind && depth === 0) return { kind, text, prefix, words };
			words.push(word);
			prefix += word + joint;
		} else break;
	}
	return { kind: WORD.test(whole) ? 'word' : 'other', text: whole, prefix: '', words: [] };
}

const unquote = (text: string): string => /^"(.+)"$/s.exec(text)?.[1] ?? text;
