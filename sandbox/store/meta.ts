import type { Database } from './database.ts';

/** Single named values: the settings, and whether the file was seeded. */
export class MetaStore {
	#database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	get(name: string): string | undefined {
		const sql = 'SELECT value FROM meta WHERE name = ?';
		return this.#database.get<{ value: string }>(sql, name)?.value;
	}

	set(name: string, value: string): void {
		this.#database.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', name, value);
	}
}
