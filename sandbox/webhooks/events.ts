import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Burst } from '../control/schema.ts';
import type { JsonObject } from '../json.ts';
import { createRandom, ordered } from '../random.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { NewDelivery } from '../store/deliveries.ts';
import type { Webhook, WebhookStore } from '../store/webhooks.ts';
import type { EventName } from './eventNames.ts';
import { payloads } from './payloads.ts';
import type { DeliveryQueue } from './queue.ts';

/** Turns what happened into deliveries to the webhooks that want to know. */
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

	/** Emits one event; the answer names its deliveries. */
	emit(name: EventName, record: JsonObject, webhookId?: string): string[] {
		const wanted = this.#wanting(name, webhookId);
		if (wanted.length === 0) return [];
		const event = this.#write(name, record);
		const { copies } = this.#settings.current.delivery;
		const repeated = Array.from({ length: copies }, () => event);
		return this.#queue.add(repeated.flatMap((one) => addressed(one, wanted)));
	}

	/** Many deliveries at once, some of them twice. */
	burst({ count, duplicates, event: name, order, seed, webhookId }: Burst): string[] {
		const wanted = this.#wanting(name, webhookId);
		const distinct = Math.max(1, count - Math.round(count * duplicates));
		const events = Array.from({ length: distinct }, (_, index) =>
			this.#write(name, { id: `burst_${index + 1}`, title: `Made-up record ${index + 1}` }),
		);
		const random = createRandom(seed);
		const all = [...events];
		while (all.length < count) {
			const again = events[Math.floor(random() * distinct)];
			if (again) all.push(again);
		}
		const sorted = ordered(all, order, random);
		return this.#queue.add(sorted.flatMap((event) => addressed(event, wanted)));
	}

	#wanting(name: EventName, webhookId?: string): Webhook[] {
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
