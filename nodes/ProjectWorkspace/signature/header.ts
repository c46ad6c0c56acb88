import { algorithmByWord, readDigest } from './encodings';
import { readTimestamp } from './timestamps';
import type { SignatureOptions } from './signatureOptions';
import type { Algorithm, EncodingName } from './types';

/** A digest that may be the right one. */
export interface Candidate {
	bytes: Buffer;
	algorithm: Algorithm;
	encoding: EncodingName;
	prefix: string;
}

export interface HeaderReading {
	candidates: Candidate[];
	/** Digests that are not strong enough, or are called so: `SHA-1`, or the word. */
	weak: string[];
	/** Timestamps in the header, each text once. More than one is a contradiction. */
	timestamps: string[];
	id?: string;
}

/** Two signatures of 128 characters each are 300; a rotation with sixteen of them stays below 4,096. */
export const MOST_HEADER_CHARACTERS = 4096;

/** Stripe and Svix send one for each secret in force, rarely more than two. */
export const MOST_CANDIDATES = 16;

/** One part of the header, between spaces, commas and semicolons. */
type Token =
	| { kind: 'digest'; text: string; prefix: string; words: string[]; timestamp?: string }
	| { kind: 'timestamp' | 'id' | 'algorithm'; text: string }
	/** Alone; what follows may belong to it, as in `v1,<digest>` and `hmac-sha256 <digest>`. */
	| { kind: 'word'; text: string }
	| { kind: 'other' };

/** What a name before `=`, `:` or `/` says about its value. Other names (`v1`, `sha256`) belong to a digest. */
const NAMES: ReadonlyArray<[kind: 'timestamp' | 'id' | 'algorithm', names: readonly string[]]> = [
	['timestamp', ['t', 'ts', 'time', 'timestamp', 'created', 'date', 'iat', 'unix']],
	['id', ['id', 'nonce', 'msg_id', 'delivery']],
	['algorithm', ['alg', 'algorithm']],
];

const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
const PAIR = /^([A-Za-z][A-Za-z0-9_-]{0,31})([=:/])(.+)$/;
/** Worldpay: `1/SHA256/<digest>`, the key's number first. developer.worldpay.com/products/access/events/signature */
const KEY_NUMBER = /^(\d{1,3}\/)(.+)$/;
/** `1700000000.<digest>`, `v1:1700000000:<digest>`. */
const TIMESTAMP_FIRST = /^(\d{10}|\d{13})[.:|_-](.+)$/;
/** `signature="sha256=<digest>"` has two words; more are not known. */
const DEPTH = 3;

/** Reads the signature header. It is linear in the header's length, and nothing in it is trusted. */
export function readHeader(value: string, options: SignatureOptions): HeaderReading {
	const reading: HeaderReading = { candidates: [], weak: [], timestamps: [] };
	const declared: string[] = [];
	let before = '';
	for (const match of value.matchAll(/[^ ,;]+/g)) {
		const token = readToken(match[0]);
		const end = match.index + match[0].length;
		if (token.kind === 'algorithm') declared.push(token.text);
		else if (token.kind === 'id') reading.id ??= token.text;
		else if (token.kind === 'timestamp') addOnce(reading.timestamps, token.text);
		else if (token.kind === 'digest') {
			if (token.timestamp !== undefined) addOnce(reading.timestamps, token.timestamp);
			const words = before ? [before.slice(0, -1), ...token.words] : token.words;
			if (!options.prefix) addText(reading, token.text, before + token.prefix, words, options);
		}
		before = token.kind === 'word' ? token.text + value.slice(end, end + 1) : '';
	}
	if (options.prefix) addPrefixed(reading, value, options.prefix, options);
	else reading.candidates = reading.candidates.filter((one) => agrees(one, declared, reading));
	return reading;
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
		if (text) addText(reading, unquote(text), prefix, [], options);
	}
}

function addText(
	reading: HeaderReading,
	text: string,
	prefix: string,
	words: string[],
	options: SignatureOptions,
): void {
	const digest = readDigest(text, options.encoding);
	if (!digest) return;
	if (digest.kind === 'weak') {
		reading.weak.push(digest.title);
		return;
	}
	const { bytes, algorithm, encoding } = digest;
	if (options.algorithm && algorithm !== options.algorithm) return;
	const candidate = { bytes, algorithm, encoding, prefix };
	if (agrees(candidate, words, reading)) reading.candidates.push(candidate);
}

/** A digest with a name that contradicts its length, such as `sha1=` or `alg=none`, is no candidate. */
function agrees(candidate: Candidate, words: string[], reading: HeaderReading): boolean {
	for (const word of words) {
		const named = algorithmByWord(word);
		if (named === undefined || named === candidate.algorithm) continue;
		if (named === 'weak') reading.weak.push(word);
		return false;
	}
	return true;
}

function addOnce(list: string[], text: string): void {
	if (!list.includes(text)) list.push(text);
}

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
		if (first && afterFirst) {
			timestamp = first;
			text = afterFirst;
			continue;
		}
		if (keyNumber && afterKey) {
			prefix += keyNumber;
			text = afterKey;
			continue;
		}
		const [, word, joint, rest] = PAIR.exec(text) ?? [];
		if (!word || !joint || !rest) break;
		// A slash belongs to base64 unless it follows the name of an algorithm.
		if (joint === '/' && algorithmByWord(word) === undefined) break;
		const kind = NAMES.find(([, names]) => names.includes(word.toLowerCase()))?.[0];
		text = unquote(rest);
		if (kind && depth === 0) return { kind, text };
		words.push(word);
		prefix += word + joint;
	}
	return WORD.test(whole) ? { kind: 'word', text: whole } : { kind: 'other' };
}

function unquote(text: string): string {
	return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
