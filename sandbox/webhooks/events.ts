import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { NewDelivery } from '../store/deliveries.ts';
import type { Webhook, WebhookStore } from '../store/webhooks.ts';
import type { EventName } from './eventNames.ts';
import { payloads } from './payloads.ts';
import type { DeliveryQueue } from './queue.ts';

/** Turns events into deliveries to the webhooks that subscribe to them. */
export class Events {
	#webhooks: WebhookStore;
	#queue: DeliveryQueue;
	#settings: SettingsStore;
	#clock: Clock;

	constructor(webhooks: WebhookStore, queue: DeliveryQueue, settings: SettingsStore, clock: Clock) {
		this.#webhooks = webhooks;
		this.#queue = queue;
		this.#settings = settings;
		this.#clock = clock;
	}

	/** Emits one event and returns the IDs of its deliveries. */
	emit(name: EventName, record: JsonObject, webhookId?: string): string[] {
		const webhooks = this.#subscribed(name, webhookId);
		if (webhooks.length === 0) return [];
		const event = this.#write(name, record);
		const { copies } = this.#settings.current.delivery;
		const repeated = Array.from({ length: copies }, () => event);
		return this.#queue.add(repeated.flatMap((one) => addressed(one, webhooks)));
	}

	#subscribed(name: EventName, webhookId?: string): Webhook[] {
		const all = this.#webhooks.list();
		if (webhookId !== undefined) return all.filter(({ id }) => id === webhookId);
		return all.filter(({ events }) => events.includes(name));
	}

	#write(name: EventName, record: JsonObject): Written {
		const id = `evt_${randomUUID()}`;
		const shape = payloads[this.#settings.current.events.payload];
		const body = JSON.stringify(shape({ id, name, time: this.#clock.now(), record }));
		return { event: name, eventId: id, body };
	}
}

type Written = Pick<NewDelivery, 'event' | 'eventId' | 'body'>;

function addressed(event: Written, webhooks: readonly Webhook[]): NewDelivery[] {
	return webhooks.map(({ id, url }) => ({ ...event, webhookId: id, url }));
}
