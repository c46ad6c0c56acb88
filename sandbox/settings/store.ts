/* eslint-disable @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships: it has no node to name in an error */
import { parseJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import type { MetaStore } from '../store/meta.ts';
import { changed, SettingsError } from './change.ts';
import { defaultSettings } from './defaults.ts';
import type { DeepPartial, Settings } from './types.ts';

const NAME = 'settings';

/** The settings in force; kept in the database as the change from the defaults, so that new defaults reach old files. */
export class SettingsStore {
	#meta: MetaStore;
	#change: JsonObject;
	#current: Settings;
	#listeners: Array<() => void> = [];

	constructor(meta: MetaStore) {
		this.#meta = meta;
		this.#change = {};
		this.#current = defaultSettings;
		const kept = parseJsonObject(meta.get(NAME) ?? '{}') ?? {};
		try {
			this.change(kept);
		} catch (error) {
			// A file of an older sandbox may hold a setting that is gone: its defaults are better than no start.
			if (!(error instanceof SettingsError)) throw error;
		}
	}

	get current(): Readonly<Settings> {
		return this.#current;
	}

	/** Lays a change over the settings in force, or throws a SettingsError and leaves them as they are. */
	change(change: DeepPartial<Settings> | JsonValue): Readonly<Settings> {
		// Both sides are plain JSON, and `changed` checks each value against the settings it replaces.
		const plain = change as JsonValue;
		const next = changed(asJson(this.#current), plain) as unknown as Settings;
		this.#keep(next, laidOver(this.#change, plain as JsonObject));
		return next;
	}

	reset(): void {
		this.#keep(defaultSettings, {});
	}

	onChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	#keep(next: Settings, change: JsonObject): void {
		this.#current = next;
		this.#change = change;
		this.#meta.set(NAME, JSON.stringify(change));
		for (const listener of this.#listeners) listener();
	}
}

function asJson(settings: Settings): JsonObject {
	// Settings hold only plain JSON values.
	return settings as unknown as JsonObject;
}

function laidOver(below: JsonObject, above: JsonObject): JsonObject {
	const result: JsonObject = { ...below };
	for (const [name, value] of Object.entries(above)) {
		const former = result[name];
		const nested = typeof value === 'object' && value !== null && !Array.isArray(value);
		const base = typeof former === 'object' && former !== null && !Array.isArray(former);
		result[name] = nested && name !== 'extras' ? laidOver(base ? former : {}, value) : value;
	}
	return result;
}
