import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { KeyInput } from '../control/schema.ts';
import type { Database } from './database.ts';

export interface ApiKey extends KeyInput {
	id: string;
	/** Enough to tell keys apart, too little to use. */
	masked: string;
	createdAt: number;
	revokedAt: number | null;
}

const SELECT = `SELECT id, name, plan, kind, masked,
	created_at AS createdAt, revoked_at AS revokedAt FROM api_keys`;

/** API keys. Only a digest is saved, so a key is shown once and never again. */
export class KeyStore {
	#database: Database;
	#clock: Clock;

	constructor(database: Database, clock: Clock) {
		this.#database = database;
		this.#clock = clock;
	}

	/** Creates a key. Only the returned value has the full key. */
	create({ key: known, name, plan, kind }: KeyInput & { key?: string }): {
		key: string;
		entry: ApiKey;
	} {
		const key = known ?? `ac_${kind}_${randomBytes(18).toString('hex')}`;
		const id = `key_${randomUUID().slice(0, 8)}`;
		const masked = `ac_${kind}_…${key.slice(-4)}`;
		this.#database.run(
			'INSERT INTO api_keys (id, name, plan, kind, hash, masked, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
			...[id, name, plan, kind, digest(key), masked, this.#clock.now()],
		);
		const entry = this.find(key);
		if (!entry) throw new Error('the new key was not saved');
		return { key, entry };
	}

	/** The entry of a valid key. */
	find(key: string): ApiKey | undefined {
		return this.#database.get(`${SELECT} WHERE hash = ? AND revoked_at IS NULL`, digest(key));
	}

	list(): ApiKey[] {
		return this.#database.all(`${SELECT} ORDER BY sequence`);
	}

	revoke(id: string): boolean {
		const sql = 'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
		return this.#database.run(sql, this.#clock.now(), id) > 0;
	}

	clear(): void {
		this.#database.run('DELETE FROM api_keys');
	}
}

function digest(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}
