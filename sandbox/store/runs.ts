import { parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Database } from './database.ts';

/** Runs of workflows; kept so that a run triggered before a restart still completes after it. */
export class RunStore {
	#database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	add(id: string, dueAt: number, body: JsonObject): void {
		const sql = "INSERT INTO runs (id, due_at, state, body) VALUES (?, ?, 'running', ?)";
		this.#database.run(sql, id, dueAt, JSON.stringify(body));
	}

	due(now: number): Array<{ id: string; body: JsonObject }> {
		const sql =
			"SELECT id, body FROM runs WHERE state = 'running' AND due_at <= ? ORDER BY due_at, rowid";
		return this.#database
			.all<{ id: string; body: string }>(sql, now)
			.map(({ id, body }) => ({ id, body: parseJsonObject(body) ?? {} }));
	}

	nextDue(): number | undefined {
		const sql = "SELECT min(due_at) AS at FROM runs WHERE state = 'running'";
		return this.#database.get<{ at: number | null }>(sql)?.at ?? undefined;
	}

	complete(id: string, body: JsonObject): void {
		const sql = "UPDATE runs SET state = 'completed', body = ? WHERE id = ?";
		this.#database.run(sql, JSON.stringify(body), id);
	}

	clear(): void {
		this.#database.run('DELETE FROM runs');
	}
}
