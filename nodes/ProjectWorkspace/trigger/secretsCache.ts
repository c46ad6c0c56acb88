import type { Secrets } from './signing';

interface Kept {
	/** A promise, so that deliveries which arrive together read the credential once. */
	secrets: Promise<Secrets>;
	/** Milliseconds since 1970. */
	readAt: number;
}

/** How long a secret that was taken out of the credential may still pass. */
export const KEPT_FOR_MS = 5_000;

/** How soon a delivery that the kept secrets do not fit makes the credential be read again. */
export const READ_AGAIN_AFTER_MS = 1_000;

const MOST = 500;

/**
 * What the credentials of the nodes say, for a few seconds. Reading one costs n8n more than everything else that a
 * delivery needs (measured on 2.41: it makes a V8 isolate each time, for expressions that a credential may hold), and
 * forged deliveries must be cheap.
 */
export class SecretsCache {
	#kept = new Map<string, Kept>();

	/** `read` is called if nothing is kept, or only something older than `maxAgeMs`. */
	async get(
		owner: string,
		maxAgeMs: number,
		now: number,
		read: () => Promise<Secrets>,
	): Promise<{ secrets: Secrets; readAt: number }> {
		let kept = this.#kept.get(owner);
		if (!kept || now - kept.readAt >= maxAgeMs) {
			kept = { secrets: read(), readAt: now };
			if (this.#kept.size >= MOST) this.#kept.clear();
			this.#kept.set(owner, kept);
			kept.secrets.catch(() => this.#kept.delete(owner));
		}
		return { secrets: await kept.secrets, readAt: kept.readAt };
	}
}
