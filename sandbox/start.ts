/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships: it has no node to name in an error */
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { FaultInput } from './control/schema.ts';
import type { JsonObject } from './json.ts';
import { buildParts } from './parts.ts';
import type { Parts, PartsOptions } from './parts.ts';
import type { RecordedRequest } from './recording/recorder.ts';
import type { SettingsChange } from './settings/schema.ts';
import type { DeliveryState } from './store/deliveries.ts';
import { seededKeys } from './store/seed.ts';
import type { EventName } from './webhooks/eventNames.ts';

const HOST = '127.0.0.1';

export interface SandboxOptions extends PartsOptions {
	/** 0, the default, finds a free one. */
	port?: number;
	/** A change of the settings to begin with. */
	settings?: SettingsChange;
}

export type Sandbox = ReturnType<typeof controlsOf>;

/** Starts the service on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const parts = buildParts(options);
	const server = buildApp(parts);
	try {
		if (options.settings) parts.settings.change(options.settings);
		const origin = await server.listen({ host: HOST, port: options.port ?? 0 });
		parts.queue.wake();
		return controlsOf(parts, server, origin);
	} catch (error) {
		await server.close();
		await parts.close();
		throw error;
	}
}

/** What a test can use of a sandbox in its own process. */
function controlsOf(parts: Parts, server: FastifyInstance, origin: string) {
	const { addRecords, deliveries, events, faults, keys, queue, removeWebhook, reset } = parts;
	const { recorder, settings, webhooks } = parts;
	let closing: Promise<void> | undefined;
	return {
		/** http://127.0.0.1:PORT */
		origin,
		/** The service's own base URL, which includes /v1. */
		baseUrl: `${origin}/v1`,
		/** The keys that every new sandbox knows. */
		keys: seededKeys,
		/** Creates, lists and revokes keys. */
		keyStore: keys,
		/** The API requests of this run, the newest last. */
		get requests(): readonly RecordedRequest[] {
			return recorder.requests;
		},
		settings: {
			get: () => settings.current,
			change: (change: SettingsChange) => settings.change(change),
		},
		faults: {
			add: (input: FaultInput) => faults.add(input),
			clear: () => faults.clear(),
		},
		webhooks: {
			add: webhooks.add.bind(webhooks),
			list: () => webhooks.list(),
			renewSecret: (id: string) => webhooks.renewSecret(id),
			remove: removeWebhook,
		},
		/** Sends an event without an operation, and returns the IDs of its deliveries. */
		emit: (event: EventName, record: JsonObject) => events.emit(event, record),
		deliveries: {
			/** Newest first. */
			list: (state?: DeliveryState) => deliveries.list(-1, state),
			get: (id: string) => deliveries.get(id),
			/** Resolves once no delivery is pending. */
			settled: () => queue.settled(),
			/** Resolves once nothing is being sent and nothing is due. */
			idle: () => queue.idle(),
		},
		addRecords,
		/** Everything as in a new sandbox: records, keys, webhooks, deliveries, settings, faults, recorded requests. */
		reset,
		close(): Promise<void> {
			closing ??= server.close().then(() => parts.close());
			return closing;
		},
	};
}
