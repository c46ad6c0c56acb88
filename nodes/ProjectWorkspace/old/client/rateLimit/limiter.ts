import { ok, reject, type Result } from '../../result';
import { type Clock, systemClock } from '../clock';
import { Budget, type Usage } from './budget';

/** The right to send one request. It must be released. */
export interface Permit {
	readonly waitedMs: number;
	release(usage: Usage): void;
}

/** Why there is no permit: the wait is longer than the caller allows. `detail` is what the service asks for. */
export interface NoPermit {
	cause: 'cancelled' | 'waitTooLong';
	detail?: string;
}

/** A caller that waits for a permit until the deadline. */
interface Waiter {
	since: number;
	maxWaitMs: number;
	deadline: number;
	settle(permit: Result<Permit, NoPermit>): void;
}

/**
 * All requests of this process with the same key and address, first come, first served. The header is a budget:
 * requests are sent while there is some. Once it is used up, one probe is sent at a time until there is more.
 */
export class Limiter {
	private readonly clock: Clock;
	private readonly budget: Budget;
	/** In the order of their calls. */
	private readonly waiting = new Set<Waiter>();
	private alarm = { at: Number.POSITIVE_INFINITY, cancel: new AbortController() };

	constructor(clock: Clock, requestsPerMinute: number) {
		this.clock = clock;
		this.budget = new Budget(requestsPerMinute);
	}

	get idle(): boolean {
		return this.waiting.size === 0 && this.budget.inFlight === 0;
	}

	/**
	 * Waits for a permit. Rejects at once if `Retry-After` asks for more than `maxWaitMs`; any other wait may take
	 * `queueMs`, if that is longer.
	 */
	async acquire(
		signal?: AbortSignal,
		maxWaitMs = Infinity,
		queueMs = 0,
	): Promise<Result<Permit, NoPermit>> {
		const since = this.clock.now();
		return await new Promise((resolve) => {
			const settle: Waiter['settle'] = (permit) => {
				this.waiting.delete(waiter);
				signal?.removeEventListener('abort', abort);
				resolve(permit);
			};
			const abort = () => {
				settle(reject({ cause: 'cancelled' }));
				this.advance();
			};
			const deadline = since + Math.max(maxWaitMs, queueMs);
			const waiter: Waiter = { since, maxWaitMs, deadline, settle };
			if (signal?.aborted) return abort();
			signal?.addEventListener('abort', abort);
			this.waiting.add(waiter);
			this.advance();
		});
	}

	/** Gives permits to whoever may send now, rejects those who waited too long, and sets a timer for the next. */
	private advance(): void {
		const now = this.clock.now();
		const { holdUntil } = this.budget;
		let alarmAt = Number.POSITIVE_INFINITY;
		let at = this.budget.nextAt(now);
		for (const { since, maxWaitMs, deadline, settle } of this.waiting) {
			if (at <= now) {
				settle(ok(this.permit(now - since, now)));
				at = this.budget.nextAt(now);
			} else if (deadline <= now || since + maxWaitMs < holdUntil) {
				const seconds = Math.ceil((holdUntil - since) / 1000);
				const detail = holdUntil > now ? `wait of ${seconds} s` : undefined;
				settle(reject({ cause: 'waitTooLong', detail }));
			} else alarmAt = Math.min(alarmAt, at, deadline);
		}
		this.setAlarm(alarmAt, now);
	}

	private permit(waitedMs: number, now: number): Permit {
		const sent = this.budget.send(now);
		const release = (usage: Usage) => {
			this.budget.release(sent, usage, this.clock.now());
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
