import { type Clock, systemClock } from '../clock';
import { Limiter } from './limiter';

/** More keys than one process uses side by side; beyond it the longest unused idle limiter goes. */
const MOST = 100;
/** What a limiter has learned is worth keeping for as long as a workflow may rest between runs. */
const KEEP_MS = 60 * 60_000;

/** The limiters of a process, by the fingerprint of key and address. The key itself is never kept. */
export class Registry {
	/** The longest unused comes first: a map keeps the order of insertion. */
	private readonly entries = new Map<string, { limiter: Limiter; usedAt: number }>();
	private readonly clock: Clock;

	constructor(clock: Clock) {
		this.clock = clock;
	}

	/** `fingerprint`: a hash of key and address. A changed plan starts a new limiter. */
	get(fingerprint: string, requestsPerMinute: number): Limiter {
		const name = `${fingerprint} ${requestsPerMinute}`;
		const usedAt = this.clock.now();
		const limiter = this.entries.get(name)?.limiter ?? new Limiter(this.clock, requestsPerMinute);
		this.entries.delete(name);
		for (const [other, entry] of this.entries)
			if (entry.limiter.idle && (this.entries.size >= MOST || entry.usedAt < usedAt - KEEP_MS))
				this.entries.delete(other);
		this.entries.set(name, { limiter, usedAt });
		return limiter;
	}
}

/** One for the process, so that all executions in it share the limiter of their key and address. */
export const limiters = new Registry(systemClock);
