/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Kind } from '../service/endpoints.ts';
import type { Page, Window } from '../service/pagination.ts';
import { preparedOn } from './statements.ts';
import { number, text } from './rows.ts';
import type { Row } from './rows.ts';

export interface StoredRecord {
	sequence: number;
	id: string;
	archived: boolean;
	body: JsonObject;
}

export interface Filter {
	projectId?: string;
	/** Archived records are left out unless asked for. */
	withArchived?: boolean;
}

/** Users, projects, tasks and workflows: their fields are open, so each is kept as the JSON that was sent. */
export class RecordStore {
	#database: DatabaseSync;
	#prepared: (sql: string) => StatementSync;
	/** Numbers of records by condition, until something changes: counting a long list takes longer than reading a page. */
	#totals = new Map<string, number>();

	constructor(database: DatabaseSync) {
		this.#database = database;
		this.#prepared = preparedOn(database);
	}

	get(kind: Kind, id: string): StoredRecord | undefined {
		const row = this.#prepared('SELECT * FROM records WHERE kind = ? AND id = ?').get(kind, id);
		return row && toRecord(row);
	}

	/** The number that the next record will have in its ID. */
	nextSequence(): number {
		const row = this.#prepared("SELECT seq FROM sqlite_sequence WHERE name = 'records'").get();
		return (row ? number(row, 'seq') : 0) + 1;
	}

	insert(kind: Kind, id: string, body: JsonObject): void {
		this.#totals.clear();
		this.#prepared('INSERT INTO records (kind, id, project_id, body) VALUES (?, ?, ?, ?)').run(
			kind,
			id,
			projectOf(body),
			JSON.stringify(body),
		);
	}

	replace(kind: Kind, id: string, body: JsonObject): void {
		this.#totals.clear();
		this.#prepared('UPDATE records SET body = ?, project_id = ? WHERE kind = ? AND id = ?').run(
			JSON.stringify(body),
			projectOf(body),
			kind,
			id,
		);
	}

	archive(kind: Kind, id: string): void {
		this.#totals.clear();
		this.#prepared('UPDATE records SET archived = 1 WHERE kind = ? AND id = ?').run(kind, id);
	}

	remove(kind: Kind, id: string): void {
		this.#totals.clear();
		this.#prepared('DELETE FROM records WHERE kind = ? AND id = ?').run(kind, id);
	}

	page(kind: Kind, filter: Filter, window: Window): { page: Page; records: StoredRecord[] } {
		const { where, values } = condition(kind, filter);
		const total = this.#total(where, values);
		// One more than asked for tells whether anything follows.
		const limit = Number.isFinite(window.size) ? window.size + 1 : -1;
		const rows = this.#prepared(
			`SELECT * FROM records WHERE ${where} AND sequence > ? ORDER BY sequence LIMIT ? OFFSET ?`,
		).all(...values, window.after ?? 0, limit, window.skip);
		const hasMore = rows.length > window.size;
		const records = (hasMore ? rows.slice(0, window.size) : rows).map(toRecord);
		const lastSequence = records.at(-1)?.sequence;
		return { records, page: { window, total, count: records.length, hasMore, lastSequence } };
	}

	removeAll(kind: Kind): void {
		this.#totals.clear();
		this.#prepared('DELETE FROM records WHERE kind = ?').run(kind);
	}

	clear(): void {
		this.#totals.clear();
		this.#database.exec("DELETE FROM records; DELETE FROM sqlite_sequence WHERE name = 'records'");
	}

	#total(where: string, values: SQLInputValue[]): number {
		const name = JSON.stringify([where, values]);
		const known = this.#totals.get(name);
		if (known !== undefined) return known;
		const sql = `SELECT count(*) AS total FROM records WHERE ${where}`;
		const row = this.#prepared(sql).get(...values);
		const total = row ? number(row, 'total') : 0;
		this.#totals.set(name, total);
		return total;
	}
}

function condition(kind: Kind, filter: Filter): { where: string; values: SQLInputValue[] } {
	const parts = ['kind = ?'];
	const values: SQLInputValue[] = [kind];
	if (!filter.withArchived) parts.push('archived = 0');
	if (filter.projectId !== undefined) {
		parts.push('project_id = ?');
		values.push(filter.projectId);
	}
	return { where: parts.join(' AND '), values };
}

/** IDs may be numbers or texts; a filter arrives as text, so both compare as text. */
function projectOf(body: JsonObject): string | null {
	const value = body.project_id;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function toRecord(row: Row): StoredRecord {
	return {
		sequence: number(row, 'sequence'),
		id: text(row, 'id'),
		archived: number(row, 'archived') === 1,
		body: parseJsonObject(text(row, 'body')) ?? {},
	};
}
