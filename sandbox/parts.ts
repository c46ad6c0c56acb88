import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { FaultList } from './faults/list.ts';
import type { JsonObject } from './json.ts';
import { Recorder } from './recording/recorder.ts';
import type { Kind } from './service/endpoints.ts';
import { Quota } from './service/quota.ts';
import { SettingsStore } from './settings/store.ts';
import { addRecords } from './store/addRecords.ts';
import { Database } from './store/database.ts';
import { DeliveryStore } from './store/deliveries.ts';
import { KeyStore } from './store/keys.ts';
import { RecordStore } from './store/records.ts';
import { seedKeys, seedRecords } from './store/seed.ts';
import { WebhookStore } from './store/webhooks.ts';
import { Events } from './webhooks/events.ts';
import { DeliveryQueue } from './webhooks/queue.ts';
import { Runs } from './webhooks/runs.ts';

export interface PartsOptions {
	/** A file, or ':memory:', which is the default. */
	database?: string;
	/** Whether a new database gets a few made-up records; the default is yes. It always gets the known keys. */
	seed?: boolean;
	/** The secret of every webhook that is added without one. By default each gets its own. */
	signingSecret?: string;
	clock?: Clock;
}

export type Parts = ReturnType<typeof buildParts>;

const SEEDED = 'seeded';

/** All parts of a sandbox, which does not listen yet. */
export function buildParts(options: PartsOptions = {}) {
	const clock = options.clock ?? systemClock;
	const database = new Database(options.database ?? ':memory:');
	const settings = new SettingsStore(database);
	const keys = new KeyStore(database, clock);
	const records = new RecordStore(database);
	const webhooks = new WebhookStore(database, clock, options.signingSecret);
	const deliveries = new DeliveryStore(database);
	const quota = new Quota();
	const queue = new DeliveryQueue(deliveries, webhooks, settings, clock);
	const events = new Events(webhooks, queue, settings, clock);
	const runs = new Runs(events, settings, clock);
	const faults = new FaultList(clock);
	const recorder = new Recorder(keys, clock);

	// Once for each database: a revoked key must not be valid again after the next start.
	const seed = () => {
		seedKeys(keys);
		if (options.seed !== false) seedRecords(records, clock.now());
		database.setMeta(SEEDED, 'yes');
	};
	if (database.getMeta(SEEDED) === undefined) seed();
	settings.onChange(() => queue.wake());

	return {
		...{ clock, settings, keys, records, webhooks, deliveries, quota },
		...{ queue, events, runs, faults, recorder },
		/** Deletes a webhook and cancels its pending deliveries. */
		removeWebhook(id: string): boolean {
			const removed = webhooks.remove(id);
			deliveries.cancelFor(id);
			queue.wake();
			return removed;
		},
		/** Adds records without the API; an `id` in the fields may have any form. */
		addRecords: (kind: Kind, fields: JsonObject, count = 1) =>
			addRecords({ database, records, settings, clock }, kind, fields, count),
		/** Restores the state of a new sandbox. */
		async reset(): Promise<void> {
			await queue.halt();
			for (const part of [keys, records, webhooks, deliveries]) part.clear();
			for (const part of [runs, faults, recorder]) part.clear();
			quota.reset();
			seed();
			settings.reset();
		},
		async close(): Promise<void> {
			runs.clear();
			await queue.close();
			database.close();
		},
	};
}
