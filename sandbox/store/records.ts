/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import { randomUUID } from 'node:crypto';
import type { SQLInputValue } from 'node:sqlite';
import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Kind } from '../service/endpoints.ts';
import type { Page, Window } from '../service/pagination.ts';
import type { Settings } from '../settings/schema.ts';
import type { Database } from './database.ts';

export interface StoredRecord {
	sequence: number;
	archived: boolean;
	body: JsonObject;
}

export interface Filter {
	projectId?: string;
	/** By default without archived records. */
	withArchived?: boolean;
}

/** Users, projects, tasks and workflows. Their fields are not specified, so the JSON is saved as it was sent. */
export class RecordStore {
	#database: Database;
	/** Totals by condition, until something changes: counting a long list takes longer than reading a page. */
	#totals = new Map<string, number>();

	constructor(database: Database) {
		this.#database = database;
	}

	get(kind: Kind, id: string): StoredRecord | undefined {
		const sql = 'SELECT * FROM records WHERE kind = ? AND id = ?';
		const row = this.#database.get<RecordRow>(sql, kind, id);
		return row && toRecord(row);
	}

	/** An ID that no record has. Its type and format are not in the specification, so the form is a setting. */
	newId(form: Settings['ids'], kind: Kind): string | number {
		if (form === 'uuid') return randomUUID();
		const sql = "SELECT seq FROM sqlite_sequence WHERE name = 'records'";
		const sequence = (this.#database.get<{ seq: number }>(sql)?.seq ?? 0) + 1;
		return form === 'number' ? sequence : `${kind}_${sequence}`;
	}

	insert(kind: Kind, id: string, body: JsonObject): void {
		const sql = 'INSERT INTO records (kind, id, project_id, body) VALUES (?, ?, ?, ?)';
		this.#write(sql, kind, id, projectOf(body), JSON.stringify(body));
	}

	replace(kind: Kind, id: string, body: JsonObject): void {
		const sql = 'UPDATE records SET body = ?, project_id = ? WHERE kind = ? AND id = ?';
		this.#write(sql, JSON.stringify(body), projectOf(body), kind, id);
	}

	archive(kind: Kind, id: string): void {
		this.#write('UPDATE records SET archived = 1 WHERE kind = ? AND id = ?', kind, id);
	}

	remove(kind: Kind, id: string): void {
		this.#write('DELETE FROM records WHERE kind = ? AND id = ?', kind, id);
	}

	page(kind: Kind, filter: Filter, window: Window): { page: Page; records: StoredRecord[] } {
		const { where, values } = condition(kind, filter);
		const total = this.#total(where, values);
		// One more than requested shows whether there is a next page.
		const limit = Number.isFinite(window.size) ? window.size + 1 : -1;
		const rows = this.#database.all<RecordRow>(
			`SELECT * FROM records WHERE ${where} AND sequence > ? ORDER BY sequence LIMIT ? OFFSET ?`,
			...[...values, window.after ?? 0, limit, window.skip],
		);
		const hasMore = rows.length > window.size;
		const records = (hasMore ? rows.slice(0, window.size) : rows).map(toRecord);
		const lastSequence = records.at(-1)?.sequence;
		return { records, page: { window, total, hasMore, lastSequence } };
	}

	removeAll(kind: Kind): void {
		this.#write('DELETE FROM records WHERE kind = ?', kind);
	}

	clear(): void {
		this.#write('DELETE FROM records');
		this.#write("DELETE FROM sqlite_sequence WHERE name = 'records'");
	}

	#write(sql: string, ...values: SQLInputValue[]): void {
		this.#totals.clear();
		this.#database.run(sql, ...values);
	}

	#total(where: string, values: SQLInputValue[]): number {
		const name = JSON.stringify([where, values]);
		const sql = `SELECT count(*) AS total FROM records WHERE ${where}`;
		const known = this.#totals.get(name);
		const total = known ?? this.#database.get<{ total: number }>(sql, ...values)?.total ?? 0;
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

/** IDs may be numbers or strings; a filter arrives as text, so both compare as text. */
function projectOf(body: JsonObject): string | null {
	const value = body.project_id;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

interface RecordRow {
	sequence: number;
	archived: number;
	body: string;
}

function toRecord({ sequence, archived, body }: RecordRow): StoredRecord {
	return { sequence, archived: archived === 1, body: parseJsonObject(body) ?? {} };
}
