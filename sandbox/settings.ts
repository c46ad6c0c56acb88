import { isJsonObject } from './json.ts';
import type { JsonObject } from './json.ts';
import type { LayoutName } from './layouts.ts';
import type { ListStyle } from './lists.ts';

/** What the specification leaves open and a person may want to try. None of it is a fact about the service. */
export interface Settings {
	/** Delay of every API response, in milliseconds. */
	latencyMs: number;
	/** The form of a list, and the size of its pages if the request has none. */
	pagination: { style: ListStyle; pageSize: number };
	/** Requests in a window; null for the limit of the plan. */
	quota: { limit: number | null; windowMs: number };
	/** Time between a workflow's trigger and `workflow.run.completed`, in milliseconds. */
	runs: { delayMs: number };
	signature: { layout: LayoutName };
	/** Attempts for each delivery. */
	delivery: { attempts: number };
}

export type SettingsChange = { [Name in keyof Settings]?: Partial<Settings[Name]> };

export const defaultSettings: Settings = {
	latencyMs: 0,
	pagination: { style: 'page', pageSize: 50 },
	quota: { limit: null, windowMs: 60_000 },
	runs: { delayMs: 200 },
	signature: { layout: 'body' },
	delivery: { attempts: 5 },
};

/** A request of a person that cannot be fulfilled. The message says why. */
export class InputError extends Error {}

/** The settings after a change. Throws an InputError if there is no such setting. */
export function changed(settings: Settings, change: SettingsChange): Settings {
	// Settings are plain JSON.
	return merge(settings as unknown as JsonObject, change as JsonObject, '') as unknown as Settings;
}

function merge(current: JsonObject, change: JsonObject, path: string): JsonObject {
	const result = { ...current };

	for (const [name, value] of Object.entries(change)) {
		const before = current[name];
		if (before === undefined) throw new InputError(`there is no setting ${path}${name}`);

		const isGroup = isJsonObject(before) && isJsonObject(value);
		result[name] = isGroup ? merge(before, value, `${path}${name}.`) : value;
	}

	return result;
}
