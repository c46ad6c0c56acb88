import type { Clock } from './clock';
import { Quota } from './quota';
import type { Sent, Settlement, Ticket } from './ticket';
import { WaitingLine } from './waitingLine';

export interface LaneOptions {
	clock: Clock;
	/** The plan in the credential. */
	requestsPerMinute: number;
}

/**
 * All requests of this process that share a key and an address. The header is credit: requests go out while
 * there is credit less what is under way. When it is spent, one probe goes out, and what it shows is released.
 */
export class Lane {
	private readonly clock: Clock;

	private readonly quota: Quota;

	private readonly line = new WaitingLine();

	private alarm: { at: number; cancel: AbortController } | undefined;

	/** When the lane was last asked for anything. */
	usedAt: number;

	constructor({ clock, requestsPerMinute }: LaneOptions) {
		this.clock = clock;
		this.quota = new Quota(requestsPerMinute);
		this.usedAt = clock.now();
	}

	/** Nothing waits and nothing is under way. */
	get idle(): boolean {
		return this.line.size === 0 && this.quota.idle;
	}

	get header(): Quota['trust']['header'] {
		return this.quota.trust.header;
	}

	get counting(): Quota['counting'] {
		return this.quota.counting;
	}

	/** Waits for the turn. Rejects at once with the signal's reason when it aborts. */
	async acquire(signal?: AbortSignal): Promise<Ticket> {
		signal?.throwIfAborted();
		const since = this.clock.now();
		this.usedAt = since;
		return await new Promise<Ticket>((resolve, reject) => {
			const leave = this.line.join({
				since,
				go: () => {
					signal?.removeEventListener('abort', abandon);
					resolve(this.issue(since));
				},
			});
			const abandon = () => {
				leave();
				this.advance();
				reject(asError(signal?.reason));
			};
			signal?.addEventListener('abort', abandon, { once: true });
			this.advance();
		});
	}

	private issue(since: number): Ticket {
		const sent: Sent = this.quota.send(this.clock.now());
		let settled = false;
		return {
			waitedMs: sent.sentAt - since,
			settle: (settlement: Settlement) => {
				if (settled) return;
				settled = true;
				this.usedAt = this.clock.now();
				this.quota.settle(sent, settlement, this.usedAt);
				this.advance();
			},
		};
	}

	/** Lets go whoever may go now, and sets the alarm for the next one. */
	private advance(): void {
		while (this.line.size > 0) {
			const now = this.clock.now();
			const at = this.quota.nextAt(now);
			if (at > now) {
				this.setAlarm(at, now);
				return;
			}
			this.line.next()?.go();
		}
		this.setAlarm(Number.POSITIVE_INFINITY, 0);
	}

	private setAlarm(at: number, now: number): void {
		if (this.alarm?.at === at) return;
		this.alarm?.cancel.abort();
		this.alarm = undefined;
		if (at === Number.POSITIVE_INFINITY) return;
		const cancel = new AbortController();
		const alarm = { at, cancel };
		this.alarm = alarm;
		const ring = () => {
			if (this.alarm !== alarm) return;
			this.alarm = undefined;
			this.advance();
		};
		this.clock.sleep(at - now, cancel.signal).then(ring, ignoreCancelled);
	}
}

/** A cancelled alarm has been replaced by another; there is nothing left to do. */
function ignoreCancelled(): void {}

function asError(reason: unknown): Error {
	return reason instanceof Error ? reason : new Error(String(reason));
}
