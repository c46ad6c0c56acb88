/**
 * What one delivery may cost, whatever it holds. Anyone can send to a webhook's URL, so these hold before anything is
 * known about the sender.
 */
export const limits = {
	/** Two signatures of 128 characters each are 300; a rotation with sixteen of them stays below 4,096. */
	headerCharacters: 4096,
	/** Digests in one header. Stripe and Svix send one for each secret in force, rarely more than two. */
	candidates: 16,
	/** Timestamps in headers of their own, and IDs, that are tried. */
	timestamps: 2,
	ids: 3,
	/** HMACs for one delivery. */
	attempts: 256,
	/** Bytes put through HMACs for one delivery; a body may have 16 MB. Four attempts are always made. */
	hashedBytes: 64 * 1024 * 1024,
	/** A body that is rebuilt to find out whether a proxy has changed it (test mode). */
	rebuiltBytes: 1024 * 1024,
	/** Seconds: how far a signed time may lie from now. Stripe's and Standard Webhooks' libraries use the same. */
	tolerance: 300,
	/** Seconds: what may be pinned. Senders may repeat a delivery with its first time for days. */
	mostTolerance: 7 * 24 * 60 * 60,
} as const;
