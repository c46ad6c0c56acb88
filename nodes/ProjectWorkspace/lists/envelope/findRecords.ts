import type { ResourceName } from '../../catalogue';
import { isEnvelopeField, isSideField, RESOURCE_FIELDS } from '../../records/envelopeFields';
import { readServiceError } from '../../records/errorWords';
import { isRecord, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject, valueAt } from '../../records/json';
import { readStatedError } from '../../records/statedError';
import { chooseList } from './chooseList';
import { findCandidates, isCalledList } from './listCandidates';
import { keyedRecords, toRecords } from './recordShapes';

export type FoundRecords =
	| {
			kind: 'records';
			records: JsonObject[];
			path: string[];
			note?: string;
			/**
			 * Set if the list is missing: the response is empty or `{}` (`body`), has null instead (`null`), or a later page has
			 * its list in another place (`list`).
			 */
			absent?: 'body' | 'null' | 'list';
	  }
	| { kind: 'error'; message: string; code?: string }
	| { kind: 'refused'; message: string; candidates: string[] };

/**
 * Finds the records in a response whose structure is not documented. Never throws.
 * @param knownPath where an earlier page had its records; records in another place are rejected
 */
export function findRecords(
	body: unknown,
	resource: ResourceName,
	knownPath?: readonly string[],
): FoundRecords {
	const known = knownPath && (recordsAt(body, knownPath) ?? leftOut(body, knownPath));
	if (known) return known;
	const anywhere = findAnywhere(body, resource);
	if (!knownPath || anywhere.kind !== 'records') return anywhere;
	const [now, before] = [pathText(anywhere.path), pathText(knownPath)];
	if (now === before) return anywhere;
	return anywhere.records.length === 0
		? { ...anywhere, absent: anywhere.absent ?? 'list' }
		: refused(`This page has its records in ${now}, and the first page had them in ${before}`, [
				now,
			]);
}

/** Reads the list at a known path: set by the user, or found on an earlier page. */
export function recordsAt(body: unknown, path: readonly string[]): FoundRecords | undefined {
	const error = statedError(body);
	if (error) return error;
	const value = valueAt(body, path);
	if (Array.isArray(value)) return found(value, path);
	if (value === null) return { ...found([], path), absent: path.length > 0 ? 'null' : 'body' };
	if (!isObject(value)) return undefined;
	// PHP writes an empty list as `{}`. Some services return a single record instead of a list.
	if (Object.keys(value).length === 0) return path.length > 0 ? found([], path) : undefined;
	const list = keyedRecords(value, 'named') ?? (isRecord(value) ? [value] : undefined);
	return list && found(list, path);
}

function findAnywhere(body: unknown, resource: ResourceName): FoundRecords {
	const error = statedError(body);
	if (error) return error;
	if (Array.isArray(body)) return listsIn(body, resource) ?? found(body, []);
	// Some servers return null (Go) or no body for an empty list.
	if (body === null || body === undefined || body === '') {
		return { ...found([], [], 'The response was empty.'), absent: 'body' };
	}
	if (!isObject(body)) return refused(`The response is a ${typeof body}, not a list`);
	const choice = chooseList(findCandidates(body, resource));
	const [candidate] = choice;
	if (!candidate) return findAbsent(body, resource);
	const { path, has, list, isKeyed, instead = [] } = candidate;
	const paths = [...choice.map((each) => pathText(each.path)), ...instead];
	if (candidate.name === 'other' && list.length > 0 && countsNone(body)) {
		return refused(
			`The response says that there are no records, but has some in ${paths[0]}`,
			paths,
		);
	}
	if (paths.length > 1) {
		const message = `The response has several lists (${paths.join(', ')}), and it is not clear which one has the ${RESOURCE_FIELDS[resource][0]}`;
		return refused(message, paths);
	}
	if (has === 'null') {
		const isNull = valueAt(body, path) === null;
		return { ...found([], path, READ_AS_EMPTY), ...(isNull ? { absent: 'null' } : {}) };
	}
	if (isKeyed)
		return found(list, path, 'The records are in an object under their IDs, not in a list.');
	return has === 'record'
		? found(list, path, 'The response has a single record instead of a list.')
		: (listsIn(list, resource) ?? found(list, path));
}

