import { timingSafeEqual } from 'node:crypto';

import { attemptsAllowed, attemptsFor, type Attempt, type Values } from './attempts';
import type { Content } from './contents';
import type { Candidate } from './header';
import { digestOf } from './sign';
import type { SignatureSettings } from './types';

export type Found =
	| { kind: 'match'; attempt: Attempt; candidate: Candidate }
	/** `complete` is false if the body's size did not allow all attempts. */
	| { kind: 'none'; complete: boolean };

export interface SearchSpace {
	candidates: readonly Candidate[];
	contents: ReadonlyArray<Pick<Content, 'template' | 'rare'>>;
	values: Values;
}

/** Looks for a way of signing that gives one of the candidates. */
export function search(
	body: Buffer,
	{ candidates, contents, values }: SearchSpace,
	settings: Pick<SignatureSettings, 'secrets' | 'likely'>,
): Found {
	const algorithms = [...new Set(candidates.map(({ algorithm }) => algorithm))];
	let left = attemptsAllowed(body.length);
	for (const attempt of attemptsFor(contents, values, settings)) {
		for (const algorithm of algorithms) {
			if (left === 0) return { kind: 'none', complete: false };
			left -= 1;
			const parts = { body, timestamp: attempt.timestamp, id: attempt.id };
			const digest = digestOf(algorithm, attempt.secret, attempt.content, parts);
			const candidate = digest && matching(digest, candidates);
			if (candidate) return { kind: 'match', attempt, candidate };
		}
	}
	return { kind: 'none', complete: true };
}

/**
 * Every candidate is compared, each in constant time. That the search ends at the first right one tells only those who
 * hold a right digest which one it was.
 */
function matching(digest: Buffer, candidates: readonly Candidate[]): Candidate | undefined {
	let found: Candidate | undefined;
	for (const candidate of candidates) {
		const comparable = candidate.bytes.length === digest.length;
		if (comparable && timingSafeEqual(candidate.bytes, digest)) found = candidate;
	}
	return found;
}
