import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Resource } from './api.ts';
import { systemClock } from './clock.ts';
import type { Clock } from './clock.ts';
import { Deliveries } from './deliveries.ts';
import { Faults } from './faults.ts';
import type { JsonObject } from './json.ts';
import { Quota } from './quota.ts';
import { Requests } from './requests.ts';
import type { RecordedRequest } from './requests.ts';
import { sandboxKeys } from './seed.ts';
import { openServer } from './server.ts';
import type { Parts } from './service.ts';
import { changed, defaultSettings } from './settings.ts';
import type { Settings, SettingsChange } from './settings.ts';
import { Store } from './store.ts';
import type { StoreOptions } from './store.ts';

export interface SandboxOptions extends Omit<StoreOptions, 'clock'> {
	/** 0, the default, finds a free one. */
	port?: number;
	settings?: SettingsChange;
	clock?: Clock;
}

/** All parts of a sandbox, for its server and for tests in the same process. */
export class SandboxParts {
	/** http://127.0.0.1:PORT */
	origin = '';
	readonly keys = sandboxKeys;
	readonly parts: Parts;
	readonly recorded = new Requests();
	readonly faults = new Faults();
	#settings: Settings;
	#initial: Settings;

	constructor(options: SandboxOptions) {
		const { clock = systemClock } = options;
		const store = new Store({ ...options, clock });
		const settings = () => this.#settings;
		const deliveries = new Deliveries({ clock, store, settings });

		this.#initial = changed(defaultSettings, options.settings ?? {});
		this.#settings = this.#initial;
		this.parts = {
			clock,
			store,
			quota: new Quota(clock),
			faults: this.faults,
			deliveries,
			settings,
		};
	}

	/** The service's base URL, which includes /v1. */
	get baseUrl(): string {
		return `${this.origin}/v1`;
	}

	/** The requests to the service in this run, newest last. */
	get requests(): readonly RecordedRequest[] {
		return this.recorded.list;
	}

	/** Throws an InputError if there is no such setting. */
	change(change: SettingsChange): Settings {
		this.#settings = changed(this.#settings, change);
		return this.#settings;
	}

	/** Adds records without a request. `{n}` in a string becomes the record's number, from 1. */
	addRecords(resource: Resource, fields: JsonObject, count = 1): JsonObject[] {
		return Array.from({ length: count }, (_, index) =>
			this.parts.store.add(resource, numbered(fields, index + 1)),
		);
	}

	/** Everything as at the start of a new sandbox. */
	reset(): void {
		const { deliveries, faults, quota, store } = this.parts;
		this.#settings = this.#initial;
		for (const part of [deliveries, faults, this.recorded]) part.clear();
		for (const part of [quota, store]) part.reset();
	}
}

export type Sandbox = SandboxParts & { close: () => Promise<void> };

/** Starts a sandbox on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = new SandboxParts(options);
	const server = openServer(sandbox);
	server.listen(options.port ?? 0, '127.0.0.1');
	await once(server, 'listening');

	const { port } = server.address() as AddressInfo; // it listens on TCP
	sandbox.origin = `http://127.0.0.1:${port}`;

	const close = async () => {
		sandbox.parts.deliveries.clear();
		sandbox.parts.store.close();
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	};
	return Object.assign(sandbox, { close });
}

function numbered(fields: JsonObject, number: number): JsonObject {
	const entries = Object.entries(fields).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replaceAll('{n}', String(number)) : value,
	]);

	return Object.fromEntries(entries) as JsonObject;
}