const READ_AS_EMPTY = 'The response has no list. It was read as an empty one.';

/** No list in the response: Google, for one, omits empty arrays. */
function findAbsent(body: JsonObject, resource: ResourceName): FoundRecords {
	const fields = Object.keys(body);
	if (fields.length === 0) return { ...found([], [], READ_AS_EMPTY), absent: 'body' };
	if (isEmptyEnvelope(body)) return found([], [], READ_AS_EMPTY);
	const { message } = readServiceError(body);
	const instead = message
		? `, but says: ${message.replace(/\.$/, '')}`
		: ` (its fields: ${fields.slice(0, 20).join(', ')})`;
	return refused(`The response has no list of ${RESOURCE_FIELDS[resource][0]}${instead}`);
}

/** A list's envelope without the list: Google's `{kind, etag}`, HAL without `_embedded`, `{"meta": {"total": 0}}`. */
const isEmptyEnvelope = (body: JsonObject) =>
	(isCalledList(body) ||
		countsNone(body) ||
		Object.keys(body).some(isOfPages) ||
		isGoogles(body)) &&
	Object.entries(body).every(
		([key, value]) => isEnvelopeField(key, value) || isSideField(key) || key.startsWith('@'),
	);

const isOfPages = (key: string) => /^_?(links?|pagination|paging|page_?info)$/i.test(key);

const isGoogles = ({ kind, etag }: JsonObject) => kind !== undefined && etag !== undefined;

/** An empty list if a later page has the object that contains its list, but not the list. */
function leftOut(body: unknown, path: readonly string[]): FoundRecords | undefined {
	const around = valueAt(body, path.slice(0, -1));
	return path.length > 1 && isObject(around) && !Object.hasOwn(around, path.at(-1) ?? '')
		? found([], path, READ_AS_EMPTY)
		: undefined;
}

/** Whether a total or count in the response is 0. */
const countsNone = (body: JsonObject): boolean =>
	Object.entries(body).some(
		([key, value]) =>
			(/^(total|count)/i.test(plainName(key)) && Number(value ?? NaN) === 0 && value !== '') ||
			(isObject(value) && isSideField(key) && countsNone(value)),
	);

function statedError(body: unknown): FoundRecords | undefined {
	const stated = readStatedError(body);
	return stated && { kind: 'error', message: stated.message, code: stated.code };
}

/** Rejects `[{"page": 1}, [{…}, {…}]]` and `[{"tasks": [{…}], "total": 1}]`: their elements are not records. */
function listsIn(list: readonly unknown[], resource: ResourceName): FoundRecords | undefined {
	const [first] = list;
	const inFirst = isObject(first) && !isRecord(first) ? findCandidates(first, resource) : [];
	const isListOfLists =
		list.some((element) => Array.isArray(element) && element.some(isObject)) ||
		inFirst.some(
			({ name, has }) =>
				has === 'records' && (name === 'resource' || (name === 'usual' && list.length === 1)),
		);
	return isListOfLists
		? refused('The response is a list of lists, and it is not clear which one has the records')
		: undefined;
}

function found(
	list: readonly unknown[],
	path: readonly string[],
	note?: string,
): Extract<FoundRecords, { kind: 'records' }> {
	const plain = list.every(isObject) ? undefined : "Plain values are in the field 'value'.";
	return { kind: 'records', records: toRecords(list, path), path: [...path], note: note ?? plain };
}

/** As in 'Records Path'. */
const pathText = (path: readonly string[]) => path.join('.') || '.';

const refused = (message: string, candidates: string[] = []): FoundRecords => ({
	kind: 'refused',
	message,
	candidates,
});
