import { createHash } from 'node:crypto';

import type { ResourceName } from '../../catalogue';
import { ID_KEYS, idKeysOf, plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';

interface Key {
	id: string;
	/** Of the parent records. */
	parents: string;
}

/**
 * Which records were read so far, and whether a page is a new one. Only IDs decide, because other fields may change
 * between two requests. Records without an ID are compared by their content.
 */
export class SeenRecords {
	/** The field of the ID, then those of the parent record; empty before the first record, and if IDs are not unique. */
	private keys: readonly string[] = [];
	/** The IDs by their parent records: as one text each, they would take twice the memory. */
	private readonly seen = new Map<string, Set<string>>();
	private first: Key | undefined;
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
		const { first } = this;
		const fresh = keys.filter((key) => !this.has(key)).length;
		const hasFirst = keys.some(({ id, parents }) => id === first?.id && parents === first.parents);
		return fresh * 2 > keys.length || (fresh > 0 && first !== undefined && !hasFirst);
	}

	/**
	 * Remembers a page.
	 * @returns `isOther`: whether it is a new one; `fresh`: how many of its records are new; `notEmitted`: the records to return
	 */
	take(records: readonly JsonObject[]) {
		const { resource } = this;
		if (!this.first) this.keys = identifyingKeys(records, resource);
		const keys = records.map((record) => this.keyOf(record));
		const isOther = this.isOtherPage(records, keys);
		this.first ??= keys[0];
		// Equal records on one page are different; without an ID, also on two pages, unless the whole page comes again.
		const page = contentKey(keys);
		const isNew = keys.map((key) => !this.has(key));
		const notEmitted = records.filter(
			(record, at) => isNew[at] || (!this.pages.has(page) && !hasId(record, resource)),
		);
		this.pages.add(page);
		let fresh = 0;
		for (const [at, key] of keys.entries()) {
			// An ID that is repeated on the page counts once.
			if (isNew[at] && !(this.has(key) && hasId(records[at] ?? {}, resource))) fresh += 1;
			this.add(key);
		}
		return { isOther, fresh, notEmitted };
	}

	private keyOf(record: JsonObject): Key {
		return keyAt(record, this.keys) ?? { id: contentKey(record), parents: '' };
	}

	private has({ id, parents }: Key): boolean {
		return this.seen.get(parents)?.has(id) ?? false;
	}

	private add({ id, parents }: Key): void {
		const ids = this.seen.get(parents) ?? new Set();
		this.seen.set(parents, ids.add(id));
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
		const ids = records.map((record) => keyAt(record, keys)).filter((id) => id !== undefined);
		const different = new Set(ids.map(({ id, parents }) => `${id}\n${parents}`));
		if (ids.length > 0 && different.size === ids.length) return keys;
	}
	return [];
}

function keyAt(record: JsonObject, [idKey, ...parents]: readonly string[]): Key | undefined {
	const id = idKey === undefined ? undefined : scalarAt(record, idKey);
	const above = parents.map((name) => {
		const parent = record[name];
		return isObject(parent) ? scalarAt(parent, 'id') : scalarAt(record, name);
	});
	return id === undefined ? undefined : { id, parents: above.join('\n') };
}

function scalarAt(record: JsonObject, key: string): string | undefined {
	const id = Object.hasOwn(record, key) ? record[key] : undefined;
	return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

const hasId = (record: JsonObject, resource: ResourceName) =>
	idKeysOf(record, resource).some((key) => scalarAt(record, key) !== undefined);

const contentKey = (content: object) =>
	createHash('sha256').update(JSON.stringify(content)).digest('base64');
