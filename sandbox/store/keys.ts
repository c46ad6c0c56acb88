/* eslint-disable @n8n/community-nodes/no-restricted-imports -- the sandbox is a server of its own and never ships */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../clock.ts';
import { number, numberOrNull, text } from './rows.ts';
import type { Row } from './rows.ts';
import { preparedOn } from './statements.ts';

/** `none`: an account on a plan without API access. */
export const plans = ['pro', 'enterprise', 'none'] as const;
export type Plan = (typeof plans)[number];

export const keyKinds = ['test', 'live'] as const;
export type KeyKind = (typeof keyKinds)[number];

export interface ApiKey {
	id: string;
	name: string;
	plan: Plan;
	kind: KeyKind;
	/** Enough to tell keys apart, too little to use. */
	masked: string;
	/** A short digest of the key, the same wherever the key is met. */
	fingerprint: string;
	createdAt: number;
	revokedAt: number | null;
}

/** API keys. Only a digest is kept, so a key can be shown once and never again. */
export class KeyStore {
	#database: DatabaseSync;
	#prepared: (sql: string) => StatementSync;
	#clock: Clock;

	constructor(database: DatabaseSync, clock: Clock) {
		this.#database = database;
		this.#prepared = preparedOn(database);
		this.#clock = clock;
	}

	/** Makes a key; the full key stands in the answer only. */
	create(wish: { name: string; plan: Plan; kind: KeyKind; key?: string }): {
		key: string;
		entry: ApiKey;
	} {
		const key = wish.key ?? `ac_${wish.kind}_${randomBytes(18).toString('hex')}`;
		this.#prepared(
			'INSERT INTO api_keys (id, name, plan, kind, hash, masked, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
		).run(
			`key_${randomUUID().slice(0, 8)}`,
			wish.name,
			wish.plan,
			wish.kind,
			digest(key),
			`ac_${wish.kind}_…${key.slice(-4)}`,
			this.#clock.now(),
		);
		const entry = this.find(key);
		if (!entry) throw new Error('the key just made is not there');
		return { key, entry };
	}

	/** The entry of a key that is in force. */
	find(key: string): ApiKey | undefined {
		const row = this.#prepared('SELECT * FROM api_keys WHERE hash = ? AND revoked_at IS NULL').get(
			digest(key),
		);
		return row && toKey(row);
	}

	list(): ApiKey[] {
		return this.#prepared('SELECT * FROM api_keys ORDER BY sequence').all().map(toKey);
	}

	revoke(id: string): boolean {
		const { changes } = this.#prepared(
			'UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
		).run(this.#clock.now(), id);
		return changes > 0;
	}

	clear(): void {
		this.#database.exec('DELETE FROM api_keys');
	}
}

export function fingerprintOf(key: string): string {
	return digest(key).slice(0, 8);
}

function digest(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}

function toKey(row: Row): ApiKey {
	return {
		id: text(row, 'id'),
		name: text(row, 'name'),
		plan: oneOf(plans, text(row, 'plan')),
		kind: oneOf(keyKinds, text(row, 'kind')),
		masked: text(row, 'masked'),
		fingerprint: text(row, 'hash').slice(0, 8),
		createdAt: number(row, 'created_at'),
		revokedAt: numberOrNull(row, 'revoked_at'),
	};
}

function oneOf<T extends string>(words: readonly T[], word: string): T {
	const found = words.find((other) => other === word);
	if (!found) throw new TypeError(`the database holds the unknown word ${word}`);
	return found;
}
