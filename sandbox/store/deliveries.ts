/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { number, numberOrNull, text, textOrNull } from './rows.ts';
import type { Row } from './rows.ts';
import { preparedOn } from './statements.ts';

/** `held`: waits for its release. `cancelled`: its webhook is gone. */
export type DeliveryState = 'held' | 'pending' | 'delivered' | 'failed' | 'cancelled';

export interface Attempt {
	at: number;
	/** null when no answer came. */
	status: number | null;
	/** The beginning of the answer's text. */
	response: string | null;
	error: string | null;
	durationMs: number;
}

export interface Delivery {
	id: string;
	webhookId: string;
	url: string;
	event: string;
	/** The same for all deliveries of one event. */
	eventId: string;
	body: string;
	state: DeliveryState;
	/** Attempts since it was last put in the queue. */
	tries: number;
	nextAt: number;
	createdAt: number;
	attempts: Attempt[];
}

export type NewDelivery = Pick<Delivery, 'webhookId' | 'url' | 'event' | 'eventId' | 'body'>;

/** The queue and the log of deliveries: one table, so that a restart finds what is still to be sent. */
export class DeliveryStore {
	#database: DatabaseSync;
	#prepared: (sql: string) => StatementSync;

	constructor(database: DatabaseSync) {
		this.#database = database;
		this.#prepared = preparedOn(database);
	}

	/** Adds deliveries in the order given. */
	add(wishes: readonly NewDelivery[], state: 'held' | 'pending', now: number): string[] {
		const insert = this.#prepared(
			`INSERT INTO deliveries (id, webhook_id, url, event, event_id, body, state, place, next_at, created_at)
			 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		const ids: string[] = [];
		let place = this.#lastPlace();
		inTransaction(this.#database, () => {
			for (const wish of wishes) {
				const id = `dlv_${randomUUID()}`;
				const { webhookId, url, event, eventId, body } = wish;
				insert.run(id, webhookId, url, event, eventId, body, state, ++place, now, now);
				ids.push(id);
			}
		});
		return ids;
	}

	/** The next deliveries to send, leaving out those under way. */
	due(now: number, limit: number, underWay: ReadonlySet<string>): Delivery[] {
		return this.#prepared(
			"SELECT * FROM deliveries WHERE state = 'pending' AND next_at <= ? ORDER BY place LIMIT ?",
		)
			.all(now, limit + underWay.size)
			.filter((row) => !underWay.has(text(row, 'id')))
			.slice(0, limit)
			.map((row) => toDelivery(row, []));
	}

	/** When the next delivery that has to wait falls due. */
	nextDue(now: number): number | undefined {
		const row = this.#prepared(
			"SELECT min(next_at) AS at FROM deliveries WHERE state = 'pending' AND next_at > ?",
		).get(now);
		return row ? (numberOrNull(row, 'at') ?? undefined) : undefined;
	}

	count(state: DeliveryState): number {
		const row = this.#prepared('SELECT count(*) AS found FROM deliveries WHERE state = ?').get(
			state,
		);
		return row ? number(row, 'found') : 0;
	}

	/** Asked after each delivery, so it must not count a long queue. */
	anyPending(): boolean {
		const sql = "SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT 1";
		return this.#prepared(sql).get() !== undefined;
	}

	record(id: string, attempt: Attempt, state: DeliveryState, nextAt: number): void {
		const { at, status, response, error, durationMs } = attempt;
		inTransaction(this.#database, () => {
			this.#prepared(
				'INSERT INTO attempts (delivery_id, at, status, response, error, duration_ms) VALUES (?, ?, ?, ?, ?, ?)',
			).run(id, at, status, response, error, durationMs);
			this.#prepared(
				'UPDATE deliveries SET state = ?, next_at = ?, tries = tries + 1 WHERE id = ?',
			).run(state, nextAt, id);
		});
	}

	/** Puts a delivery at the end of the queue with all its tries. */
	requeue(id: string, now: number): boolean {
		const { changes } = this.#prepared(
			"UPDATE deliveries SET state = 'pending', tries = 0, next_at = ?, place = ? WHERE id = ?",
		).run(now, this.#lastPlace() + 1, id);
		return changes > 0;
	}

	/** Frees what is held, in the order given. */
	release(ids: readonly string[], now: number): void {
		let place = this.#lastPlace();
		const free = this.#prepared(
			"UPDATE deliveries SET state = 'pending', place = ?, next_at = ? WHERE id = ? AND state = 'held'",
		);
		inTransaction(this.#database, () => {
			for (const id of ids) free.run(++place, now, id);
		});
	}

	cancelFor(webhookId: string): void {
		this.#prepared(
			"UPDATE deliveries SET state = 'cancelled' WHERE webhook_id = ? AND state IN ('held', 'pending')",
		).run(webhookId);
	}

	get(id: string): Delivery | undefined {
		const row = this.#prepared('SELECT * FROM deliveries WHERE id = ?').get(id);
		return row && toDelivery(row, this.#attemptsOf(id));
	}

	/** The log, newest first. */
	list(limit = 1_000, state?: DeliveryState): Delivery[] {
		return this.#prepared(
			'SELECT * FROM deliveries WHERE ?1 IS NULL OR state = ?1 ORDER BY sequence DESC LIMIT ?2',
		)
			.all(state ?? null, limit)
			.map((row) => toDelivery(row, this.#attemptsOf(text(row, 'id'))));
	}

	clear(): void {
		this.#database.exec('DELETE FROM deliveries; DELETE FROM attempts');
	}

	#attemptsOf(id: string): Attempt[] {
		return this.#prepared('SELECT * FROM attempts WHERE delivery_id = ? ORDER BY sequence')
			.all(id)
			.map((row) => ({
				at: number(row, 'at'),
				status: numberOrNull(row, 'status'),
				response: textOrNull(row, 'response'),
				error: textOrNull(row, 'error'),
				durationMs: number(row, 'duration_ms'),
			}));
	}

	#lastPlace(): number {
		const row = this.#prepared('SELECT max(place) AS place FROM deliveries').get();
		return row ? (numberOrNull(row, 'place') ?? 0) : 0;
	}
}

function toDelivery(row: Row, attempts: Attempt[]): Delivery {
	return {
		id: text(row, 'id'),
		webhookId: text(row, 'webhook_id'),
		url: text(row, 'url'),
		event: text(row, 'event'),
		eventId: text(row, 'event_id'),
		body: text(row, 'body'),
		// The column only ever gets one of these words.
		state: text(row, 'state') as DeliveryState,
		tries: number(row, 'tries'),
		nextAt: number(row, 'next_at'),
		createdAt: number(row, 'created_at'),
		attempts,
	};
}
