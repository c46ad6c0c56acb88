import { algorithmByWord, readDigest, type Digest } from './encodings';
import type { SignatureOptions } from './options';
import { readTimestamp } from './timestamps';

/** A digest that may be the right one, and what comes before it. */
export type Candidate = Digest & { prefix: string };

export interface HeaderReading {
	candidates: Candidate[];
	/** Each text once. */
	timestamps: string[];
	id?: string;
	/** Why the header cannot be used. */
	reason?: HeaderReason;
}

type HeaderReason =
	| ('headerMissing' | 'headerEmpty' | 'headerTooLong' | 'headerMalformed')
	| ('noDigest' | 'weakAlgorithm' | 'tooManyCandidates' | 'conflictingTimestamps' | 'badTimestamp');

/** Two signatures of 128 characters each are 300; a rotation with sixteen of them stays below 4,096. */
export const MOST_CHARACTERS = 4096;

/** Stripe and Svix send one for each secret in force, rarely more than two. */
export const MOST_CANDIDATES = 16;

/** Reads the signature header. It is linear in the header's length, and nothing in it is trusted. */
export function readHeader(value: string | undefined, options: SignatureOptions): HeaderReading {
	const reason = reasonAgainst(value);
	if (value === undefined || reason) return { candidates: [], timestamps: [], reason };

	const tokens = tokensOf(value);
	const textsOf = (wanted: Token['kind']) =>
		tokens.filter(({ kind }) => kind === wanted).map(({ text }) => text);
	const names = textsOf('algorithm');
	// What is set needs no name.
	const digests = options.prefix
		? digestsAfter(options.prefix, value)
		: tokens.map((token) => ({ ...token, words: [...token.words, ...names] }));
	const candidates: Candidate[] = [];
	let isWeak = false;
	for (const token of digests) {
		const digest = digestIn(token, options);
		if (digest === 'weak') isWeak = true;
		else if (digest) candidates.push({ ...digest, prefix: token.prefix ?? '' });
	}
	const joined = tokens.flatMap(({ timestamp }) => timestamp ?? []);
	const timestamps = [...new Set([...textsOf('timestamp'), ...joined])];
	const reading = { candidates, timestamps, id: textsOf('id')[0] };
	return { ...reading, reason: reasonIn(reading, isWeak) };
}

function reasonAgainst(value: string | undefined): HeaderReason | undefined {
	if (value === undefined) return 'headerMissing';
	if (value === '') return 'headerEmpty';
	if (value.length > MOST_CHARACTERS) return 'headerTooLong';
	return /^[\x20-\x7e]+$/.test(value) ? undefined : 'headerMalformed';
}

function reasonIn({ candidates, timestamps }: HeaderReading, isWeak: boolean) {
	if (candidates.length === 0) return isWeak ? 'weakAlgorithm' : 'noDigest';
	if (candidates.length > MOST_CANDIDATES) return 'tooManyCandidates';
	// One digest must not be judged by the timestamp of another.
	if (timestamps.length > 1) return 'conflictingTimestamps';
	const isReadable = timestamps.every((text) => readTimestamp(text) !== undefined);
	return isReadable ? undefined : 'badTimestamp';
}

/** One part of the header, between spaces, commas and semicolons. */
interface Token {
	kind: 'digest' | 'timestamp' | 'id' | 'algorithm' | 'word' | 'other';
	text: string;
	/** The words before a digest, and all that comes before it. */
	words: string[];
	prefix?: string;
	/** A timestamp that is joined to a digest. */
	timestamp?: string;
}

function tokensOf(value: string): Token[] {
	const tokens = (value.match(/[^ ,;]+/g) ?? []).map(readToken);
	// A word alone belongs to what follows, as in `v1,<digest>` and `hmac-sha256 <digest>`.
	return tokens.map((token, index) => {
		const before = tokens[index - 1];
		return before?.kind === 'word' ? { ...token, words: [before.text, ...token.words] } : token;
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

/** The digest in a token. A name that contradicts its length, such as `sha1=` or `alg=none`, makes it none. */
function digestIn(
	{ kind, text, words }: Token,
	{ algorithm, encoding }: SignatureOptions,
): Digest | 'weak' | undefined {
	const digest = kind === 'digest' ? readDigest(text, encoding) : undefined;
	if (typeof digest !== 'object') return digest;
	const names = [...words.map(algorithmByWord), algorithm || undefined];
	if (names.includes('weak')) return 'weak';
	return names.every((name) => name === undefined || name === digest.algorithm)
		? digest
		: undefined;
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
const KEY_NUMBER = /^\d{1,3}\/(.+)$/;
/** `1700000000.<digest>`, `v1:1700000000:<digest>`. */
const TIMESTAMP_FIRST = /^(\d{10}|\d{13})[.:|_-](.+)$/;
/** `signature="sha256=<digest>"` has two words; more are not known. */
const DEPTH = 3;

function readToken(whole: string): Token {
	let text = unquote(whole);
	let timestamp: string | undefined;
	const words: string[] = [];
	if (readTimestamp(text) !== undefined) return { kind: 'timestamp', text, words };
	for (let depth = 0; depth <= DEPTH; depth += 1) {
		if (readDigest(text)) {
			const prefix = whole.slice(0, whole.lastIndexOf(text));
			return { kind: 'digest', text, words, prefix, timestamp };
		}
		const [, time, afterTime] = (timestamp === undefined && TIMESTAMP_FIRST.exec(text)) || [];
		const [, afterKeyNumber] = KEY_NUMBER.exec(text) ?? [];
		const [, word, joint, value] = PAIR.exec(text) ?? [];
		if (time && afterTime) {
			timestamp = time;
			text = afterTime;
		} else if (afterKeyNumber) {
			text = afterKeyNumber;
		} else if (word && joint && value) {
			// A slash belongs to base64 unless it follows the name of an algorithm.
			if (joint === '/' && algorithmByWord(word) === undefined) break;
			text = unquote(value);
			const kind = NAMED_VALUES.find(([, names]) => names.test(word))?.[0];
			if (kind && depth === 0) return { kind, text, words };
			words.push(word);
		} else break;
	}
	return { kind: WORD.test(whole) ? 'word' : 'other', text: whole, words: [] };
}

const unquote = (text: string): string => /^"(.+)"$/s.exec(text)?.[1] ?? text;
