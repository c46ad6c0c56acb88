import { createHash } from 'node:crypto';

import type { ResourceName } from '../../catalogue';
import { ID_KEYS, idKeysOf, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';

/**
 * Which records were read so far, and whether a page is a new one. Only IDs decide, because other fields may change
 * between two requests. Records without an ID are compared by their content.
 */
export class SeenRecords {
	/** The field of the ID, then those of the parent record; empty before the first record, and if IDs are not unique. */
	private keys: readonly string[] = [];
	/** The parent record of the first record. Keys of its records are only their IDs, which saves memory. */
	private parents = '';
	private readonly seen = new Set<string>();
	private readonly pages = new Set<string>();
	private readonly resource: ResourceName;

	constructor(resource: ResourceName) {
		this.resource = resource;
	}

	/**
	 * Whether the page is a new one: most of its records are new, or one is new and the list's first record is missing.
	 * Otherwise a record that was just created would turn the first page into a new one. Does not remember the page.
	 */
	isOtherPage(
		records: readonly JsonObject[],
		keys = records.map((record) => this.keyOf(record)),
	): boolean {
		const [first] = this.seen;
		const fresh = keys.filter((key) => !this.seen.has(key)).length;
		return fresh * 2 > keys.length || (fresh > 0 && first !== undefined && !keys.includes(first));
	}

	/**
	 * Remembers a page.
	 * @returns `isOther`: whether it is a new one; `fresh`: how many of its records are new; `notEmitted`: the records to return
	 */
	take(records: readonly JsonObject[]) {
		const { seen, resource } = this;
		if (seen.size === 0) {
			this.keys = identifyingKeys(records, resource);
			this.parents = parentsOf(records[0] ?? {}, this.keys.slice(1));
		}
		const keys = records.map((record) => this.keyOf(record));
		const isOther = this.isOtherPage(records, keys);
		// Equal records on one page are different; without an ID, also on two pages, unless the whole page comes again.
		const page = contentKey(keys);
		const isNew = keys.map((key) => !seen.has(key));
		const notEmitted = records.filter(
			(record, at) => isNew[at] || (!this.pages.has(page) && !hasId(record, resource)),
		);
		this.pages.add(page);
		let fresh = 0;
		for (const [at, record] of records.entries()) {
			const key = keys[at] ?? '';
			// An ID that is repeated on the page counts once.
			if (isNew[at] && !(seen.has(key) && hasId(record, resource))) fresh += 1;
			seen.add(key);
		}
		return { isOther, fresh, notEmitted };
	}

	private keyOf(record: JsonObject): string {
		return idAt(record, this.keys, this.parents) ?? contentKey(record);
	}
}

/** Some services count IDs within a parent record, such as tasks within a project. */
const PARENT = /^((project|workspace|organi[sz]ation|team|board|space)(id)?|listid)$/;

/** The first of the usual ID fields whose values are unique on the page. */
function identifyingKeys(records: readonly JsonObject[], resource: ResourceName) {
	const [first = {}] = records;
	const names = Object.keys(first);
	const parents = names.filter((name) => PARENT.test(plainName(name)));
	// The first record may lack a field that the others have.
	for (const idKey of new Set([...idKeysOf(first, resource), ...ID_KEYS])) {
		const keys = [idKey, ...parents];
		const ids = records.map((record) => idAt(record, keys)).filter((id) => id !== undefined);
		if (ids.length > 0 && new Set(ids).size === ids.length) return keys;
	}
	return [];
}

/** @param common the parent records that are left out */
function idAt(
	record: JsonObject,
	[idKey, ...parentKeys]: readonly string[],
	common = '',
): string | undefined {
	const id = idKey === undefined ? undefined : scalarAt(record, idKey);
	const parents = parentsOf(record, parentKeys);
	return id === undefined || parents === common ? id : `${id}\n${parents}`;
}

const parentsOf = (record: JsonObject, keys: readonly string[]): string =>
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

const hasId = (record: JsonObject, resource: ResourceName) =>
	idKeysOf(record, resource).some((key) => scalarAt(record, key) !== undefined);

const contentKey = (content: object) =>
	createHash('sha256').update(JSON.stringify(content)).digest('base64');
