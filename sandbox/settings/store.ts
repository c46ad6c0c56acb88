/* eslint-disable @n8n/community-nodes/require-node-api-error -- the sandbox is a server of its own and never ships: it has no node to name in an error */
import { checked, InputError } from '../input.ts';
import { isJsonObject, parseJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Database } from '../store/database.ts';
import { defaultSettings, settingsSchema } from './schema.ts';
import type { Settings, SettingsChange } from './schema.ts';

const NAME = 'settings';

/** The current settings. The database has the changes from the defaults, so that an old file gets new defaults. */
export class SettingsStore {
	#database: Database;
	#change: JsonObject = {};
	#current = defaultSettings;
	#listeners: Array<() => void> = [];

	constructor(database: Database) {
		this.#database = database;
		try {
			this.change(parseJsonObject(database.getMeta(NAME) ?? '{}') ?? {});
		} catch (error) {
			// A file of an older sandbox may have a setting that was removed: start with the defaults.
			if (!(error instanceof InputError)) throw error;
		}
	}

	get current(): Settings {
		return this.#current;
	}

	/** Merges a change into the current settings, or throws an InputError and changes nothing. */
	change(change: SettingsChange | JsonObject): Settings {
		// Settings are plain JSON.
		const whole = merged(this.#change, change as JsonObject);
		return this.#keep(checked(settingsSchema, whole), whole);
	}

	reset(): void {
		this.#keep(defaultSettings, {});
	}

	onChange(listener: () => void): void {
		this.#listeners.push(listener);
	}

	#keep(next: Settings, change: JsonObject): Settings {
		this.#current = next;
		this.#change = change;
		this.#database.setMeta(NAME, JSON.stringify(change));
		for (const listener of this.#listeners) listener();
		return next;
	}
}

/** Groups of settings are merged; any other value is replaced. */
function merged(below: JsonObject, above: JsonObject): JsonObject {
	const result: JsonObject = { ...below };
	for (const [name, value] of Object.entries(above)) {
		const former = result[name];
		result[name] = isJsonObject(value) ? merged(isJsonObject(former) ? former : {}, value) : value;
	}
	return result;
}
