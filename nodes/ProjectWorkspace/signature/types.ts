export type Algorithm = 'sha256' | 'sha384' | 'sha512';
export type PinnableEncoding = 'hex' | 'base64' | 'base64url';

/** What came over the wire. */
export interface Delivery {
	/** The bytes as they came; signatures are made over bytes, not over what a parser makes of them. */
	rawBody: Buffer;
	/** Names in lower case; a repeated header's values joined by ', ', as Node.js does. */
	headers: Readonly<Record<string, string | undefined>>;
}

/** What a person has stated about the service. A pin that is absent or '' leaves the matter to recognition. */
export interface Pins {
	algorithm?: Algorithm | '';
	encoding?: PinnableEncoding | '';
	/** What stands right before the digest, such as `sha256=` or `v1,`. */
	prefix?: string;
	/** What is signed: a text with {body}, and perhaps {timestamp} and {id}. `\n` stands for a line break. */
	content?: string;
	toleranceSeconds?: number;
	timestampHeader?: string;
	idHeader?: string;
}

export interface SignatureSettings {
	header: string;
	/** The current one first, then the previous one. */
	secrets: readonly string[];
	pins: Pins;
	/** Milliseconds since 1970. */
	now: number;
	/**
	 * Whether a refusal looks for its cause with further attempts (was the body changed on the way?). For test mode:
	 * it makes a refusal dearer, and only a person who is setting things up has use for it.
	 */
	explain?: boolean;
	/** The `recipe` of the last accepted delivery. It is tried first, and nothing else depends on it. */
	likely?: Recipe;
}

/** How the secret becomes the key. */
export type KeyForm = 'text' | 'base64' | 'hex' | 'afterPrefix';

/** How an accepted digest was made. It holds nothing secret. */
export interface Recipe {
	algorithm: Algorithm;
	content: string;
	key: KeyForm;
}

export type Reason =
	| 'badPins'
	| 'noSecret'
	| 'headerMissing'
	| 'headerEmpty'
	| 'headerTooLong'
	| 'headerMalformed'
	| 'tooManyCandidates'
	| 'noDigest'
	| 'weakAlgorithm'
	| 'badTimestamp'
	| 'conflictingTimestamps'
	| 'noTimestamp'
	| 'noId'
	| 'bodyNotJson'
	| 'mismatch'
	| 'bodyTooLargeToSearch'
	| 'bodyChanged'
	| 'timestampNotSigned'
	| 'secretHasSpaces'
	| 'stale'
	| 'future';

/** What was seen in the delivery. It never holds a digest, a secret or the body. */
export interface Seen {
	header: string;
	/** Length of the signature header's value. */
	characters?: number;
	/** What was recognised in it, such as `SHA-256 in hex after "v1="`. */
	digests: string[];
	/** Where a timestamp was found: in the signature header, or in headers of its own. */
	timestamp?: string;
	/** Headers that may hold the delivery's ID. */
	id?: string;
	/** Other headers that look as if they held a signature. */
	otherSignatures: string[];
}

export interface Accepted {
	ok: true;
	/** For a person, such as `sha256 · hex · {timestamp}.{body}`. */
	layout: string;
	recipe: Recipe;
	/** The delivery's ID, only if it is signed. */
	id?: string;
	/** Milliseconds since 1970, only if the time is signed. */
	timestamp?: number;
}

export interface Refused {
	ok: false;
	reason: Reason;
	/** For a person: what happened and how to mend it. */
	words: string;
	seen: Seen;
}

export type Verdict = Accepted | Refused;
