/** The methods of the service (specification, part 1). */
export type Method = 'GET' | 'PUT' | 'DELETE' | 'POST';

/** Whether another attempt may follow. `paced` is a wait for the quota, not a failed attempt. */
type Answer = 'paced' | 'retry' | 'never';

/**
 * The whole policy. GET, PUT and DELETE have the same effect once or twice (RFC 9110, section 9.2.2), so an
 * attempt that may have been acted on is repeated. A POST creates, invites or triggers: it is repeated only
 * where the service surely did not act. 503 on a POST stays in the dark even with `Retry-After`.
 */
export const POLICY = {
	/** Refused by the quota: surely not acted on. */
	quotaRefused: { GET: 'paced', PUT: 'paced', DELETE: 'paced', POST: 'paced' },
	/** The connection was never made (refused, name not found, connect time-out). */
	connectionRefused: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'retry' },
	/** The connection broke with the request under way. */
	connectionLost: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	/** The answer ended in the middle: the service acted, and what it said is lost. */
	cutAnswer: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	timeout: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	badGateway: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	unavailable: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	gatewayTimeout: { GET: 'retry', PUT: 'retry', DELETE: 'retry', POST: 'never' },
	/** Everything else is an answer. */
	other: { GET: 'never', PUT: 'never', DELETE: 'never', POST: 'never' },
} as const satisfies Record<string, Record<Method, Answer>>;

export type Cause = keyof typeof POLICY;

/** Causes after which the service may have acted although no answer says so. */
export const IN_THE_DARK = [
	'connectionLost',
	'cutAnswer',
	'timeout',
	'badGateway',
	'unavailable',
	'gatewayTimeout',
] as const satisfies readonly Cause[];

export interface Bounds {
	/** Attempts that may fail. Waits for the quota do not count. */
	attempts: number;
	/** From the first attempt on, without the waits for the quota. */
	totalMs: number;
	/** The quota may keep a request waiting for this long from its first refusal on. */
	quotaMs: number;
}

/**
 * Ten attempts: with one in five failing, 0.2^10 = 1e-7 a request, 1e-3 for 10,000 requests together.
 * Their backoff adds up to under 30 s, so the total is bounded by what slow time-outs add.
 * A quota refusal is a wait, not a failure: every request gets its turn within a few of the documented
 * minutes, and where none comes in five of them, waiting on is of no use.
 */
export const BOUNDS: Bounds = { attempts: 10, totalMs: 5 * 60_000, quotaMs: 5 * 60_000 };

/** Fewer attempts where the cause is more often a lasting one: a mistyped host, an answer cut by a proxy's limit. */
export const FEWER_ATTEMPTS: Partial<Record<Cause, number>> = {
	connectionRefused: 5,
	cutAnswer: 5,
};

/** Exponential backoff: 0.25 s, 0.5 s, … up to 5 s, each between half and the whole of it. */
export const BACKOFF = { firstMs: 250, factor: 2, mostMs: 5_000 } as const;
