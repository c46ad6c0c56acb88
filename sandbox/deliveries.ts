import { randomUUID } from 'node:crypto';
import type { EventName } from './api.ts';
import type { Clock } from './clock.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { sign } from './layouts.ts';
import type { Settings } from './settings.ts';
import type { Store, Webhook } from './store.ts';

const PARALLEL = 8;
const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const KEPT_DELIVERIES = 1_000;
const KEPT_RESPONSE = 2_000;

export interface Delivery {
	webhookId: string;
	url: string;
	event: EventName;
	eventId: string;
	body: string;
	createdAt: number;
	state: 'pending' | 'delivered' | 'failed';
	attempts: number;
	/** Status and text of the last response, or why there was none. */
	lastResponse: string;
}

export interface DeliveriesOptions {
	clock: Clock;
	store: Store;
	settings: () => Settings;
}

/** Sends events to webhooks, up to eight at once and with retries, and keeps a log. All of it is in memory. */
export class Deliveries {
	#options: DeliveriesOptions;
	#log: Delivery[] = [];
	#due: Delivery[] = [];
	#sending = 0;
	#stop = new AbortController();
	#timers = new Set<() => void>();
	#waiting: Array<() => void> = [];

	constructor(options: DeliveriesOptions) {
		this.#options = options;
	}

	/** The log, newest first. */
	list(): Delivery[] {
		return this.#log.toReversed();
	}

	/** Sends an event to all webhooks, or to a single one. */
	emit(event: EventName, record: JsonObject, only?: string): void {
		const { clock, store } = this.#options;
		const eventId = `evt_${randomUUID()}`;
		const created_at = new Date(clock.now()).toISOString();
		const body = JSON.stringify({ id: eventId, event, created_at, data: record });

		for (const { id: webhookId, url } of store.webhooks) {
			if (only !== undefined && webhookId !== only) continue;

			this.#log.push({
				webhookId,
				url,
				event,
				eventId,
				body,
				createdAt: clock.now(),
				state: 'pending',
				attempts: 0,
				lastResponse: '',
			});
			this.#due.push(...this.#log.slice(-1));
		}

		this.#log = this.#log.slice(-KEPT_DELIVERIES);
		this.#sendDue();
	}

	/** A run of a workflow, which completes after a moment and emits an event then. */
	startRun(workflowId: JsonValue, input: JsonObject): JsonObject {
		const id = `run_${randomUUID().slice(0, 8)}`;
		const run = { id, workflow_id: workflowId, status: 'running', input };

		this.#later(this.#options.settings().runs.delayMs, () => {
			this.emit('workflow.run.completed', { ...run, status: 'completed' });
		});
		return run;
	}

	/** Resolves when no delivery is pending. */
	async settled(): Promise<void> {
		while (this.#log.some(({ state }) => state === 'pending')) {
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	/** Forgets all deliveries and runs. */
	clear(): void {
		this.#stop.abort();
		this.#stop = new AbortController();
		for (const cancel of this.#timers) cancel();
		this.#timers.clear();
		this.#log = [];
		this.#due = [];
		this.#wake();
	}

	#sendDue(): void {
		while (this.#sending < PARALLEL) {
			const delivery = this.#due.shift();
			if (!delivery) return;

			this.#sending += 1;
			void this.#attempt(delivery).finally(() => {
				this.#sending -= 1;
				this.#sendDue();
				this.#wake();
			});
		}
	}

	async #attempt(delivery: Delivery): Promise<void> {
		const stop = this.#stop.signal;
		const webhook = this.#options.store.webhooks.find(({ id }) => id === delivery.webhookId);
		if (!webhook) {
			delivery.state = 'failed';
			delivery.lastResponse = 'the webhook was deleted';
			return;
		}

		const { isAccepted, text } = await this.#send(delivery, webhook, stop);
		if (stop.aborted) return;

		delivery.attempts += 1;
		delivery.lastResponse = text;
		if (isAccepted) delivery.state = 'delivered';
		else this.#retryLater(delivery);
	}

	#retryLater(delivery: Delivery): void {
		const { attempts } = delivery;
		if (attempts >= this.#options.settings().delivery.attempts) {
			delivery.state = 'failed';
			return;
		}

		this.#later(FIRST_RETRY_MS * 2 ** (attempts - 1), () => {
			this.#due.push(delivery);
			this.#sendDue();
		});
	}

	async #send(
		{ url, body, eventId }: Delivery,
		{ secret }: Webhook,
		stop: AbortSignal,
	): Promise<{ isAccepted: boolean; text: string }> {
		const { clock, settings } = this.#options;
		const { layout } = settings().signature;
		const signed = sign(layout, secret, { id: eventId, body, time: clock.now() });

		try {
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', ...signed },
				body,
				redirect: 'manual',
				signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
			});
			const text = `${response.status} ${await response.text()}`.slice(0, KEPT_RESPONSE);
			return { isAccepted: response.ok, text };
		} catch (error) {
			return { isAccepted: false, text: reasonOf(error) };
		}
	}

	#later(ms: number, run: () => void): void {
		const cancel = this.#options.clock.after(ms, () => {
			this.#timers.delete(cancel);
			run();
		});
		this.#timers.add(cancel);
	}

	#wake(): void {
		for (const resolve of this.#waiting.splice(0)) resolve();
	}
}

/** The cause of fetch's "fetch failed". Without `instanceof`, since jest has classes of its own. */
function reasonOf(error: unknown): string {
	const { cause = error } = Object(error) as { cause?: unknown };
	const { code, message } = Object(cause) as { code?: unknown; message?: unknown };

	return String(message || code || cause);
}
