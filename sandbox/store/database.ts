/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships */
import type { DatabaseSync } from 'node:sqlite';

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
	CREATE TABLE IF NOT EXISTS runs (
		id TEXT PRIMARY KEY, due_at INTEGER NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL
	);
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

/** Opens the one file that the sandbox writes to; ':memory:' writes none. */
export function openDatabase(file: string): DatabaseSync {
	const database = new sqlite.DatabaseSync(file);
	// Waiting for the disk on each write would make the sandbox slower than the service it plays.
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
	database.exec(SCHEMA);
	return database;
}

export function inTransaction(database: DatabaseSync, work: () => void): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		work();
		database.exec('COMMIT');
	} catch (error) {
		database.exec('ROLLBACK');
		throw error;
	}
}
