import type { ResourceName } from '../../catalogue';
import { isObject, sha256, type JsonObject } from '../../records/value';
import { ID_KEYS, idKeysOf, isPartOfId, RECORD_FIELDS } from '../../records/fieldNames';
import type { ReadPage } from './pageReader';

/** What a page has brought. */
export type Brings =
	/** Another page than before. */
	| 'new'
	/** No record, or only the last one before it once more. */
	| 'empty'
	/** The first page, or the one before it, once more. */
	| 'again'
	/** In any other way, only records that are known. */
	| 'known';

/**
 * Which records were read so far, and whether a page is a new one. IDs decide, together with those of parent records and
 * the type of the record. Records without an ID are compared by their content, and a page of them as a whole.
 */
export class SeenRecords {
	/** The field of the ID, then those of the parent record and the type; empty if records have no IDs that differ. */
	private keys: readonly string[] = [];
	/** Whether records are told apart by IDs, and not by their content, which may change. */
	hasIds = false;
	/** The parent and the type of the first record. Keys of its records are only their IDs, which saves memory. */
	private common = '';
	/** The key of each record, and a mark of its content. */
	private readonly seen = new Map<string, number>();
	private readonly pages = new Set<string>();
	private lastPage = '';
	private lastRecord: string | undefined;
	private readonly resource: ResourceName;

	constructor(resource: ResourceName) {
		this.resource = resource;
	}

	/**
	 * What a page would bring, without remembering it.
	 * @param repeatsLast whether it begins with the last record of the page before
	 */
	compare(
		records: readonly JsonObject[],
		repeatsLast?: ReadPage['repeatsLast'],
		keys = records.map(this.keyOf),
		page = contentKey(keys),
	): Brings {
		const { seen, pages } = this;
		if (keys.length === 0) return 'empty';
		// Equal records on one page are different, and so are those of two pages, unless the whole page comes again.
		if (!this.hasIds) return pages.has(page) ? 'known' : 'new';
		const [firstPage] = pages;
		if (page === firstPage || page === this.lastPage) return 'again';
		if (repeatsLast && keys.length === 1 && keys[0] === this.lastRecord) return 'empty';
		const [firstRecord] = seen.keys();
		const fresh = keys.filter((key) => !seen.has(key)).length;
		// Otherwise a record that was just created would turn the first page into a new one.
		const isOther = fresh * 2 > keys.length || (fresh > 0 && !keys.includes(firstRecord ?? ''));
		return isOther ? 'new' : 'known';
	}

	/** Whether every record of an earlier reading was read again. */
	hasAllOf({ seen, common }: SeenRecords): boolean {
		const end = `\n${this.common}`;
		return [...seen.keys()].every((key) => {
			const full = key.includes('\n') ? key : `${key}\n${common}`;
			return this.seen.has(full.endsWith(end) ? full.slice(0, -end.length) : full);
		});
	}

	has = (record: JsonObject): boolean => this.seen.has(this.keyOf(record));

	/**
	 * Remembers a page.
	 * @returns `fresh`: how many records are new; `kept`: the records to return; `overlap`: 1 if the page
	 * begins with the last record of the one before, as requested; `hasChanged`: whether the list cannot have been the same
	 * on both pages; `hasSlipped`: whether it does not begin with that record
	 */
	take(records: readonly JsonObject[], repeatsLast?: ReadPage['repeatsLast']) {
		const { seen, pages } = this;
		const isFirst = pages.size === 0;
		if (seen.size === 0) {
			this.keys = identifyingKeys(records, this.resource);
			this.hasIds = this.keys.length > 0;
			this.common = partsOf(records[0] ?? {}, this.keys.slice(1));
		}
		const keys = records.map(this.keyOf);
		const page = contentKey(keys);
		const brings = this.compare(records, repeatsLast, keys, page);
		const isRepeated = pages.has(page);
		const isKnown = keys.map((key) => seen.has(key));
		const hasId = (record: JsonObject) =>
			idKeysOf(record, this.resource).some((key) => scalarAt(record, key) !== undefined);
		const mayRepeat = (record: JsonObject) => !isRepeated && !(this.hasIds && hasId(record));
		const overlap = repeatsLast && keys[0] === this.lastRecord ? 1 : 0;
		const kept = records.filter(
			(record, at) => at >= overlap && (!isKnown[at] || mayRepeat(record)),
		);
		let fresh = 0;
		let hasChanged = brings === 'known';
		for (const [at, record] of records.entries()) {
			const key = keys[at] ?? '';
			const mark = this.hasIds ? markOf(record) : 0;
			const before = seen.get(key);
			// An ID that is repeated on the page counts once.
			if (at >= overlap && (before === undefined || mayRepeat(record))) fresh += 1;
			if (before === undefined) seen.set(key, mark);
			else hasChanged ||= before !== mark;
		}
		const repeated = this.hasIds ? isKnown.filter(Boolean).length - overlap : 0;
		hasChanged ||= !isFirst && repeated > 0 && fresh > 0;
		// A record before it was deleted, or has moved to another page.
		const hasSlipped = repeatsLast === 'always' && overlap === 0;
		if (keys.length > 0) {
			this.lastPage = page;
			this.lastRecord = keys.at(-1);
			pages.add(page);
		}
		return { brings, fresh, kept, overlap, hasChanged, hasSlipped };
	}

