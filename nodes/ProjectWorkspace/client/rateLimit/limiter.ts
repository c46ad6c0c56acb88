import { type Clock, systemClock } from '../clock';
import { Quota, type Sent, type Usage } from './quota';

/** The right to send one request. It must be released; releasing again does nothing. */
export interface Permit {
	readonly waitedMs: number;
	release(usage: Usage): void;
}

/** The wait for a permit is longer than the caller allows. */
export class WaitTooLong extends Error {
	/** How long the wait would have been in milliseconds, if the service said so. */
	readonly expectedMs: number | undefined;

	constructor(expectedMs?: number) {
		super('The wait for the quota is longer than allowed');
		this.expectedMs = expectedMs;
	}
}

/** A caller that waits for a permit until the deadline. */
interface Waiter {
	since: number;
	maxWaitMs: number;
	deadline: number;
	resolve(permit: Permit): void;
	reject(reason: unknown): void;
}

/**
 * All requests of this process with the same key and address, first come, first served. The header is a budget:
 * requests are sent while there is some. Once it is used up, one probe is sent at a time until there is more.
 */
export class Limiter {
	private readonly clock: Clock;
	private readonly quota: Quota;
	/** In the order of their calls. */
	private readonly waiting = new Set<Waiter>();
	private alarm = { at: Number.POSITIVE_INFINITY, cancel: new AbortController() };

	constructor(clock: Clock, requestsPerMinute: number) {
		this.clock = clock;
		this.quota = new Quota(requestsPerMinute);
	}

	/** Nothing waits and nothing is in flight. */
	get idle(): boolean {
		return this.waiting.size === 0 && this.quota.inFlight === 0;
	}

	/**
	 * Waits for a permit. Rejects with the signal's reason when it aborts, and with `WaitTooLong` as soon as `Retry-After`
	 * asks for more than `maxWaitMs`, at the latest when the wait has been longer than that and than `queueMs`.
	 */
	async acquire(signal?: AbortSignal, maxWaitMs = Infinity, queueMs = 0): Promise<Permit> {
		signal?.throwIfAborted();
		const since = this.clock.now();
		let abort = () => {};
		try {
			return await new Promise<Permit>((resolve, reject) => {
				const deadline = since + Math.max(maxWaitMs, queueMs);
				const waiter: Waiter = { since, maxWaitMs, deadline, resolve, reject };
				abort = () => {
					this.waiting.delete(waiter);
					reject(signal?.reason);
					this.advance();
				};
				signal?.addEventListener('abort', abort);
				this.waiting.add(waiter);
				this.advance();
			});
		} finally {
			signal?.removeEventListener('abort', abort);
		}
	}

	/** Gives permits to whoever may send now, rejects those who waited too long, and sets a timer for the next. */
	private advance(): void {
		const now = this.clock.now();
		const { holdUntil } = this.quota;
		let alarmAt = Number.POSITIVE_INFINITY;
		let at = this.quota.nextAt(now);
		for (const waiter of this.waiting) {
			if (at <= now) {
				this.waiting.delete(waiter);
				waiter.resolve(this.permit(now - waiter.since, now));
				at = this.quota.nextAt(now);
			} else if (waiter.deadline <= now || waiter.since + waiter.maxWaitMs < holdUntil) {
				this.waiting.delete(waiter);
				waiter.reject(new WaitTooLong(holdUntil > now ? holdUntil - waiter.since : undefined));
			} else alarmAt = Math.min(alarmAt, at, waiter.deadline);
		}
		this.setAlarm(alarmAt, now);
	}

	private permit(waitedMs: number, now: number): Permit {
		let sent: Sent | undefined = this.quota.send(now);
		const release = (usage: Usage) => {
			if (sent) this.quota.release(sent, usage, this.clock.now());
			sent = undefined;
			this.advance();
		};
		return { waitedMs, release };
	}

	private setAlarm(at: number, now: number): void {
		if (this.alarm.at === at) return;
		this.alarm.cancel.abort();
		const alarm = { at, cancel: new AbortController() };
		this.alarm = alarm;
		if (at === Number.POSITIVE_INFINITY) return;
		const ring = () => {
			if (this.alarm !== alarm) return;
			alarm.at = Number.POSITIVE_INFINITY;
			this.advance();
		};
		// A cancelled timer was replaced by another.
		this.clock.sleep(at - now, alarm.cancel.signal).then(ring, () => {});
	}
}

/** More keys than one process uses. Beyond it, the idle limiter that was unused the longest is dropped. */
const MAX_LIMITERS = 100;

/** The longest unused first: a map keeps the order of insertion. */
const limiters = new Map<string, Limiter>();

/**
 * All executions in this process share the limiter of their key and address. A changed plan starts a new one.
 * @param account a hash of key and address; the key itself is never kept
 */
export function limiterOf(account: string, requestsPerMinute: number): Limiter {
	const name = `${account} ${requestsPerMinute}`;
	const limiter = limiters.get(name) ?? new Limiter(systemClock, requestsPerMinute);
	limiters.delete(name);
	for (const [other, { idle }] of limiters) {
		if (idle && limiters.size >= MAX_LIMITERS) limiters.delete(other);
	}
	limiters.set(name, limiter);
	return limiter;
}
