import { algorithmByWord, readDigest, type Digest } from './encodings';
import type { SignatureOptions } from './signatureOptions';
import { readTimestamp } from './timestamps';
import type { Reason } from './types';

/** A digest that may be the right one. */
export type Candidate = Extract<Digest, { kind: 'strong' }> & { prefix: string };

export interface HeaderReading {
	candidates: Candidate[];
	/** Digests that are not strong enough, or are called so: `SHA-1`, or the word. */
	weak: string[];
	/** Timestamps in the header, each text once. */
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
	const reading: HeaderReading = { candidates: [], weak: [], timestamps: [] };
	if (value === undefined) return { ...reading, reason: 'headerMissing' };
	if (value === '') return { ...reading, reason: 'headerEmpty' };
	if (value.length > MOST_CHARACTERS) return { ...reading, reason: 'headerTooLong' };
	if (!/^[\x20-\x7e]+$/.test(value)) return { ...reading, reason: 'headerMalformed' };

	const declared: string[] = [];
	const timestamps = new Set<string>();
	let before = '';
	for (const match of value.matchAll(/[^ ,;]+/g)) {
		const token = readToken(match[0]);
		const end = match.index + match[0].length;
		if (token.kind === 'algorithm') declared.push(token.text);
		else if (token.kind === 'id') reading.id ??= token.text;
		else if (token.kind === 'timestamp') timestamps.add(token.text);
		else if (token.kind === 'digest') {
			if (token.timestamp !== undefined) timestamps.add(token.timestamp);
			const words = before ? [before.slice(0, -1), ...token.words] : token.words;
			if (!options.prefix) addDigest(reading, token.text, before + token.prefix, words, options);
		}
		before = token.kind === 'word' ? token.text + value.slice(end, end + 1) : '';
	}
	if (options.prefix) addPrefixed(reading, value, options.prefix, options);
	else reading.candidates = reading.candidates.filter((one) => agrees(one, declared, reading));
	reading.timestamps = [...timestamps];
	return { ...reading, reason: reasonAgainst(reading) };
}

function reasonAgainst({ candidates, weak, timestamps }: HeaderReading): Reason | undefined {
	if (candidates.length === 0) return weak.length > 0 ? 'weakAlgorithm' : 'noDigest';
	if (candidates.length > MOST_CANDIDATES) return 'tooManyCandidates';
	// One digest must not be judged by the timestamp of another.
	if (timestamps.length > 1) return 'conflictingTimestamps';
	const unreadable = timestamps.some((text) => readTimestamp(text) === undefined);
	return unreadable ? 'badTimestamp' : undefined;
}

/** A prefix that is set is searched for as it is written, since it may contain any character. */
function addPrefixed(
	reading: HeaderReading,
	value: string,
	prefix: string,
	options: SignatureOptions,
): void {
	for (let at = value.indexOf(prefix); at >= 0; at = value.indexOf(prefix, at + 1)) {
		if (at > 0 && !' ,;"'.includes(value.charAt(at - 1))) continue;
		const [text] = value.slice(at + prefix.length).split(/[ ,;"]/, 1);
		if (text) addDigest(reading, unquote(text), prefix, [], options);
	}
}

function addDigest(
	reading: HeaderReading,
	text: string,
	prefix: string,
	words: readonly string[],
	options: SignatureOptions,
): void {
	const digest = readDigest(text, options.encoding);
	if (digest?.kind === 'weak') reading.weak.push(digest.title);
	if (digest?.kind !== 'strong') return;
	if (options.algorithm && digest.algorithm !== options.algorithm) return;
	if (agrees(digest, words, reading)) reading.candidates.push({ ...digest, prefix });
}

/** A digest with a name that contradicts its length, such as `sha1=` or `alg=none`, is no candidate. */
function agrees(
	{ algorithm }: Pick<Candidate, 'algorithm'>,
	words: readonly string[],
	reading: HeaderReading,
): boolean {
	for (const word of words) {
		const named = algorithmByWord(word);
		if (named === undefined || named === algorithm) continue;
		if (named === 'weak') reading.weak.push(word);
		return false;
	}
	return true;
}

/** One part of the header, between spaces, commas and semicolons. */
type Token =
	| { kind: 'digest'; text: string; prefix: string; words: string[]; timestamp?: string }
	/** A word is alone; what follows may belong to it, as in `v1,<digest>` and `hmac-sha256 <digest>`. */
	| { kind: 'timestamp' | 'id' | 'algorithm' | 'word' | 'other'; text: string };

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
	if (readTimestamp(text) !== undefined) return { kind: 'timestamp', text };
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
			if (kind && depth === 0) return { kind, text };
			words.push(word);
			prefix += word + joint;
		} else break;
	}
	return { kind: WORD.test(whole) ? 'word' : 'other', text: whole };
}

const unquote = (text: string): string => /^"(.+)"$/s.exec(text)?.[1] ?? text;
