/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import { parseJson } from '../json.ts';
import { eventNames } from '../webhooks/eventNames.ts';
import type { EventName } from '../webhooks/eventNames.ts';
import { number, text, textOrNull } from './rows.ts';
import type { Row } from './rows.ts';

export interface Webhook {
	id: string;
	url: string;
	/** The events it wants. */
	events: EventName[];
	secret: string;
	/** The secret before the last renewal, which receivers may still expect. */
	previousSecret: string | null;
	createdAt: number;
}

export interface WebhookWish {
	url: string;
	/** All six when left out. */
	events?: readonly EventName[];
	/** The usual one or a new one when left out. */
	secret?: string;
}

/** The URLs configured in the account settings. Secrets are kept readable: signing needs them. */
export class WebhookStore {
	#database: DatabaseSync;
	#clock: Clock;
	#usualSecret: string | undefined;

	/** `usualSecret` is that of every webhook added without one; otherwise each gets its own. */
	constructor(database: DatabaseSync, clock: Clock, usualSecret?: string) {
		this.#database = database;
		this.#clock = clock;
		this.#usualSecret = usualSecret;
	}

	add(wish: WebhookWish): Webhook {
		const webhook: Webhook = {
			id: `hook_${randomUUID().slice(0, 8)}`,
			url: checkedUrl(wish.url),
			events: [...(wish.events ?? eventNames)],
			secret: wish.secret ?? this.#usualSecret ?? newSecret(),
			previousSecret: null,
			createdAt: this.#clock.now(),
		};
		this.#database
			.prepare('INSERT INTO webhooks (id, url, events, secret, created_at) VALUES (?, ?, ?, ?, ?)')
			.run(
				webhook.id,
				webhook.url,
				JSON.stringify(webhook.events),
				webhook.secret,
				webhook.createdAt,
			);
		return webhook;
	}

	get(id: string): Webhook | undefined {
		const row = this.#database.prepare('SELECT * FROM webhooks WHERE id = ?').get(id);
		return row && toWebhook(row);
	}

	list(): Webhook[] {
		return this.#database.prepare('SELECT * FROM webhooks ORDER BY sequence').all().map(toWebhook);
	}

	/** Gives a new secret and remembers the former one. */
	renewSecret(id: string): Webhook | undefined {
		this.#database
			.prepare('UPDATE webhooks SET previous_secret = secret, secret = ? WHERE id = ?')
			.run(newSecret(), id);
		return this.get(id);
	}

	remove(id: string): boolean {
		return this.#database.prepare('DELETE FROM webhooks WHERE id = ?').run(id).changes > 0;
	}

	clear(): void {
		this.#database.exec('DELETE FROM webhooks');
	}
}

export class WebhookError extends Error {}

function checkedUrl(url: string): string {
	const parsed = URL.canParse(url) ? new URL(url) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		throw new WebhookError('A webhook needs a full http:// or https:// address');
	}
	return parsed.href;
}

/** Text that is base64 after its prefix, so that layouts which decode the secret have something to decode. */
function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

function toWebhook(row: Row): Webhook {
	const events = parseJson(text(row, 'events'));
	return {
		id: text(row, 'id'),
		url: text(row, 'url'),
		events: eventNames.filter((name) => Array.isArray(events) && events.includes(name)),
		secret: text(row, 'secret'),
		previousSecret: textOrNull(row, 'previous_secret'),
		createdAt: number(row, 'created_at'),
	};
}
