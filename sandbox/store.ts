import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resources } from './api.ts';
import type { Resource } from './api.ts';
import { InputError } from './http.ts';
import type { JsonObject } from './json.ts';
import { seededKeys, seededRecords } from './seed.ts';

const SAVE_AFTER_MS = 200;

export type Plan = 'pro' | 'enterprise' | 'none';

export interface ApiKey {
	name: string;
	plan: Plan;
}

export interface Webhook {
	id: string;
	url: string;
	secret: string;
}

export interface StoreOptions {
	/** Where records and webhooks are kept between starts; without it, nowhere. */
	file?: string;
	/** The secret of each webhook that is added without one. By default each gets its own. */
	signingSecret?: string;
}

/** What a file contains. */
interface Saved {
	records: Record<Resource, JsonObject[]>;
	webhooks: Webhook[];
}

/** Records, webhooks and API keys. They are in memory, and records and webhooks also in a file. */
export class Store {
	readonly keys = new Map<string, ApiKey>();
	webhooks: Webhook[] = [];
	#records = noRecords();
	#options: StoreOptions;
	#isChanged = false;

	constructor(options: StoreOptions) {
		this.#options = options;
		this.reset();

		const { file } = options;
		if (!file || !existsSync(file)) return;
		this.#records = noRecords();
		this.#load(file);
	}

	/** Restores what a new sandbox has. */
	reset(): void {
		this.webhooks = [];
		this.keys.clear();
		for (const { key, name, plan } of seededKeys) this.keys.set(key, { name, plan });

		this.#records = noRecords();
		for (const [resource, record] of seededRecords) this.add(resource, record);
	}

	addKey(): string {
		const key = `ac_test_${randomBytes(18).toString('hex')}`;
		this.keys.set(key, { name: 'Added', plan: 'enterprise' });
		return key;
	}

	/** The records of a resource, oldest first. */
	list(resource: Resource): JsonObject[] {
		return [...this.#records[resource].values()];
	}

	get(resource: Resource, id: string): JsonObject | undefined {
		return this.#records[resource].get(id);
	}

	/** Adds a record. The fields are not specified, so all are saved as they were sent. */
	add(resource: Resource, fields: JsonObject): JsonObject {
		const time = new Date().toISOString();
		const id = fields.id ?? `${resource}_${randomUUID().slice(0, 8)}`;
		const record = { ...fields, id, created_at: time, updated_at: time };

		this.#records[resource].set(String(id), record);
		this.#saveLater();
		return record;
	}

	/** Changes the fields that are given, and keeps the others. */
	update(resource: Resource, id: string, fields: JsonObject): JsonObject {
		const before = this.#records[resource].get(id) ?? {};
		const { id: ownId = id, created_at: createdAt = null } = before;
		const record = {
			...before,
			...fields,
			id: ownId,
			created_at: createdAt,
			updated_at: new Date().toISOString(),
		};

		this.#records[resource].set(id, record);
		this.#saveLater();
		return record;
	}

	remove(resource: Resource, id: string): void {
		this.#records[resource].delete(id);
		this.#saveLater();
	}

	clear(resource: Resource): void {
		this.#records[resource].clear();
		this.#saveLater();
	}

	/** Adds a webhook, which gets all events. */
	addWebhook(url: string, secret?: string): Webhook {
		if (!/^https?:/.test(url) || !URL.canParse(url)) {
			throw new InputError('the URL must begin with http:// or https://');
		}

		const webhook: Webhook = {
			id: `hook_${randomUUID().slice(0, 8)}`,
			url,
			secret: secret ?? this.#options.signingSecret ?? newSecret(),
		};
		this.webhooks.push(webhook);
		this.#saveLater();
		return webhook;
	}

	removeWebhook(id: string): void {
		this.webhooks = this.webhooks.filter((webhook) => webhook.id !== id);
		this.#saveLater();
	}

	/** Saves what has changed since the last time. */
	save(): void {
		const { file } = this.#options;
		if (!file || !this.#isChanged) return;

		this.#isChanged = false;
		const records = Object.fromEntries(resources.map((name) => [name, this.list(name)]));
		// Renamed, so that the file is never incomplete.
		writeFileSync(`${file}.new`, JSON.stringify({ records, webhooks: this.webhooks }));
		renameSync(`${file}.new`, file);
	}

	#load(file: string): void {
		// Written above, and nowhere else.
		const { records, webhooks } = JSON.parse(readFileSync(file, 'utf8')) as Saved;
		for (const resource of resources) {
			for (const record of records[resource]) {
				this.#records[resource].set(String(record.id), record);
			}
		}
		this.webhooks = webhooks;
	}

	/** Many changes in a row are saved once. */
	#saveLater(): void {
		if (this.#isChanged) return;

		this.#isChanged = true;
		setTimeout(() => this.save(), SAVE_AFTER_MS).unref();
	}
}

function noRecords(): Record<Resource, Map<string, JsonObject>> {
	return { user: new Map(), project: new Map(), task: new Map(), workflow: new Map() };
}

/** Base64 after its prefix, as Standard Webhooks has it. */
function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}
