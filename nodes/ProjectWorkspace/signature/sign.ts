import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

import { encodings, type EncodingName } from './encodings';
import { fill, type Parts } from './template';
import type { Algorithm } from './types';

/** The digest over a template's content. Undefined: the template needs something that is not there. */
export function digestOf(
	algorithm: Algorithm,
	key: KeyObject,
	template: string,
	parts: Parts,
): Buffer | undefined {
	const pieces = fill(template, parts);
	// A key of no bytes is one that everybody has.
	if (!pieces || key.symmetricKeySize === 0) return undefined;
	const hmac = createHmac(algorithm, key);
	for (const piece of pieces) hmac.update(piece);
	return hmac.digest();
}

/** The digest as it is written in a header. Verification makes its own with the same `digestOf`. */
export function sign(
	recipe: { algorithm: Algorithm; content: string; encoding: EncodingName },
	key: Buffer,
	parts: Parts,
): string | undefined {
	const digest = digestOf(recipe.algorithm, createSecretKey(key), recipe.content, parts);
	const encoding = encodings.find(({ name }) => name === recipe.encoding);
	return digest && encoding?.write(digest);
}
