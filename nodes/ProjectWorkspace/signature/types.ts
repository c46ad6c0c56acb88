import type { Algorithm } from './encodings';
import type { KeyForm } from './secretKeys';
import type { SignatureOptions } from './signatureOptions';

/** What came over the wire. */
export interface Delivery {
	/** The bytes as they came; signatures are made over bytes, not over what a parser makes of them. */
	rawBody: Buffer;
	/** Names in lower case; a repeated header's values joined by ', ', as Node.js does. */
	headers: Readonly<Record<string, string | undefined>>;
}

export interface SignatureSettings {
	/** Name of the signature header. */
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	options: SignatureOptions;
	/** Milliseconds since 1970. */
	now: number;
	/** Whether a rejection looks for its cause (was the body changed on the way?). It costs time, so for test mode only. */
	explain?: boolean;
	/** The scheme of the last accepted delivery. It is tried first, and nothing else depends on it. */
	known?: Scheme;
}

/** How an accepted digest was made. It contains nothing secret. */
export interface Scheme {
	algorithm: Algorithm;
	template: string;
	key: KeyForm;
	/** The headers that the signed timestamp and ID were in; undefined: not signed, or in the signature header. */
	timestampHeader?: string;
	idHeader?: string;
}

/** Why a delivery is rejected; each has its message in messages.ts. */
export type Reason =
	| ('badOptions' | 'noSecret' | 'unusableSecret')
	| ('headerMissing' | 'headerEmpty' | 'headerTooLong' | 'headerMalformed')
	| ('noDigest' | 'weakAlgorithm' | 'tooManyCandidates')
	| ('badTimestamp' | 'conflictingTimestamps' | 'inseparableTimestamp' | 'noTimestamp' | 'noId')
	| ('bodyNotJson' | 'bodyTooLargeToSearch')
	| ('mismatch' | 'bodyChanged' | 'timestampNotSigned')
	| ('stale' | 'future');

/** What was observed in the delivery. It never contains a digest, a secret or the body. */
export interface Observed {
	header: string;
	/** Length of the signature header's value. */
	characters?: number;
	/** What was recognized in it, such as `SHA-256 in hex after "v1="`. */
	digests: string[];
	/** Where a timestamp was found: in the signature header, or in another one. */
	timestamp?: string;
	/** Where an ID was found. */
	id?: string;
	/** Other headers that look like a signature. */
	otherSignatures: string[];
}

export interface Accepted {
	ok: true;
	scheme: Scheme;
	/** The delivery's ID, only if it is signed and not the same for all deliveries. */
	id?: string;
	/** Milliseconds since 1970, only if the timestamp is signed. */
	timestamp?: number;
}

export interface Rejected {
	ok: false;
	reason: Reason;
	/** For a person: what happened and what to do. */
	message: string;
	observed: Observed;
}

export type Verdict = Accepted | Rejected;
