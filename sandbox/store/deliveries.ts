import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** `cancelled`: its webhook was deleted. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface Attempt {
	at: number;
	/** null when there was no response. */
	status: number | null;
	/** The beginning of the response's text. */
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
	/** Attempts since it was last made pending. */
	tries: number;
	nextAt: number;
	createdAt: number;
	attempts: Attempt[];
}

export type NewDelivery = Pick<Delivery, 'webhookId' | 'url' | 'event' | 'eventId' | 'body'>;
/** Without the log of earlier attempts. */
export type DueDelivery = Omit<Delivery, 'attempts'>;

const SELECT = `SELECT id, webhook_id AS webhookId, url, event, event_id AS eventId, body, state, tries,
	next_at AS nextAt, created_at AS createdAt FROM deliveries`;

/** The queue and the log of deliveries in one table, so that pending deliveries are still sent after a restart. */
export class DeliveryStore {
	#database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	add(deliveries: readonly NewDelivery[], now: number): string[] {
		const sql = `INSERT INTO deliveries
			(id, webhook_id, url, event, event_id, body, state, place, next_at, created_at)
			VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?)`;
		const ids: string[] = [];
		this.#database.transaction(() => {
			for (const { webhookId, url, event, eventId, body } of deliveries) {
				const id = `dlv_${randomUUID()}`;
				this.#database.run(sql, id, webhookId, url, event, eventId, body, now, now, now);
				ids.push(id);
			}
		});
		return ids;
	}

	/** The next deliveries to send, leaving out those being sent. */
	due(now: number, limit: number, sending: ReadonlySet<string>): DueDelivery[] {
		const sql = `${SELECT} WHERE state = 'pending' AND next_at <= ? ORDER BY place, sequence LIMIT ?`;
		return this.#database
			.all<DueDelivery>(sql, now, limit + sending.size)
			.filter(({ id }) => !sending.has(id))
			.slice(0, limit);
	}

	/** When the next delivery that has to wait falls due. */
	nextDue(now: number): number | undefined {
		const sql = "SELECT min(next_at) AS at FROM deliveries WHERE state = 'pending' AND next_at > ?";
		return this.#database.get<{ at: number | null }>(sql, now)?.at ?? undefined;
	}

	count(state: DeliveryState): number {
		const sql = 'SELECT count(*) AS found FROM deliveries WHERE state = ?';
		return this.#database.get<{ found: number }>(sql, state)?.found ?? 0;
	}

	/** Called after each delivery, so it must not count a long queue. */
	anyPending(): boolean {
		const sql = "SELECT 1 FROM deliveries WHERE state = 'pending' LIMIT 1";
		return this.#database.get(sql) !== undefined;
	}

	record(id: string, attempt: Attempt, state: DeliveryState, nextAt: number): void {
		const { at, status, response, error, durationMs } = attempt;
		this.#database.transaction(() => {
			this.#database.run(
				'INSERT INTO attempts (delivery_id, at, status, response, error, duration_ms) VALUES (?, ?, ?, ?, ?, ?)',
				...[id, at, status, response, error, durationMs],
			);
			const sql = 'UPDATE deliveries SET state = ?, next_at = ?, tries = tries + 1 WHERE id = ?';
			this.#database.run(sql, state, nextAt, id);
		});
	}

	/** Puts a delivery at the end of the queue, with all its attempts. */
	requeue(id: string, now: number): boolean {
		const sql =
			"UPDATE deliveries SET state = 'pending', tries = 0, next_at = ?, place = ? WHERE id = ?";
		return this.#database.run(sql, now, now, id) > 0;
	}

	cancelFor(webhookId: string): void {
		const sql =
			"UPDATE deliveries SET state = 'cancelled' WHERE webhook_id = ? AND state = 'pending'";
		this.#database.run(sql, webhookId);
	}

	get(id: string): Delivery | undefined {
		const row = this.#database.get<DueDelivery>(`${SELECT} WHERE id = ?`, id);
		return row && this.#withAttempts(row);
	}

	/** The log, newest first. */
	list(limit: number, state?: DeliveryState): Delivery[] {
		const sql = `${SELECT} WHERE ?1 IS NULL OR state = ?1 ORDER BY sequence DESC LIMIT ?2`;
		return this.#database
			.all<DueDelivery>(sql, state ?? null, limit)
			.map((row) => this.#withAttempts(row));
	}

	clear(): void {
		this.#database.run('DELETE FROM deliveries');
		this.#database.run('DELETE FROM attempts');
	}

	#withAttempts(delivery: DueDelivery): Delivery {
		const sql = `SELECT at, status, response, error, duration_ms AS durationMs
			FROM attempts WHERE delivery_id = ? ORDER BY sequence`;
		return { ...delivery, attempts: this.#database.all(sql, delivery.id) };
	}
}
