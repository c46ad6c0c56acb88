import { isRecord, ownId, RESOURCE_FIELDS } from '../../records/envelopeFields';
import { plainName } from '../../records/fieldNames';
import { isObject, type JsonObject, valueAt } from '../../records/json';
import { readStatedError } from '../../records/statedError';
import type { ListRecord, ResourceName } from '../types';
import { readKeyedRecords } from './keyedRecords';
import { choose, findCandidates } from './listCandidates';
import { ELEMENT_WRAPPERS } from './recordShapes';

export type FoundRecords =
	| {
			kind: 'records';
			records: ListRecord[];
			path: string[];
			note?: string;
			/**
			 * Set where there is no list, and the first page is read as an empty one: the response is empty or `{}`,
			 * has null where the list would be, or has only fields that speak of a list. In the middle of a list this
			 * proves nothing.
			 */
			absent?: 'body' | 'null' | 'list';
	  }
	| { kind: 'error'; error: { code?: string; words: string } }
	| { kind: 'refused'; message: string; candidates: string[] };

/**
 * Finds the records in a response of which nothing is documented. Never throws.
 * @param knownPath where an earlier page had its records: another place is not taken for it
 */
export function findRecords(
	body: unknown,
	resource: ResourceName,
	knownPath?: readonly string[],
): FoundRecords {
	const known = knownPath && recordsAt(body, knownPath, resource);
	if (known) return known;
	const found = findAnywhere(body, resource);
	if (!knownPath || found.kind !== 'records' || found.records.length === 0) return found;
	const [now, before] = [found.path, knownPath].map((path) => path.join('.') || '.');
	return now === before
		? found
		: refused(`This page has its records in ${now}, and the first page had them in ${before}`, [
				now ?? '.',
			]);
}

function findAnywhere(body: unknown, resource: ResourceName): FoundRecords {
	if (Array.isArray(body)) return list(body, [], resource);
	// Some servers write an empty list as null (Go) or as no body at all.
	if (body === null || body === undefined || body === '') {
		const note = 'The response was empty.';
		return { kind: 'records', records: [], path: [], note, absent: 'body' };
	}
	if (!isObject(body)) return refused(`The response is a ${typeof body}, not a list`);
	const error = readStatedError(body);
	if (error) return { kind: 'error', error: { code: error.code, words: error.message } };
	const choice = choose(findCandidates(body, resource));
	if (choice.kind === 'several') return unclear(choice.paths, resource);
	if (choice.kind === 'none') return findEmpty(body, resource);
	const { path, has, records, keyed, instead = [] } = choice.candidate;
	if (has === 'null') {
		const absent = valueAt(body, path) === null ? ({ absent: 'null' } as const) : {};
		return { kind: 'records', records: [], path, note: READ_AS_EMPTY, ...absent };
	}
	if (has === 'record') {
		if (instead.length > 0) return unclear([path.join('.') || '.', ...instead], resource);
		const note = 'The response has a single record instead of a list.';
		return { kind: 'records', records: records.filter(isObject), path, note };
	}
	const found = list(records, path, resource);
	return keyed && found.kind === 'records'
		? { ...found, note: 'The records are in an object, under their IDs, instead of in a list.' }
		: found;
}

const READ_AS_EMPTY = 'The response has no list. It was read as an empty one.';

/** Reads the list at a known path: set by the user, or found on an earlier page. */
export function recordsAt(
	body: unknown,
	path: readonly string[],
	resource?: ResourceName,
): FoundRecords | undefined {
	const error = readStatedError(body);
	if (error) return { kind: 'error', error: { code: error.code, words: error.message } };
	const value = valueAt(body, path);
	if (Array.isArray(value)) return list(value, [...path], resource);
	if (value === null) {
		return {
			kind: 'records',
			records: [],
			path: [...path],
			absent: path.length > 0 ? 'null' : 'body',
		};
	}
	if (!isObject(value)) return undefined;
	if (Object.keys(value).length === 0 && path.length > 0) {
		return { kind: 'records', records: [], path: [...path] };
	}
	const keyed = readKeyedRecords(value, 'named');
	// Some services write a list of one record as the record.
	const records = keyed ?? (isRecord(value) && path.length > 0 ? [value] : undefined);
	return records && { kind: 'records', records, path: [...path] };
}

/** An empty list that was left out (Google omits empty arrays), or calls itself a list. */
function findEmpty(body: JsonObject, resource: ResourceName): FoundRecords {
	const entries = Object.entries(body).map(([key, value]) => [plainName(key), value] as const);
	const isEmpty =
		entries.length === 0 ||
		entries.some(
			([name, value]) =>
				(/^total/.test(name) && value === 0) ||
				(['kind', 'object', 'type'].includes(name) && /list$/i.test(String(value))),
		);
	if (isEmpty) {
		const absent = entries.length === 0 ? 'body' : 'list';
		return { kind: 'records', records: [], path: [], note: READ_AS_EMPTY, absent };
	}
	const fields = Object.keys(body).slice(0, 20).join(', ');
	return refused(
		`The response has no list of ${RESOURCE_FIELDS[resource][0]} (its fields: ${fields})`,
	);
}

function list(array: readonly unknown[], path: string[], resource?: ResourceName): FoundRecords {
	if (array.some((element) => Array.isArray(element) && element.some(isObject))) {
		return refused(
			'The response is a list of lists, and it is not clear which one has the records',
		);
	}
	let plain = 0;
	const key = wrapperIn(array, path, resource);
	const records = array.map((element): ListRecord => {
		if (!isObject(element)) {
			plain += 1;
			return { value: element as JsonObject[string] };
		}
		const inner = key === undefined ? undefined : element[key];
		if (!isObject(inner)) return element;
		return ownId(inner) === undefined && element._id !== undefined
			? { _id: element._id, ...inner }
			: inner;
	});
	const note = plain > 0 ? "Plain values are in the field 'value'." : undefined;
	return { kind: 'records', records, path, note };
}

/** The key under which every element has its record, if there is one. */
function wrapperIn(
	array: readonly unknown[],
	path: readonly string[],
	resource?: ResourceName,
): string | undefined {
	const objects = array.filter(isObject);
	if (objects.length === 0 || objects.length < array.length) return undefined;
	const name = plainName(path.at(-1) ?? '');
	const wrapper = ELEMENT_WRAPPERS.find(
		({ list: listName, key }) => listName === name && objects.every((each) => isObject(each[key])),
	);
	if (wrapper) return wrapper.key;
	// `{"task": {…}}` for each of them
	const only = Object.keys(objects[0] ?? {});
	const [key = ''] = only;
	return resource !== undefined &&
		(RESOURCE_FIELDS[resource] as readonly string[]).includes(plainName(key)) &&
		objects.every((each) => Object.keys(each).length === 1 && isRecord(each[key]))
		? key
		: undefined;
}

function unclear(paths: string[], resource: ResourceName): FoundRecords {
	const message = `The response has several lists (${paths.join(', ')}), and it is not clear which one has the ${RESOURCE_FIELDS[resource][0]}`;
	return refused(message, paths);
}

const refused = (message: string, candidates: string[] = []): FoundRecords => ({
	kind: 'refused',
	message,
	candidates,
});
