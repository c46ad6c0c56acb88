import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { webhookSchema } from '../control/schema.ts';
import type { WebhookInput } from '../control/schema.ts';
import { checked } from '../input.ts';
import { eventNames } from '../webhooks/eventNames.ts';
import type { EventName } from '../webhooks/eventNames.ts';
import type { Database } from './database.ts';

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

const SELECT = `SELECT id, url, events, secret, previous_secret AS previousSecret,
	created_at AS createdAt FROM webhooks`;

/** The webhooks of the account settings. Secrets are saved as they are, since signing needs them. */
export class WebhookStore {
	#database: Database;
	#clock: Clock;
	#defaultSecret: string | undefined;

	/** `defaultSecret` is for every webhook that is added without a secret. By default each gets its own. */
	constructor(database: Database, clock: Clock, defaultSecret?: string) {
		this.#database = database;
		this.#clock = clock;
		this.#defaultSecret = defaultSecret;
	}

	/** Throws an InputError if the URL is none. */
	add(input: WebhookInput): Webhook {
		const { url, events, secret } = checked(webhookSchema, input);
		const webhook: Webhook = {
			id: `hook_${randomUUID().slice(0, 8)}`,
			url,
			events: events === 'all' ? [...eventNames] : events,
			secret: secret ?? this.#defaultSecret ?? newSecret(),
			previousSecret: null,
			createdAt: this.#clock.now(),
		};
		this.#database.run(
			'INSERT INTO webhooks (id, url, events, secret, created_at) VALUES (?, ?, ?, ?, ?)',
			...[webhook.id, url, JSON.stringify(webhook.events), webhook.secret, webhook.createdAt],
		);
		return webhook;
	}

	get(id: string): Webhook | undefined {
		const row = this.#database.get<WebhookRow>(`${SELECT} WHERE id = ?`, id);
		return row && toWebhook(row);
	}

	list(): Webhook[] {
		return this.#database.all<WebhookRow>(`${SELECT} ORDER BY sequence`).map(toWebhook);
	}

	/** Creates a new secret and keeps the previous one. */
	renewSecret(id: string): Webhook | undefined {
		const sql = 'UPDATE webhooks SET previous_secret = secret, secret = ? WHERE id = ?';
		this.#database.run(sql, newSecret(), id);
		return this.get(id);
	}

	remove(id: string): boolean {
		return this.#database.run('DELETE FROM webhooks WHERE id = ?', id) > 0;
	}

	clear(): void {
		this.#database.run('DELETE FROM webhooks');
	}
}

/** Text that is base64 after its prefix, so that layouts which decode the secret have something to decode. */
function newSecret(): string {
	return `whsec_${randomBytes(24).toString('base64')}`;
}

type WebhookRow = Omit<Webhook, 'events'> & { events: string };

function toWebhook(row: WebhookRow): Webhook {
	// Written above, and nowhere else.
	return { ...row, events: JSON.parse(row.events) as EventName[] };
}
