import type { IDataObject } from 'n8n-workflow';

import { recordKey } from '../records/fields';
import { sha256 } from '../records/value';
import type { ResourceName } from '../resources';
import type { Page } from './page';

/** A page compared with those before it. */
export type PageKind =
	/** It has new records, and they are more than a change of the list explains. */
	| 'new'
	| 'empty'
	/** Exactly the first or the last page. */
	| 'again'
	/** Mostly known records. */
	| 'known';

/** The records of a list that were read, by their IDs or, without IDs, by their content. */
export class SeenRecords {
	readonly keys = new Set<string>();
	/** Whether records are told apart by IDs. Other content does not show that a page is another one. */
	hasIds = false;
	private firstKeys: readonly string[] = [];
	private lastKeys: readonly string[] = [];

	constructor(private readonly resource: ResourceName) {}

	compare(page: Page): PageKind {
		return this.kindOf(this.keysOf(page));
	}

	/** Whether a page begins with known records up to the last one: with exactly that, or more if records were added. */
	overlaps(page: Page): boolean {
		const keys = this.keysOf(page);
		const end = keys.indexOf(this.lastKeys.at(-1) ?? '');
		return end >= 0 && keys.slice(0, end).every((key) => this.keys.has(key));
	}

	/**
	 * Remembers the records of a page. Those without an ID are never left out, unless the whole page comes again.
	 * @returns the new ones, and whether none has an ID, although those before have: `[{"error": "…"}]`
	 */
	add(page: Page): { kind: PageKind; fresh: IDataObject[]; hasLostIds: boolean } {
		const isFirst = this.keys.size === 0;
		if (isFirst) this.hasIds = haveIds(page.records, this.resource);

		const keys = this.keysOf(page);
		const kind = this.kindOf(keys);
		const fresh = page.records.filter((_, at) => {
			const key = keys[at] ?? '';
			return !this.keys.has(key) || (kind === 'new' && isContent(key));
		});
		const hasLostIds = this.hasIds && keys.length > 0 && keys.every(isContent);

		if (isFirst) this.firstKeys = keys;
		if (keys.length > 0) this.lastKeys = keys;
		for (const key of keys) this.keys.add(key);
		return { kind, fresh, hasLostIds };
	}

	private kindOf(keys: readonly string[]): PageKind {
		if (keys.length === 0) return 'empty';
		if (this.keys.size === 0) return 'new';
		if (areSameKeys(keys, this.firstKeys) || areSameKeys(keys, this.lastKeys)) return 'again';
		if (!this.hasIds) return 'new';

		const fresh = keys.filter((key) => !this.keys.has(key)).length;
		if (fresh * 2 > keys.length) return 'new';

		// A record that was just created makes the first page another one, but not a new one.
		const isFirst = keys.includes(this.firstKeys[0] ?? '');
		return fresh > 0 && !isFirst ? 'new' : 'known';
	}

	private keysOf({ records }: Page): string[] {
		return records.map((record) => {
			const key = this.hasIds ? recordKey(record, this.resource) : undefined;
			return key ?? CONTENT + sha256(JSON.stringify(record));
		});
	}
}

/** A key by content begins with it, and no ID does. */
const CONTENT = '\n';

const isContent = (key: string) => key.startsWith(CONTENT);

const areSameKeys = (keys: readonly string[], others: readonly string[]) =>
	keys.length === others.length && keys.every((key, at) => key === others[at]);

/** Whether most records have an ID of their own. One that all have is that of something else. */
function haveIds(records: readonly IDataObject[], resource: ResourceName): boolean {
	const ids = new Set(records.map((record) => recordKey(record, resource)));
	ids.delete(undefined);
	return ids.size * 2 > records.length;
}