	readonly keyOf = (record: JsonObject): string =>
		idAt(record, this.keys, this.common) ?? contentKey(record);
}

/** More fields than the records of a list have, and more of them that could be parts of an ID. */
const MAX_NAMES = 1_000;
const MAX_PARTS = 10;

/** The first of the usual ID fields whose values are unique on the page. Some services have a key instead of an ID. */
function identifyingKeys(records: readonly JsonObject[], resource: ResourceName) {
	const [first = {}] = records;
	const names = new Set<string>();
	for (const record of records)
		if (names.size < MAX_NAMES) for (const name in record) names.add(name);
	const parents = [...names].filter(isPartOfId).slice(0, MAX_PARTS);
	// The first record may lack a field that the others have.
	const candidates = [...idKeysOf(first, resource), ...ID_KEYS, ...RECORD_FIELDS.key, 'code'];
	const found = new Set(candidates.filter((name) => names.has(name)));
	for (const idKey of [...found].slice(0, MAX_PARTS)) {
		const keys = [idKey, ...parents];
		const ids = new Map<string, JsonObject>();
		const isUnique = records.every((record) => {
			const id = idAt(record, keys);
			if (id === undefined) return true;
			const same = ids.get(id);
			ids.set(id, record);
			return same === undefined || markOf(same) === markOf(record);
		});
		// The same on each of several records is none of their own.
		if (isUnique && ids.size > (records.length > 2 ? 1 : 0)) return keys;
	}
	return [];
}

/** @param common the parent and the type that are left out */
function idAt(
	record: JsonObject,
	[idKey, ...others]: readonly string[],
	common = '',
): string | undefined {
	const id = idKey === undefined ? undefined : scalarAt(record, idKey);
	if (id === undefined) return undefined;
	const parts = partsOf(record, others);
	return parts === common ? id : `${id}\n${parts}`;
}

const partsOf = (record: JsonObject, keys: readonly string[]): string =>
	keys
		.map((name) => {
			const parent = record[name];
			return isObject(parent) ? scalarAt(parent, 'id') : scalarAt(record, name);
		})
		.join('\n');

function scalarAt(record: JsonObject, key: string): string | undefined {
	const id = Object.hasOwn(record, key) ? record[key] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

/** A text that is shorter than its hash is kept. */
function contentKey(content: object): string {
	const text = JSON.stringify(content);
	return text.length <= 64 ? text : sha256(text);
}

/** Times and counters change from one request to the next, and so do signatures in addresses. */
const TIME = /^\d{4}-\d\d-\d\dT/;
/** Of a text, besides its length. */
const COMPARED = 40;

/** Two records with other texts or switches have other marks. 30 bits, which JavaScript keeps without an object. */
function markOf(record: JsonObject): number {
	let hash = 0;
	for (const name in record) {
		const value = record[name];
		if (typeof value === 'boolean') hash = (hash * 31 + (value ? 1 : 2)) & 0x3fffffff;
		if (typeof value !== 'string' || TIME.test(value)) continue;
		const query = value.indexOf('?');
		const { length } = query < 0 || value.includes(' ') ? value : value.slice(0, query);
		hash = (hash * 31 + name.length + length) & 0x3fffffff;
		for (let at = 0; at < length && at < COMPARED; at++)
			hash = (hash * 31 + value.charCodeAt(at)) & 0x3fffffff;
	}
	return hash;
}
