import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Resource } from './api.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { Deliveries } from './deliveries.ts';
import type { Fault } from './faults.ts';
import type { JsonObject } from './json.ts';
import { Quota } from './quota.ts';
import { sandboxKeys } from './seed.ts';
import { openServer } from './server.ts';
import type { ServiceRequest } from './service.ts';
import { changed, defaultSettings } from './settings.ts';
import type { SettingsChange } from './settings.ts';
import { Store } from './store.ts';
import type { StoreOptions } from './store.ts';

export interface SandboxOptions extends Omit<StoreOptions, 'clock'> {
	/** 0, the default, finds a free one. */
	port?: number;
	clock?: Clock;
}

/** A request to the service as it was received, without its key, and the status of its response. */
export interface RecordedRequest extends ServiceRequest {
	/** Milliseconds since 1970. */
	time: number;
	/** Undefined if it is not a JSON object. */
	body?: JsonObject;
	/** Undefined until the response is sent. */
	status?: number;
}

/** All parts of a sandbox, for its server and for tests in the same process. */
export class Sandbox {
	/** http://127.0.0.1:PORT */
	origin = '';
	readonly keys = sandboxKeys;
	settings = defaultSettings;
	/** Newest last. */
	requests: RecordedRequest[] = [];
	faults: Fault[] = [];
	readonly clock: Clock;
	readonly store: Store;
	readonly quota: Quota;
	readonly deliveries = new Deliveries(this);
	readonly #server = openServer(this);

	constructor({ clock = systemClock, ...options }: SandboxOptions) {
		this.clock = clock;
		this.store = new Store({ ...options, clock });
		this.quota = new Quota(clock);
	}

	/** The service's base URL, which includes /v1. */
	get baseUrl(): string {
		return `${this.origin}/v1`;
	}

	change(change: SettingsChange): void {
		this.settings = changed(this.settings, change);
	}

	/** Adds records without a request. `{n}` in a string becomes the record's number, from 1. */
	addRecords(resource: Resource, fields: JsonObject, count = 1): JsonObject[] {
		return Array.from({ length: count }, (_, index) =>
			this.store.add(resource, numbered(fields, index + 1)),
		);
	}

	/** Everything as at the start of a new sandbox. */
	reset(): void {
		this.settings = defaultSettings;
		this.requests = [];
		this.faults = [];
		this.deliveries.clear();
		this.quota.reset();
		this.store.reset();
	}

	/** On loopback. */
	async listen(port: number): Promise<void> {
		this.#server.listen(port, '127.0.0.1');
		await once(this.#server, 'listening');

		const address = this.#server.address() as AddressInfo; // it listens on TCP
		this.origin = `http://127.0.0.1:${address.port}`;
	}

	async close(): Promise<void> {
		this.deliveries.clear();
		this.store.save();
		const closed = once(this.#server, 'close');
		this.#server.close();
		this.#server.closeAllConnections();
		await closed;
	}
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new Sandbox(options);
	await sandbox.listen(options.port ?? 0);

	return sandbox;
}

function numbered(fields: JsonObject, number: number): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replaceAll('{n}', String(number)) : value,
	]);

	return Object.fromEntries(entries) as JsonObject;
}
