/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { DatabaseSync } from 'node:sqlite';
import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { number, numberOrNull, text } from './rows.ts';

export interface StoredRun {
	id: string;
	dueAt: number;
	body: JsonObject;
}

/** Runs of workflows; kept so that a run triggered before a restart still completes after it. */
export class RunStore {
	#database: DatabaseSync;

	constructor(database: DatabaseSync) {
		this.#database = database;
	}

	add(run: StoredRun): void {
		this.#database
			.prepare("INSERT INTO runs (id, due_at, state, body) VALUES (?, ?, 'running', ?)")
			.run(run.id, run.dueAt, JSON.stringify(run.body));
	}

	due(now: number): StoredRun[] {
		return this.#database
			.prepare("SELECT * FROM runs WHERE state = 'running' AND due_at <= ? ORDER BY due_at, rowid")
			.all(now)
			.map((row) => ({
				id: text(row, 'id'),
				dueAt: number(row, 'due_at'),
				body: parseJsonObject(text(row, 'body')) ?? {},
			}));
	}

	nextDue(): number | undefined {
		const row = this.#database
			.prepare("SELECT min(due_at) AS at FROM runs WHERE state = 'running'")
			.get();
		return row ? (numberOrNull(row, 'at') ?? undefined) : undefined;
	}

	complete(id: string, body: JsonObject): void {
		this.#database
			.prepare("UPDATE runs SET state = 'completed', body = ? WHERE id = ?")
			.run(JSON.stringify(body), id);
	}

	clear(): void {
		this.#database.exec('DELETE FROM runs');
	}
}
