import type { Algorithm } from './types';

/** The digest's length says which it is. SHA-256 is the floor. */
export const algorithms: ReadonlyArray<{ name: Algorithm; title: string; bytes: number }> = [
	{ name: 'sha256', title: 'SHA-256', bytes: 32 },
	{ name: 'sha384', title: 'SHA-384', bytes: 48 },
	{ name: 'sha512', title: 'SHA-512', bytes: 64 },
];

/** Lengths that are recognised only to say that they are not enough. */
const weakTitles = new Map([
	[16, 'MD5'],
	[20, 'SHA-1'],
	[28, 'SHA-224'],
]);

export function algorithmOfLength(bytes: number): Algorithm | undefined {
	return algorithms.find((algorithm) => algorithm.bytes === bytes)?.name;
}

export function weakTitleOfLength(bytes: number): string | undefined {
	return weakTitles.get(bytes);
}

export function titleOf(name: Algorithm): string {
	return algorithms.find((algorithm) => algorithm.name === name)?.title ?? name;
}

const byWord = new Map<string, Algorithm | 'weak'>([
	['sha256', 'sha256'],
	['256', 'sha256'],
	['sha384', 'sha384'],
	['384', 'sha384'],
	['sha512', 'sha512'],
	['512', 'sha512'],
	['none', 'weak'],
	['md5', 'weak'],
	['sha', 'weak'],
	['sha1', 'weak'],
	['sha224', 'weak'],
	['1', 'weak'],
]);

/** Reads `sha256`, `HMAC-SHA256`, `hmac_sha512`, `HS256`. Other words (`v1`, `signature`) say nothing: undefined. */
export function algorithmByWord(word: string): Algorithm | 'weak' | undefined {
	const letters = word.toLowerCase().replace(/[-_]/g, '');
	if (letters.startsWith('hmac')) return byWord.get(letters.slice(4));
	// JSON Web Algorithms (RFC 7518) call HMAC with SHA-256 "HS256".
	if (/^hs\d+$/.test(letters)) return byWord.get(letters.slice(2));
	return /^\d+$/.test(letters) ? undefined : byWord.get(letters);
}
