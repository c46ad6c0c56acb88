import { algorithmByWord } from './algorithms';
import { readDigest } from './digest';
import type { EncodingName } from './encodings';
import { readToken, unquote, type Token } from './headerTokens';
import type { Algorithm, Pins } from './types';

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
	/** Times in the header, each text once. More than one is a contradiction. */
	timestamps: string[];
	id?: string;
}

/** Reads the signature header. It is linear in the header's length, and nothing in it is trusted. */
export function readHeader(value: string, pins: Pins): HeaderReading {
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
			if (token.time !== undefined) addOnce(reading.timestamps, token.time);
			if (!pins.prefix) addDigest(reading, token, before, pins);
		}
		before = token.kind === 'word' ? token.text + value.slice(end, end + 1) : '';
	}
	if (pins.prefix) addPinned(reading, value, pins.prefix, pins);
	else reading.candidates = reading.candidates.filter((one) => agrees(one, declared, reading));
	return reading;
}

function addDigest(
	reading: HeaderReading,
	token: Extract<Token, { kind: 'digest' }>,
	before: string,
	pins: Pins,
): void {
	const words = before ? [before.slice(0, -1), ...token.words] : token.words;
	addText(reading, token.text, before + token.prefix, words, pins);
}

/** A pinned prefix is searched for as it is written, since it may hold any character. */
function addPinned(reading: HeaderReading, value: string, prefix: string, pins: Pins): void {
	for (let at = value.indexOf(prefix); at >= 0; at = value.indexOf(prefix, at + 1)) {
		if (at > 0 && !' ,;"'.includes(value.charAt(at - 1))) continue;
		const [text] = value.slice(at + prefix.length).split(/[ ,;"]/, 1);
		if (text) addText(reading, unquote(text), prefix, [], pins);
	}
}

function addText(
	reading: HeaderReading,
	text: string,
	prefix: string,
	words: string[],
	pins: Pins,
): void {
	const digest = readDigest(text, pins.encoding || undefined);
	if (!digest) return;
	if (digest.kind === 'weak') {
		reading.weak.push(digest.title);
		return;
	}
	const { bytes, algorithm, encoding } = digest;
	if (pins.algorithm && algorithm !== pins.algorithm) return;
	const candidate = { bytes, algorithm, encoding, prefix };
	if (agrees(candidate, words, reading)) reading.candidates.push(candidate);
}

/** A digest under a name that contradicts its length, such as `sha1=` or `alg=none`, is no candidate. */
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
