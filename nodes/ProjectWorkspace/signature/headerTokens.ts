import { algorithmByWord } from './algorithms';
import { readDigest } from './digest';
import { readTimestamp } from './timestamps';

/** One part of a signature header, between spaces, commas and semicolons. */
export type Token =
	| { kind: 'digest'; text: string; prefix: string; words: string[]; time?: string }
	| { kind: 'timestamp'; text: string }
	| { kind: 'id'; text: string }
	| { kind: 'algorithm'; text: string }
	/** Stands alone; what follows may belong to it, as in `v1,<digest>` and `hmac-sha256 <digest>`. */
	| { kind: 'word'; text: string }
	| { kind: 'other' };

const TIME_WORDS = new Set(['t', 'ts', 'time', 'timestamp', 'created', 'date', 'iat', 'unix']);
const ID_WORDS = new Set(['id', 'nonce', 'msg_id', 'delivery']);
const ALGORITHM_WORDS = new Set(['alg', 'algorithm']);

const WORD = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;
const PAIR = /^([A-Za-z][A-Za-z0-9_-]{0,31})([=:/])(.+)$/;
/** Worldpay: `1/SHA256/<digest>`, the key's number first. developer.worldpay.com/products/access/events/signature */
const KEY_NUMBER = /^(\d{1,3}\/)(.+)$/;
/** `1700000000.<digest>`, `v1:1700000000:<digest>`. */
const TIME_FIRST = /^(\d{10}|\d{13})[.:|_-](.+)$/;
/** `signature="sha256=<digest>"` has two words; more are not known. */
const DEPTH = 3;

export function readToken(whole: string): Token {
	let text = unquote(whole);
	let prefix = '';
	let time: string | undefined;
	const words: string[] = [];
	if (readTimestamp(text) !== undefined) return { kind: 'timestamp', text };
	for (let depth = 0; depth <= DEPTH; depth += 1) {
		if (readDigest(text)) return { kind: 'digest', text, prefix, words, time };
		const timeFirst = time === undefined ? TIME_FIRST.exec(text) : null;
		const keyNumber = KEY_NUMBER.exec(text);
		if (timeFirst?.[1] && timeFirst[2]) {
			time = timeFirst[1];
			text = timeFirst[2];
			continue;
		}
		if (keyNumber?.[1] && keyNumber[2]) {
			prefix += keyNumber[1];
			text = keyNumber[2];
			continue;
		}
		const pair = readPair(text);
		if (!pair) break;
		const { word, joint, rest } = pair;
		const named = depth === 0 ? namedValue(word.toLowerCase(), rest) : undefined;
		if (named) return named;
		words.push(word);
		prefix += word + joint;
		text = rest;
	}
	return WORD.test(whole) ? { kind: 'word', text: whole } : { kind: 'other' };
}

function namedValue(word: string, text: string): Token | undefined {
	if (TIME_WORDS.has(word)) return { kind: 'timestamp', text };
	if (ID_WORDS.has(word)) return { kind: 'id', text };
	return ALGORITHM_WORDS.has(word) ? { kind: 'algorithm', text } : undefined;
}

function readPair(text: string): { word: string; joint: string; rest: string } | undefined {
	const [, word, joint, rest] = PAIR.exec(text) ?? [];
	if (!word || !joint || !rest) return undefined;
	// A slash belongs to base64 unless it follows the name of an algorithm.
	if (joint === '/' && algorithmByWord(word) === undefined) return undefined;
	return { word, joint, rest: unquote(rest) };
}

export function unquote(text: string): string {
	return text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
