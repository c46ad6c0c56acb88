import { isJsonObject } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { atLeastOne, choices, nullable, open, signed } from './choices.ts';

/** A change that names no setting or a value it cannot have; the message says which. */
export class SettingsError extends Error {}

/**
 * The settings with a change laid over them. The former settings say what exists and of which type it is, so a
 * misspelt name is refused instead of changing nothing.
 */
export function changed(current: JsonObject, change: JsonValue, path = ''): JsonObject {
	if (!isJsonObject(change)) throw new SettingsError(`${path || 'settings'} must be an object`);
	if (open.has(path)) return change;
	const result: JsonObject = { ...current };
	for (const [name, value] of Object.entries(change)) {
		const at = path ? `${path}.${name}` : name;
		const former = Object.hasOwn(current, name) ? current[name] : undefined;
		if (former === undefined) throw new SettingsError(`there is no setting ${at}`);
		result[name] = isJsonObject(former) ? changed(former, value, at) : checked(former, value, at);
	}
	return result;
}

function checked(former: JsonValue, value: JsonValue, at: string): JsonValue {
	if (nullable.has(at)) {
		if (value === null || isCount(value)) return value;
		throw new SettingsError(`${at} must be a number from 0 or null`);
	}
	if (typeof value !== typeof former) {
		throw new SettingsError(`${at} must be a ${typeof former}`);
	}
	if (typeof value === 'number' && !signed.has(at)) {
		const least = atLeastOne.has(at) ? 1 : 0;
		if (!isCount(value) || value < least) throw new SettingsError(`${at} must be from ${least}`);
	}
	if (/^(success|errors)\..*\.status$/.test(at) && !isStatus(value)) {
		throw new SettingsError(`${at} must be an HTTP status from 200 to 599`);
	}
	const words = choices[at];
	if (words && !(typeof value === 'string' && words.includes(value))) {
		throw new SettingsError(`${at} must be one of ${words.join(', ')}`);
	}
	return value;
}

function isCount(value: JsonValue): value is number {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isStatus(value: JsonValue): boolean {
	return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}
