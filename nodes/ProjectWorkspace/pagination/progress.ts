import type { IDataObject } from 'n8n-workflow';

import { recordKey } from '../records/fields';
import { sha256 } from '../records/value';
import type { ResourceName } from '../resources';
import type { Page, PageInfo } from './page';

/** A page compared with those before: new records, none at all, the first or the last page again, or other old records. */
export type PageKind = 'new' | 'empty' | 'again' | 'old';

/** How far a list was read, what its pages have said, and whether it stayed the same meanwhile. */
export class ListProgress {
	pages = 0;
	/** Pages after the first that had new records. */
	newPages = 0;
	/** Pages in a row without new records. */
	idlePages = 0;
	/** Records that were read, each counted once. */
	recordsRead = 0;
	/** The most records of a page. */
	largest = 0;
	/** The last page, compared with those before it. */
	lastPage: PageKind = 'empty';
	/** Whether the last page has as many records as a page can have, so that there may be more. */
	isFull = false;
	/** There was nothing in place of a list. */
	isNoList = false;
	/** The records name their project in another form than the request. */
	isOtherProject = false;
	/** Whether the last page says that there are more, by a flag or by the number of pages. */
	hasMore: boolean | undefined;
	/** The first total that was reported, unless it counts something else. */
	total: number | undefined;
	/** Whether records were added while the list was read. */
	hasGrown = false;
	/** Whether records are told apart by IDs. Other content does not show that a page is another one. */
	hasIds = false;
	/** Of the records that were read. */
	readonly keys = new Set<string>();

	private isTotalOfList = false;
	private lastTotal = 0;
	private hasFallen = false;
	private hasOverlapped = false;
	private firstKeys: readonly string[] = [];
	private lastKeys: readonly string[] = [];

	constructor(
		private readonly resource: ResourceName,
		/** How many records a page has, if the person has set that. */
		private readonly pageSize: number | undefined,
	) {}

	/** The list was not the same while it was read. Records that are added move others to later pages. */
	get hasChanged(): boolean {
		return this.hasFallen || (this.hasOverlapped && !this.hasGrown);
	}

	get isTotalReached(): boolean {
		return this.total !== undefined && this.total <= this.recordsRead;
	}

	compare(page: Page): PageKind {
		return this.compareKeys(this.keysOf(page));
	}

	/** Whether a page begins with known records up to the last one: with exactly that, or more if records were added. */
	overlaps(page: Page): boolean {
		const keys = this.keysOf(page);
		const end = keys.indexOf(this.lastKeys.at(-1) ?? '');
		return end >= 0 && keys.slice(0, end).every((key) => this.keys.has(key));
	}

	/**
	 * Takes a page. Records without an ID are never left out, unless the whole page comes again.
	 * @returns its new records
	 */
	take(page: Page): IDataObject[] {
		const { records, count, info } = page;
		if (this.recordsRead === 0) this.hasIds = haveIds(records, this.resource);

		const keys = this.keysOf(page);
		this.lastPage = this.compareKeys(keys);

		const fresh = records.filter((_, at) => this.isNew(keys[at] ?? ''));
		const isOverlap = fresh.length > 0 && fresh.length < keys.length;
		this.hasOverlapped ||= isOverlap || this.lastPage === 'old';

		this.isFull = this.isFullPage(page);
		this.isOtherProject ||= page.isOtherProject;
		this.isNoList ||= (page.isNoList && info.total !== 0) || this.hasLostIds(keys);

		this.remember(keys);
		this.advance(count, fresh.length);
		this.hasMore = this.hasMoreAfter(info);

		// Past the end, some services report a total of 0.
		if (this.pages === 1 || count > 0) this.takeTotal(info.total);
		return fresh;
	}

	/** Whether no record of a page has an ID, although those before have: `[{"error": "…"}]`. */
	private hasLostIds(keys: readonly string[]): boolean {
		return this.hasIds && keys.length > 0 && keys.every(isContent);
	}

	private remember(keys: readonly string[]): void {
		for (const key of keys) this.keys.add(key);
		if (this.pages === 0) this.firstKeys = keys;
		if (keys.length > 0) this.lastKeys = keys;
	}

	private advance(count: number, fresh: number): void {
		if (this.pages > 0 && fresh > 0) this.newPages += 1;
		this.idlePages = fresh > 0 ? 0 : this.idlePages + 1;
		this.pages += 1;
		this.recordsRead += fresh;
		this.largest = Math.max(this.largest, count);
	}

	private hasMoreAfter({ hasMore, pageCount = 0 }: PageInfo): boolean | undefined {
		if (pageCount > this.pages) return true;
		return pageCount === this.pages ? (hasMore ?? false) : hasMore;
	}

	private isFullPage({ count, info }: Page): boolean {
		if (count === 0) return false;
		if (this.pages > 0) return count >= this.largest;

		const { size = this.pageSize } = info;
		// Where no size is known, at least ten records, and a round number of them.
		return size === undefined ? count >= 10 && count % 5 === 0 : count >= size;
	}

	/** The first total that is larger than what was read counts the list, and later ones show how the list changes. */
	private takeTotal(total: number | undefined): void {
		if (total === undefined) return;

		if (this.isTotalOfList) {
			this.hasGrown ||= total > this.lastTotal;
			this.hasFallen ||= total < this.lastTotal;
		} else {
			// A smaller one counts something else, such as the page.
			this.total = total < this.recordsRead ? undefined : total;
			this.isTotalOfList = total > this.recordsRead;
		}

		this.lastTotal = total;
	}

	private isNew(key: string): boolean {
		return !this.keys.has(key) || (isContent(key) && this.lastPage === 'new');
	}

	private compareKeys(keys: readonly string[]): PageKind {
		if (keys.length === 0) return 'empty';
		if (this.pages === 0) return 'new';
		if (areSameKeys(keys, this.firstKeys) || areSameKeys(keys, this.lastKeys)) return 'again';
		if (!this.hasIds) return 'new';

		const fresh = keys.filter((key) => !this.keys.has(key)).length;
		if (fresh * 2 > keys.length) return 'new';

		// A record that was just created makes the first page another one, but not a new one.
		const isFirst = keys.includes(this.firstKeys[0] ?? '');
		return fresh > 0 && !isFirst ? 'new' : 'old';
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

const isContent = (key: string): boolean => key.startsWith(CONTENT);

const areSameKeys = (keys: readonly string[], others: readonly string[]): boolean =>
	keys.length === others.length && keys.every((key, at) => key === others[at]);

/** Whether most records have an ID of their own. One that all have is that of something else. */
function haveIds(records: readonly IDataObject[], resource: ResourceName): boolean {
	const ids = new Set(records.map((record) => recordKey(record, resource)));
	ids.delete(undefined);
	return ids.size * 2 > records.length;
}
