import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Algorithm, keysOf } from './encodings';
import type { HeaderReading } from './header';
import { fill, isSeparable, variablesIn } from './signedContent';

/** How an accepted digest was made. It contains nothing secret. */
export interface Scheme {
	algorithm: Algorithm;
	template: string;
	key: ReturnType<typeof keysOf>[number]['form'];
}

export interface SearchSpace extends Pick<HeaderReading, 'candidates'> {
	templates: readonly string[];
	timestamps: readonly string[];
	ids: readonly string[];
}

/** For one delivery, as anyone can send to a webhook's URL. */
export const MAX_HMACS = 256;

/**
 * Bytes hashed with SHA-256 for one delivery while its format is unknown, so that no forged one takes much longer than any other: n8n
 * itself takes longer than this. With a body of 64 kB, it is enough for all templates with two secrets, in three forms.
 */
export const MAX_HMAC_BYTES = 8 * 1024 * 1024;

/** Processors have instructions for SHA-256, and need about twice as long for the others. */
const SLOWER = 2;

/** @param min - allowed whatever the size */
export function hmacsAllowed(
	bodyBytes: number,
	candidates: SearchSpace['candidates'],
	min: number,
) {
	const factor = candidates.every(({ algorithm }) => algorithm === 'sha256') ? 1 : SLOWER;
	const bySize = Math.floor(MAX_HMAC_BYTES / Math.max(bodyBytes * factor, 1));
	return Math.max(min, Math.min(MAX_HMACS, bySize));
}

/**
 * Looks for a way of signing that gives one of the candidates.
 * @param budget - how many HMACs are left; below 0 if it did not allow all attempts
 * @returns the candidate that is right, and the timestamp and the ID only if they are signed
 */
export function search(
	body: Buffer,
	space: SearchSpace,
	keys: ReturnType<typeof keysOf>,
	budget: { hmacs: number },
	known?: Scheme,
) {
	for (const { algorithm, template, key, timestamp, id } of attempts(space, keys, known)) {
		budget.hmacs -= 1;
		if (budget.hmacs < 0) break;
		const hmac = createHmac(algorithm, key.key);
		for (const piece of fill(template, { body, timestamp, id })) hmac.update(piece);
		const digest = hmac.digest();
		// With every candidate, in constant time.
		const [candidate] = space.candidates.filter(
			({ bytes }) => bytes.length === digest.length && timingSafeEqual(bytes, digest),
		);
		const scheme: Scheme = { algorithm, template, key: key.form };
		if (candidate) return { scheme, candidate, timestamp, id };
	}
	return undefined;
}

/** The known scheme with every secret first; then each template with its likeliest values; then the other values. */
function attempts(space: SearchSpace, keys: ReturnType<typeof keysOf>, known?: Scheme) {
	const algorithms = [...new Set(space.candidates.map(({ algorithm }) => algorithm))];
	const all = algorithms.flatMap((algorithm) =>
		space.templates.flatMap((template) => {
			const isKnown = algorithm === known?.algorithm && template === known.template;
			return valuesFor(template, space).flatMap((values, index) =>
				keys.map((key) => {
					const round = isKnown && key.form === known.key ? 0 : index === 0 ? 1 : 2;
					return { algorithm, template, key, ...values, round };
				}),
			);
		}),
	);
	return all.sort((one, other) => one.round - other.round);
}

/** What may be in the braces of a template, the likeliest first. */
function valuesFor(template: string, { timestamps, ids }: SearchSpace) {
	const values = variablesIn(template);
	const separable = timestamps.filter((text) => isSeparable(template, text));
	const usedTimestamps = values.includes('timestamp') ? separable : [undefined];
	const usedIds = values.includes('id') ? ids : [undefined];
	return usedTimestamps.flatMap((timestamp) => usedIds.map((id) => ({ timestamp, id })));
}
