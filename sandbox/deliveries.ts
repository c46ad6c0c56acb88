import { randomUUID } from 'node:crypto';
import type { EventName } from './api.ts';
import { pause } from './clock.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { sign } from './layouts.ts';
import type { Sandbox } from './sandbox.ts';
import type { Webhook } from './store.ts';

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
/** How long a run of a workflow takes. */
const RUN_MS = 200;
const KEPT_DELIVERIES = 1_000;
const KEPT_RESPONSE = 2_000;

export interface Delivery {
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

/** Sends events to webhooks, with retries, and keeps a log. All of it is in memory. */
export class Deliveries {
	#sandbox: Sandbox;
	#log: Delivery[] = [];
	#pending = new Set<Promise<void>>();
	#stop = new AbortController();

	constructor(sandbox: Sandbox) {
		this.#sandbox = sandbox;
	}

	/** The log, newest first. */
	list(): Delivery[] {
		return this.#log.toReversed();
	}

	/** Sends an event to all webhooks, or to a single one. */
	emit(event: EventName, record: JsonObject, only?: string): void {
		const { clock, store } = this.#sandbox;
		const eventId = `evt_${randomUUID()}`;
		const createdAt = clock.now();
		const created_at = new Date(createdAt).toISOString();
		const body = JSON.stringify({ id: eventId, event, created_at, data: record });

		for (const webhook of store.webhooks) {
			if (only !== undefined && webhook.id !== only) continue;

			const delivery: Delivery = {
				url: webhook.url,
				event,
				eventId,
				body,
				createdAt,
				state: 'pending',
				attempts: 0,
				lastResponse: '',
			};
			this.#log.push(delivery);
			const pending = this.#deliver(delivery, webhook, this.#stop.signal);
			this.#pending.add(pending);
			void pending.then(() => this.#pending.delete(pending));
		}

		this.#log = this.#log.slice(-KEPT_DELIVERIES);
	}

	/** A run of a workflow, which completes after a moment and emits an event then. */
	startRun(workflowId: JsonValue, input: JsonObject): JsonObject {
		const id = `run_${randomUUID().slice(0, 8)}`;
		const run = { id, workflow_id: workflowId, status: 'running', input };

		const stop = this.#stop.signal;
		this.#sandbox.clock.after(RUN_MS, () => {
			if (!stop.aborted) this.emit('workflow.run.completed', { ...run, status: 'completed' });
		});
		return run;
	}

	/** Resolves when no delivery is pending. */
	async settled(): Promise<void> {
		await Promise.all(this.#pending);
	}

	/** Forgets all deliveries and runs. */
	clear(): void {
		this.#stop.abort();
		this.#stop = new AbortController();
		this.#log = [];
		this.#pending.clear();
	}

	/** Sends one delivery until it is accepted, too often, or until its webhook is gone. */
	async #deliver(delivery: Delivery, webhook: Webhook, stop: AbortSignal): Promise<void> {
		const { clock, store } = this.#sandbox;

		while (!stop.aborted && store.webhooks.includes(webhook)) {
			const { isAccepted, text } = await this.#send(delivery, webhook, stop);
			delivery.attempts += 1;
			delivery.lastResponse = text;
			if (isAccepted) {
				delivery.state = 'delivered';
				return;
			}

			if (delivery.attempts >= this.#sandbox.settings.delivery.attempts) break;
			await pause(clock, FIRST_RETRY_MS * 2 ** (delivery.attempts - 1));
		}

		delivery.state = 'failed';
	}

	async #send(
		{ url, body, eventId }: Delivery,
		{ secret }: Webhook,
		stop: AbortSignal,
	): Promise<{ isAccepted: boolean; text: string }> {
		const { clock, settings } = this.#sandbox;
		const event = { id: eventId, body, time: clock.now() };
		const signed = sign(settings.signature.layout, secret, event);

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
}

/** The cause of fetch's "fetch failed". Without `instanceof`, since jest has classes of its own. */
function reasonOf(error: unknown): string {
	const { cause = error } = Object(error) as { cause?: unknown };
	const { code, message } = Object(cause) as { code?: unknown; message?: unknown };

	return String(message || code || cause);
}
