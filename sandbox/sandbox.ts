import type { EventName, Resource } from './api.ts';
import { Deliveries } from './deliveries.ts';
import type { Request } from './http.ts';
import type { JsonObject } from './json.ts';
import { Quota } from './quota.ts';
import { sandboxKeys } from './seed.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { Store } from './store.ts';
import type { StoreOptions } from './store.ts';

/** An error in place of the response, for requests with this method and path. */
export interface Fault {
	/** By default any. */
	method?: string;
	/** Not decoded; `*` at its end matches anything. */
	path: string;
	status: number;
	/** For how many requests; by default all. */
	times?: number;
}

/** A request to the service as it was received, without its key, and the status of its response. */
export interface RecordedRequest extends Request {
	/** Milliseconds since 1970. */
	time: number;
	/** Undefined if it is not a JSON object. */
	body?: JsonObject;
	/** Undefined until the response is sent. */
	status?: number;
}

/** What a sandbox knows: its records, settings and limits, and what was sent to it and by it. */
export class Sandbox {
	/** http://127.0.0.1:PORT */
	origin = '';
	readonly keys = sandboxKeys;
	readonly store: Store;
	settings = defaultSettings;
	/** Newest last. */
	requests: RecordedRequest[] = [];
	faults: Fault[] = [];
	quota = new Quota();
	deliveries = new Deliveries();

	constructor(options: StoreOptions) {
		this.store = new Store(options);
	}

	/** The service's base URL, which includes /v1. */
	get baseUrl(): string {
		return `${this.origin}/v1`;
	}

	change(change: Partial<Settings>): void {
		this.settings = { ...this.settings, ...change };
	}

	/** Adds records without a request. `{n}` in a string becomes the record's number, from 1. */
	addRecords(resource: Resource, fields: JsonObject, count = 1): JsonObject[] {
		return Array.from({ length: count }, (_, index) =>
			this.store.add(resource, numbered(fields, index + 1)),
		);
	}

	/** Sends an event to all webhooks. */
	emit(event: EventName, record: JsonObject): void {
		this.deliveries.emit(event, record, this.store.webhooks, this.settings);
	}

	/** Everything as at the start of a new sandbox. */
	reset(): void {
		this.deliveries.stop();
		this.deliveries = new Deliveries();
		this.quota = new Quota();
		this.settings = defaultSettings;
		this.requests = [];
		this.faults = [];
		this.store.reset();
	}
}

function numbered(fields: JsonObject, number: number): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replaceAll('{n}', String(number)) : value,
	]);

	return Object.fromEntries(entries) as JsonObject;
}
