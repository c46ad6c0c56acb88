import { type ErrorAnswer, readErrorAnswer } from '../errorAnswer';
import { idOf } from './identity';
import { isObject, type JsonObject, valueAt } from '../../records/json';
import { readKeyedRecords } from './keyedRecords';
import { choose, gatherArrays } from './listCandidates';
import { ELEMENT_WRAPPERS, LIST_KEYS, RESOURCE_KEYS } from './recordShapes';
import { normalise } from '../nextPage/spelling';
import type { ListRecord, ResourceName } from '../types';

export type FoundRecords =
	| { kind: 'records'; records: ListRecord[]; path: string[]; note?: string }
	| { kind: 'error'; error: ErrorAnswer }
	| { kind: 'refused'; message: string; candidates: string[] };

/** Finds the records in an answer of which nothing is documented. Never throws. */
export function findRecords(body: unknown, resource: ResourceName): FoundRecords {
	if (Array.isArray(body)) return list(body, []);
	// Some servers write an empty list as null (Go) or as no body at all.
	if (body === null || body === undefined || body === '') {
		return { kind: 'records', records: [], path: [], note: 'The answer was empty.' };
	}
	if (!isObject(body)) return refused(`The answer is a ${typeof body}, not a list`);
	const error = readErrorAnswer(body);
	if (error) return { kind: 'error', error };
	return (
		findKeyed(body, resource, true) ??
		findArray(body, resource, true) ??
		findKeyed(body, resource, false) ??
		findSingle(body, resource) ??
		findArray(body, resource, false) ??
		findEmpty(body, resource) ??
		refused(`No list was found in the answer (its fields: ${keysOf(body)})`)
	);
}

/** Reads the list at a known path: pinned by hand, or found on an earlier page. */
export function recordsAt(body: unknown, path: readonly string[]): FoundRecords | undefined {
	const error = isObject(body) ? readErrorAnswer(body) : undefined;
	if (error) return { kind: 'error', error };
	const value = valueAt(body, path);
	if (Array.isArray(value)) return list(value, [...path]);
	if (value === null) return { kind: 'records', records: [], path: [...path] };
	const keyed = isObject(value) ? readKeyedRecords(value, true) : undefined;
	return keyed && { kind: 'records', records: keyed, path: [...path] };
}

function findArray(
	body: JsonObject,
	resource: ResourceName,
	named: boolean,
): FoundRecords | undefined {
	const choice = choose(gatherArrays(body), resource, named);
	if (choice.kind === 'none') return undefined;
	if (choice.kind === 'several') {
		const message = `The answer holds several lists (${choice.paths.join(', ')}), and none is named for what was asked`;
		return { kind: 'refused', message, candidates: choice.paths };
	}
	return list(choice.array, choice.path);
}

/** First only what is beyond doubt (each value names its key), before the values' own arrays mislead. */
function findKeyed(
	body: JsonObject,
	resource: ResourceName,
	certain: boolean,
): FoundRecords | undefined {
	const names: readonly string[] = RESOURCE_KEYS[resource];
	const places: Array<[string[], unknown]> = [[[], body]];
	for (const [key, value] of Object.entries(body)) places.push([[key], value]);
	for (const [path, value] of places) {
		if (!isObject(value)) continue;
		const key = normalise(path[0] ?? '');
		// The plural only: `user: {profile: {…}, account: {…}}` is one user.
		const named = key === names[0];
		if (path.length > 0 && !names.includes(key) && !LIST_KEYS.includes(key)) continue;
		const records = readKeyedRecords(value, named && !certain);
		if (!records) continue;
		if (
			certain &&
			!Object.entries(value).every(([id, one]) => isObject(one) && idOf(one) === id)
		) {
			continue;
		}
		const note = 'The records stood under their IDs instead of in a list.';
		return { kind: 'records', records, path, note };
	}
	return undefined;
}

/**
 * One record where a list was asked: kept as a list of one, and said so. Only an object with its own
 * ID counts; anything else might be an envelope whose list would be lost.
 */
function findSingle(body: JsonObject, resource: ResourceName): FoundRecords | undefined {
	const names: readonly string[] = [...RESOURCE_KEYS[resource], ...LIST_KEYS];
	const places = Object.entries(body).filter(([key]) => names.includes(normalise(key)));
	for (const [path, value] of [
		[[], body] as const,
		...places.map(([key, v]) => [[key], v] as const),
	]) {
		if (isObject(value) && idOf(value) !== undefined) {
			const note = 'The answer held a single record instead of a list.';
			return { kind: 'records', records: [value], path: [...path], note };
		}
	}
	return undefined;
}

/** An empty list that was left out (Google omits empty arrays), is null, or calls itself a list. */
function findEmpty(body: JsonObject, resource: ResourceName): FoundRecords | undefined {
	const names: readonly string[] = [...RESOURCE_KEYS[resource], ...LIST_KEYS];
	const entries = Object.entries(body);
	const empty =
		entries.length === 0 ||
		entries.some(([key, value]) => {
			const name = normalise(key);
			if (value === null || (isObject(value) && Object.keys(value).length === 0)) {
				return names.includes(name);
			}
			if (/^total/.test(name)) return value === 0;
			return ['kind', 'object', 'type'].includes(name) && /list$/i.test(String(value));
		});
	if (!empty) return undefined;
	return {
		kind: 'records',
		records: [],
		path: [],
		note: 'The answer held no list; read as empty.',
	};
}

function list(array: readonly unknown[], path: string[]): FoundRecords {
	const wrapper = ELEMENT_WRAPPERS.find(
		({ list: name, key }) =>
			normalise(path.at(-1) ?? '') === name &&
			array.length > 0 &&
			array.every((element) => isObject(element) && isObject(element[key])),
	);
	let plain = 0;
	const records = array.map((element): ListRecord => {
		if (!isObject(element)) {
			plain += 1;
			return { value: element as JsonObject[string] };
		}
		const inner = wrapper && element[wrapper.key];
		if (!isObject(inner)) return element;
		return idOf(inner) === undefined && element._id !== undefined
			? { _id: element._id, ...inner }
			: inner;
	});
	const note = plain > 0 ? "Plain values stand in the field 'value'." : undefined;
	return { kind: 'records', records, path, note };
}

function refused(message: string): FoundRecords {
	return { kind: 'refused', message, candidates: [] };
}

function keysOf(body: JsonObject): string {
	return Object.keys(body).slice(0, 20).join(', ');
}
