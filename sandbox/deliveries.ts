import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventName } from './api.ts';
import type { JsonObject } from './json.ts';
import { sign } from './layouts.ts';
import type { Settings } from './settings.ts';
import type { Webhook } from './store.ts';

const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
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
	#log: Delivery[] = [];
	#pending = new Set<Promise<void>>();
	#stop = new AbortController();

	/** The log, newest first. */
	list(): Delivery[] {
		return this.#log.toReversed();
	}

	/** Sends an event to webhooks. */
	emit(
		event: EventName,
		record: JsonObject,
		webhooks: readonly Webhook[],
		settings: Settings,
	): void {
		const eventId = `evt_${randomUUID()}`;
		const createdAt = Date.now();
		const created_at = new Date(createdAt).toISOString();
		const body = JSON.stringify({ id: eventId, event, created_at, data: record });

		for (const { url, secret } of webhooks) {
			const delivery: Delivery = {
				url,
				event,
				eventId,
				body,
				createdAt,
				state: 'pending',
				attempts: 0,
				lastResponse: '',
			};
			this.#log.push(delivery);
			const pending = deliver(delivery, secret, settings, this.#stop.signal);
			this.#pending.add(pending);
			void pending.then(() => this.#pending.delete(pending));
		}

		this.#log = this.#log.slice(-KEPT_DELIVERIES);
	}

	/** Resolves when no delivery is pending. */
	async settled(): Promise<void> {
		await Promise.all(this.#pending);
	}

	/** Sends no more. */
	stop(): void {
		this.#stop.abort();
	}
}

/** Sends a delivery until it is accepted, or too often. */
async function deliver(
	delivery: Delivery,
	secret: string,
	{ delivery: { attempts }, signature }: Settings,
	stop: AbortSignal,
): Promise<void> {
	while (!stop.aborted) {
		const event = { id: delivery.eventId, body: delivery.body, time: Date.now() };
		const { isAccepted, text } = await send(delivery, sign(signature.layout, secret, event), stop);
		delivery.attempts += 1;
		delivery.lastResponse = text;
		if (isAccepted) {
			delivery.state = 'delivered';
			return;
		}

		if (delivery.attempts >= attempts) break;
		await pause(FIRST_RETRY_MS * 2 ** (delivery.attempts - 1), undefined, { ref: false });
	}

	delivery.state = 'failed';
}

async function send(
	{ url, body }: Delivery,
	signed: Record<string, string>,
	stop: AbortSignal,
): Promise<{ isAccepted: boolean; text: string }> {
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

/** The cause of fetch's "fetch failed". */
function reasonOf(error: unknown): string {
	const { cause = error } = error as { cause?: unknown };

	return cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
}
