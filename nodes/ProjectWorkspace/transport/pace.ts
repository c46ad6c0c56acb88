import { sleep } from 'n8n-workflow';

import type { Failure } from './failure';
import { RateLimit, type Reply } from './rateLimit';

/** The time for rate limits and retries. Tests pass a clock of their own. */
export interface Clock {
	/** Milliseconds since some moment. Setting the clock of the system does not change it. */
	now: () => number;
	sleep: (ms: number) => Promise<void>;
}

const systemClock: Clock = { now: () => performance.now(), sleep };

/** The longest wait for the rate limit. The limit is one per minute, so more would be of no use. */
export const MAX_WAIT_MS = 2 * 60_000;

/** How a request waits. */
interface Wait {
	/** A pause before another attempt. */
	notBefore?: number;
	/** If it is certain that it cannot be sent before, it does not wait. */
	deadline?: number;
	/** Why the run sends no more, once it does not. */
	end?: () => Failure | undefined;
}

interface Waiter extends Wait {
	settle: (refusal?: Failure) => void;
}

/** Where the requests of this process with the same key wait until the rate limit allows them, first come, first served. */
export class Pace {
	private readonly limit: RateLimit;
	private readonly waiting = new Set<Waiter>();
	/** When it is looked at again. */
	private alarmAt = Infinity;

	constructor(
		perMinute: number,
		readonly clock: Clock,
	) {
		this.limit = new RateLimit(perMinute);
	}

	/**
	 * Waits until a request may be sent. Then it must be sent at once, and recorded when it has ended.
	 * @returns why it must not be sent
	 */
	async waitToSend(wait: Wait = {}): Promise<Failure | undefined> {
		return await new Promise((settle) => {
			this.waiting.add({ ...wait, settle });
			this.advance();
		});
	}

	/** The end of a request. */
	record(sentAt: number, reply: Reply): void {
		this.limit.ended(this.clock.now(), sentAt, reply);
		this.advance();
	}

	/** Ends the waits that are over, and looks again when the next one may be. */
	advance(): void {
		const now = this.clock.now();
		let alarmAt = Infinity;
		for (const waiter of this.waiting) {
			const sendAt = Math.max(waiter.notBefore ?? now, this.limit.nextAt(now));
			const refusal = refusalOf(waiter, sendAt, now);
			if (!refusal && sendAt > now) {
				alarmAt = Math.min(alarmAt, sendAt);
				continue;
			}
			if (!refusal) this.limit.sent(now);
			this.waiting.delete(waiter);
			waiter.settle(refusal);
		}
		if (this.waiting.size > 0) void this.setAlarm(alarmAt, now);
	}

	private async setAlarm(at: number, now: number): Promise<void> {
		if (this.alarmAt <= at) return;
		this.alarmAt = at;
		await this.clock.sleep(at - now);
		// An alarm that was set for an earlier time has replaced this one.
		if (this.alarmAt !== at) return;
		this.alarmAt = Infinity;
		this.advance();
	}
}

function refusalOf(
	{ deadline = Infinity, end }: Wait,
	sendAt: number,
	now: number,
): Failure | undefined {
	const ended = end?.();
	if (ended) return ended;

	const retryAfterMs = sendAt - now;
	// Only `Retry-After` asks for so long.
	if (retryAfterMs > MAX_WAIT_MS) return { cause: 'onHold', retryAfterMs };
	return sendAt > deadline ? { cause: 'rateLimited' } : undefined;
}

/** More keys than one process uses at a time. */
const MAX_PACES = 100;

const paces = new Map<string, Pace>();

/**
 * All executions in this process share the pace of their key. A changed plan starts a new one.
 * @param account a hash of the key and the base URL
 */
export function paceOf(account: string, perMinute: number): Pace {
	const name = `${account} ${perMinute}`;
	const pace = paces.get(name) ?? new Pace(perMinute, systemClock);
	if (paces.size >= MAX_PACES) paces.clear();
	paces.set(name, pace);
	return pace;
}
