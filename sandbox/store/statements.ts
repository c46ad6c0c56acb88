/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Each statement is prepared once: on a busy sandbox, preparing would take longer than running. */
export function preparedOn(database: DatabaseSync): (sql: string) => StatementSync {
	const known = new Map<string, StatementSync>();
	return (sql) => {
		const found = known.get(sql);
		if (found) return found;
		const statement = database.prepare(sql);
		known.set(sql, statement);
		return statement;
	};
}
