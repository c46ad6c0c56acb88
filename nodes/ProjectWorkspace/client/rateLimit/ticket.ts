/** What became of a request, as far as the quota is concerned. */
export type Settlement =
	/** The service answered; `remaining` is the header's value, if any. */
	| { kind: 'answered'; remaining?: number }
	/** The service refused because of the quota; it surely did not act. */
	| { kind: 'refused'; remaining?: number; retryAfterMs?: number }
	/** No answer came; the service may have counted the request. */
	| { kind: 'lost' }
	/** It was never sent. */
	| { kind: 'unused' };

export type Refusal = Extract<Settlement, { kind: 'refused' }>;

/** The right to send one request. It must be settled; settling again does nothing. */
export interface Ticket {
	readonly waitedMs: number;
	settle(settlement: Settlement): void;
}

/** A request that was let go. */
export interface Sent {
	sentAt: number;
	/** It went out although nothing was left, to see whether there is more. */
	probe: boolean;
}
