/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

// Not an import: the lint runs on Node 20 as well, which has no such module and would not find it.
const sqlite = process.getBuiltinModule('node:sqlite');

const SCHEMA = `
	CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
	CREATE TABLE IF NOT EXISTS api_keys (
		sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, name TEXT NOT NULL,
		plan TEXT NOT NULL, kind TEXT NOT NULL, hash TEXT UNIQUE NOT NULL, masked TEXT NOT NULL,
		created_at INTEGER NOT NULL, revoked_at INTEGER
	);
	CREATE TABLE IF NOT EXISTS records (
		sequence INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL,
		project_id TEXT, archived INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL, UNIQUE (kind, id)
	);
	CREATE INDEX IF NOT EXISTS records_in_order ON records (kind, archived, sequence);
	CREATE INDEX IF NOT EXISTS records_of_kind ON records (kind, sequence);
	CREATE INDEX IF NOT EXISTS records_of_project ON records (kind, project_id, sequence);
	CREATE TABLE IF NOT EXISTS webhooks (
		sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, url TEXT NOT NULL,
		events TEXT NOT NULL, secret TEXT NOT NULL, previous_secret TEXT, created_at INTEGER NOT NULL
	);
	CREATE TABLE IF NOT EXISTS deliveries (
		sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, webhook_id TEXT NOT NULL,
		url TEXT NOT NULL, event TEXT NOT NULL, event_id TEXT NOT NULL, body TEXT NOT NULL,
		state TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, place INTEGER NOT NULL,
		next_at INTEGER NOT NULL, created_at INTEGER NOT NULL
	);
	CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, place);
	CREATE INDEX IF NOT EXISTS deliveries_later ON deliveries (state, next_at);
	CREATE TABLE IF NOT EXISTS attempts (
		sequence INTEGER PRIMARY KEY AUTOINCREMENT, delivery_id TEXT NOT NULL, at INTEGER NOT NULL,
		status INTEGER, response TEXT, error TEXT, duration_ms INTEGER NOT NULL
	);
	CREATE INDEX IF NOT EXISTS attempts_of_delivery ON attempts (delivery_id, sequence);
`;

/** The one file that the sandbox writes to; ':memory:' writes none. */
export class Database {
	#file: DatabaseSync;
	#statements = new Map<string, StatementSync>();

	constructor(file: string) {
		this.#file = new sqlite.DatabaseSync(file);
		// Without waiting for the disk on each write, which would make the sandbox slower than a real service.
		this.#file.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
		this.#file.exec(SCHEMA);
	}

	/** The rows of a statement. It must select the columns of `Row`. */
	all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
		return this.#prepared(sql).all(...values) as Row[];
	}

	get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#prepared(sql).get(...values) as Row | undefined;
	}

	/** Returns the number of changed rows. */
	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.#prepared(sql).run(...values).changes);
	}

	/** A named value: the settings, or whether the file was seeded. */
	getMeta(name: string): string | undefined {
		return this.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
	}

	setMeta(name: string, value: string): void {
		this.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, value);
	}

	transaction(work: () => void): void {
		this.#file.exec('BEGIN IMMEDIATE');
		try {
			work();
			this.#file.exec('COMMIT');
		} catch (error) {
			this.#file.exec('ROLLBACK');
			throw error;
		}
	}

	close(): void {
		this.#file.close();
	}

	/** Each statement is prepared once: on a busy sandbox, preparing would take longer than running. */
	#prepared(sql: string): StatementSync {
		const statement = this.#statements.get(sql) ?? this.#file.prepare(sql);
		this.#statements.set(sql, statement);
		return statement;
	}
}
