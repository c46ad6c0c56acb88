/* eslint-disable @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships: it has no node to name in an error */
import { buildApp } from './app.ts';
import type { App } from './app.ts';
import type { Clock } from './clock.ts';
import type { FaultList } from './faults/list.ts';
import type { JsonObject } from './json.ts';
import { buildParts } from './parts.ts';
import type { AllParts } from './parts.ts';
import type { Order } from './random.ts';
import type { RecordedRequest } from './recording/recorder.ts';
import type { Kind } from './service/endpoints.ts';
import type { DeepPartial, Settings } from './settings/types.ts';
import type { Delivery, DeliveryState } from './store/deliveries.ts';
import type { KeyStore } from './store/keys.ts';
import { seededKeys } from './store/seed.ts';
import type { Webhook, WebhookWish } from './store/webhooks.ts';
import type { EventName } from './webhooks/eventNames.ts';
import type { Burst } from './webhooks/events.ts';

const HOST = '127.0.0.1';

export interface SandboxOptions {
	/** 0, the default, finds a free one. */
	port?: number;
	/** A file, or ':memory:', which is the default. */
	database?: string;
	/** Whether a new database gets a few made-up records; the default is yes. It always gets the known keys. */
	seed?: boolean;
	/** The secret of every webhook that is added without one; otherwise each gets its own. */
	signingSecret?: string;
	/** A change of the settings to begin with. */
	settings?: DeepPartial<Settings>;
	clock?: Clock;
}

export interface Sandbox {
	/** http://127.0.0.1:PORT */
	origin: string;
	/** The service's own base address, which includes /v1. */
	baseUrl: string;
	/** The keys that every new sandbox knows. */
	keys: typeof seededKeys;
	/** Making, listing and revoking keys. */
	keyStore: KeyStore;
	/** The API's routes as Fastify has them, such as "GET /v1/users/{id}". */
	routes: readonly string[];
	/** The API requests of this run, the newest last. */
	readonly requests: readonly RecordedRequest[];
	clearRequests(): void;
	settings: {
		get(): Readonly<Settings>;
		change(change: DeepPartial<Settings>): Readonly<Settings>;
		reset(): void;
	};
	faults: Pick<FaultList, 'add' | 'list' | 'remove' | 'clear'>;
	webhooks: {
		add(wish: WebhookWish): Webhook;
		list(): Webhook[];
		renewSecret(id: string): Webhook | undefined;
		remove(id: string): boolean;
	};
	/** Sends an event as if something had happened; the answer names its deliveries. */
	emit(event: EventName, record: JsonObject): string[];
	deliveries: {
		/** Newest first. */
		list(state?: DeliveryState): Delivery[];
		get(id: string): Delivery | undefined;
		resend(id: string): boolean;
		/** Frees what the setting delivery.hold keeps back. */
		release(order?: Order, seed?: number): number;
		burst(burst: Burst): string[];
		/** Resolves when nothing is pending any more. */
		settled(): Promise<void>;
		/** Resolves when nothing is under way and nothing is due before time moves on. */
		idle(): Promise<void>;
	};
	/** Puts records in place without the API, with IDs of any form; `{n}` in a text becomes the record's number. */
	addRecords(kind: Kind, fields: JsonObject, count?: number): JsonObject[];
	/** Everything as in a new sandbox: records, keys, webhooks, deliveries, settings, faults, recorded requests. */
	reset(): Promise<void>;
	close(): Promise<void>;
}

/** Starts the service on loopback. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const parts = buildParts(options);
	const app = buildApp(parts);
	try {
		if (options.settings) parts.settings.change(options.settings);
		const origin = await app.server.listen({ host: HOST, port: options.port ?? 0 });
		parts.resume();
		return face(parts, app, origin);
	} catch (error) {
		await app.server.close();
		await parts.close();
		throw error;
	}
}

function face(parts: AllParts, app: App, origin: string): Sandbox {
	let closing: Promise<void> | undefined;
	return {
		...faceOf(parts),
		origin,
		baseUrl: `${origin}/v1`,
		routes: app.routes,
		get requests() {
			return parts.recorder.requests;
		},
		close() {
			closing ??= app.server.close().then(() => parts.close());
			return closing;
		},
	};
}

/** The API's routes, without listening. */
export async function listRoutes(): Promise<readonly string[]> {
	const parts = buildParts({ seed: false });
	const { server, routes } = buildApp(parts);
	await server.close();
	await parts.close();
	return routes;
}

function faceOf(
	parts: AllParts,
): Omit<Sandbox, 'origin' | 'baseUrl' | 'routes' | 'requests' | 'close'> {
	const { deliveries, events, queue, settings, webhooks } = parts;
	return {
		keys: seededKeys,
		keyStore: parts.keys,
		clearRequests: () => parts.recorder.clear(),
		settings: {
			get: () => settings.current,
			change: (change) => settings.change(change),
			reset: () => settings.reset(),
		},
		faults: parts.faults,
		webhooks: {
			add: (wish) => webhooks.add(wish),
			list: () => webhooks.list(),
			renewSecret: (id) => webhooks.renewSecret(id),
			remove: (id) => parts.removeWebhook(id),
		},
		emit: (event, record) => events.emit(event, record),
		deliveries: {
			list: (state) => deliveries.list(-1, state),
			get: (id) => deliveries.get(id),
			resend: (id) => queue.resend(id),
			release: (order = 'inOrder', seed) => queue.release(order, seed),
			burst: (burst) => events.burst(burst),
			settled: () => queue.settled(),
			idle: () => queue.idle(),
		},
		addRecords: (kind, fields, count) => parts.addRecords(kind, fields, count),
		reset: () => parts.reset(),
	};
}
