import type { Clock } from '../clock.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { Attempt, DeliveryStore, DueDelivery, NewDelivery } from '../store/deliveries.ts';
import type { WebhookStore } from '../store/webhooks.ts';
import { headersOf, send } from './sender.ts';

/** Sends deliveries in parallel and retries with increasing delays. Pending deliveries are in the database. */
export class DeliveryQueue {
	#store: DeliveryStore;
	#webhooks: WebhookStore;
	#settings: SettingsStore;
	#clock: Clock;
	#sending = new Map<string, Promise<void>>();
	#stop = new AbortController();
	#closed = false;
	#cancelTimer: (() => void) | undefined;
	#waiting: Array<{ done: () => boolean; resolve: () => void }> = [];

	constructor(store: DeliveryStore, webhooks: WebhookStore, settings: SettingsStore, clock: Clock) {
		this.#store = store;
		this.#webhooks = webhooks;
		this.#settings = settings;
		this.#clock = clock;
	}

	add(deliveries: readonly NewDelivery[]): string[] {
		const ids = this.#store.add(deliveries, this.#clock.now());
		this.wake();
		return ids;
	}

	/** Sends a delivery again, with all its attempts. */
	resend(id: string): boolean {
		const known = this.#store.requeue(id, this.#clock.now());
		this.wake();
		return known;
	}

	/** Sends what is due. Called after every change that may have made something due. */
	wake(): void {
		if (this.#closed) return;
		// Read once: a delivery that falls due between two readings would be neither sent nor waited for.
		const now = this.#clock.now();
		const free = this.#settings.current.delivery.parallel - this.#sending.size;
		if (free > 0) {
			const sending = new Set(this.#sending.keys());
			for (const delivery of this.#store.due(now, free, sending)) {
				this.#sending.set(delivery.id, this.#deliver(delivery));
			}
		}
		this.#setTimer(now);
		this.#resolveWaiting();
	}

	/** Resolves once no delivery is pending. */
	settled(): Promise<void> {
		return this.#until(() => this.#sending.size === 0 && !this.#store.anyPending());
	}

	/** Resolves once nothing is being sent and nothing is due. */
	idle(): Promise<void> {
		return this.#until(
			() =>
				this.#sending.size === 0 &&
				this.#store.due(this.#clock.now(), 1, new Set<string>()).length === 0,
		);
	}

	/** Stops immediately. What was being sent stays pending in the database, and is sent again after a restart. */
	async close(): Promise<void> {
		this.#closed = true;
		this.#cancelTimer?.();
		this.#stop.abort();
		await Promise.all(this.#sending.values());
		// Nothing else is sent, so waiting ends.
		for (const { resolve } of this.#waiting.splice(0)) resolve();
	}

	/** Stops sending without closing, so that the tables can be cleared. */
	async halt(): Promise<void> {
		await this.close();
		this.#stop = new AbortController();
		this.#closed = false;
	}

	async #deliver(delivery: DueDelivery): Promise<void> {
		const webhook = this.#webhooks.get(delivery.webhookId);
		if (webhook) {
			const settings = this.#settings.current;
			const { timeoutMs } = settings.delivery;
			const headers = headersOf(delivery, webhook, settings, this.#clock.now());
			const attempt = await send(delivery, headers, this.#clock, timeoutMs, this.#stop.signal);
			if (attempt) this.#record(delivery, attempt);
		} else {
			this.#store.cancelFor(delivery.webhookId);
			// The caller has to save this promise before it ends.
			await Promise.resolve();
		}
		this.#sending.delete(delivery.id);
		this.wake();
	}

	#record(delivery: DueDelivery, attempt: Attempt): void {
		const { attempts, baseDelayMs, maximumDelayMs } = this.#settings.current.delivery;
		const accepted = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
		const tries = delivery.tries + 1;
		const state = accepted ? 'delivered' : tries < attempts ? 'pending' : 'failed';
		const delay = Math.min(baseDelayMs * 2 ** (tries - 1), maximumDelayMs);
		// If the webhook was deleted in the meantime, the delivery is cancelled.
		const gone = state === 'pending' && !this.#webhooks.get(delivery.webhookId);
		const now = this.#clock.now();
		this.#store.record(delivery.id, attempt, gone ? 'cancelled' : state, now + delay);
	}

	#setTimer(now: number): void {
		this.#cancelTimer?.();
		const next = this.#store.nextDue(now);
		this.#cancelTimer =
			next === undefined ? undefined : this.#clock.after(next - now, () => this.wake());
	}

	#until(done: () => boolean): Promise<void> {
		if (this.#closed || done()) return Promise.resolve();
		return new Promise((resolve) => this.#waiting.push({ done, resolve }));
	}

	#resolveWaiting(): void {
		const waiting = this.#waiting;
		if (waiting.length === 0) return;
		this.#waiting = waiting.filter(({ done }) => !done());
		for (const one of waiting) if (!this.#waiting.includes(one)) one.resolve();
	}
}
