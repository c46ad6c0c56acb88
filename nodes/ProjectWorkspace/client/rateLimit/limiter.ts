import type { Clock } from './clock';
import { type Outcome, type Permit, WaitTooLong } from './permit';
import { Quota } from './quota';

/** A caller that waits for its turn. */
interface Waiter {
	since: number;
	/** Its turn is of no use any more after this. */
	deadline: number;
	end(result: Permit | Error): void;
}

/**
 * All requests of this process that share a key and an address, first come, first served. The header is credit:
 * requests go out while there is credit less what is under way. When it is spent, one probe goes out, and
 * what it shows is released.
 */
export class Limiter {
	private readonly clock: Clock;
	private readonly quota: Quota;
	/** In the order of asking. */
	private readonly waiting = new Set<Waiter>();
	/** Nobody's is before this. */
	private deadline = Number.POSITIVE_INFINITY;
	private alarm = { at: Number.POSITIVE_INFINITY, cancel: new AbortController() };

	constructor(clock: Clock, requestsPerMinute: number) {
		this.clock = clock;
		this.quota = new Quota(requestsPerMinute);
	}

	/** Nothing waits and nothing is under way. */
	get idle(): boolean {
		return this.waiting.size === 0 && this.quota.underWay === 0;
	}

	/**
	 * Waits for the turn. Rejects with the signal's reason when it aborts, and with `WaitTooLong` as soon as the wait is
	 * certain to be longer than `maxWaitMs`, at the latest when it has been. Those who wait behind do not notice.
	 */
	async acquire(signal?: AbortSignal, maxWaitMs = Number.POSITIVE_INFINITY): Promise<Permit> {
		signal?.throwIfAborted();
		const since = this.clock.now();
		const deadline = since + maxWaitMs;
		return await new Promise<Permit>((resolve, reject) => {
			const abort = () => {
				waiter.end(signal?.reason);
				this.advance();
			};
			const end = (result: Permit | Error) => {
				this.waiting.delete(waiter);
				signal?.removeEventListener('abort', abort);
				if (result instanceof Error) reject(result);
				else resolve(result);
			};
			const waiter: Waiter = { since, deadline, end };
			signal?.addEventListener('abort', abort, { once: true });
			this.waiting.add(waiter);
			this.deadline = Math.min(this.deadline, deadline);
			this.advance();
		});
	}

	/** Turns away whose wait is too long, lets go whoever may go now, and sets the alarm for the next one. */
	private advance(): void {
		const now = this.clock.now();
		if (this.deadline <= Math.max(now, this.quota.holdUntil)) this.turnAway(now);
		for (const waiter of this.waiting) {
			const at = this.quota.nextAt(now);
			if (at > now) return this.setAlarm(Math.min(at, this.deadline));
			waiter.end(this.permit(now - waiter.since));
		}
		this.setAlarm(Number.POSITIVE_INFINITY);
	}

	private turnAway(now: number): void {
		const { holdUntil } = this.quota;
		this.deadline = Number.POSITIVE_INFINITY;
		for (const { since, deadline, end } of this.waiting) {
			if (deadline < holdUntil) end(new WaitTooLong(holdUntil - since));
			else if (deadline <= now) end(new WaitTooLong());
			else this.deadline = Math.min(this.deadline, deadline);
		}
	}

	private permit(waitedMs: number): Permit {
		const sent = this.quota.send(this.clock.now());
		let released = false;
		const release = (outcome: Outcome) => {
			if (released) return;
			released = true;
			this.quota.release(sent, outcome, this.clock.now());
			this.advance();
		};
		return { waitedMs, release };
	}

	private setAlarm(at: number): void {
		// One that rings early is set again.
		if (this.alarm.at <= at && at < Number.POSITIVE_INFINITY) return;
		this.alarm.cancel.abort();
		const alarm = { at, cancel: new AbortController() };
		this.alarm = alarm;
		if (at === Number.POSITIVE_INFINITY) return;
		const ring = () => {
			if (this.alarm !== alarm) return;
			alarm.at = Number.POSITIVE_INFINITY;
			this.advance();
		};
		// A cancelled one has been replaced by another; there is nothing left to do.
		this.clock.sleep(at - this.clock.now(), alarm.cancel.signal).then(ring, () => {});
	}
}
