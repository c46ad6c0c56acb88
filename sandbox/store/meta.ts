/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { text } from './rows.ts';

/** Single named values: the settings, and whether the file was seeded. */
export class MetaStore {
	#get: StatementSync;
	#set: StatementSync;

	constructor(database: DatabaseSync) {
		this.#get = database.prepare('SELECT value FROM meta WHERE name = ?');
		this.#set = database.prepare(
			'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
		);
	}

	get(name: string): string | undefined {
		const row = this.#get.get(name);
		return row && text(row, 'value');
	}

	set(name: string, value: string): void {
		this.#set.run(name, value);
	}
}
