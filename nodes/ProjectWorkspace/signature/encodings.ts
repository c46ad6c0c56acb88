import type { PinnableEncoding } from './types';

export type EncodingName = 'hex' | 'base64' | 'base64url' | 'base64OfHex';

interface Encoding {
	name: EncodingName;
	/** In words. */
	title: string;
	/** The pin that allows it. */
	pin: PinnableEncoding;
	/** Strict: Node's own decoders skip what they do not know and stop at half a byte without a word. */
	read(text: string): Buffer | undefined;
	write(bytes: Buffer): string;
}

/**
 * The order decides where a text could be read in two ways: 64 hex digits would be base64 for 48 bytes as well, but by
 * chance no base64 consists of hex digits only.
 */
export const encodings: readonly Encoding[] = [
	{
		name: 'hex',
		title: 'hex',
		pin: 'hex',
		read: (text) =>
			/^[0-9a-fA-F]+$/.test(text) && text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined,
		write: (bytes) => bytes.toString('hex'),
	},
	{
		// Some senders put the text of the hex digest into base64.
		name: 'base64OfHex',
		title: 'base64 of hex',
		pin: 'base64',
		read: (text) => {
			const inner = readBase64(text, 'base64')?.toString('latin1');
			return inner !== undefined && /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(inner)
				? Buffer.from(inner, 'hex')
				: undefined;
		},
		write: (bytes) => Buffer.from(bytes.toString('hex')).toString('base64'),
	},
	{
		name: 'base64',
		title: 'base64',
		pin: 'base64',
		read: (text) => readBase64(text, 'base64'),
		write: (bytes) => bytes.toString('base64'),
	},
	{
		name: 'base64url',
		title: 'base64url',
		pin: 'base64url',
		read: (text) => readBase64(text, 'base64url'),
		write: (bytes) => bytes.toString('base64url'),
	},
];

/** With or without padding, but nothing else than what encoding the bytes again would give. */
export function readBase64(text: string, alphabet: 'base64' | 'base64url'): Buffer | undefined {
	const bytes = Buffer.from(text, alphabet);
	if (bytes.length === 0) return undefined;
	const bare = bytes.toString(alphabet).replace(/={1,2}$/, '');
	const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
	return text === bare || text === padded ? bytes : undefined;
}
