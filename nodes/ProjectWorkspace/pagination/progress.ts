import type { IDataObject } from 'n8n-workflow';

import { recordKey } from '../records/fields';
import { sha256 } from '../records/value';
import type { ResourceName } from '../resources';
import type { ListSettings } from '../transport/types';
import type { Facts } from './completeness';
import type { Page, PageInfo } from './page';

/** What a page brings: new records, none at all, the first or the last page once more, or other known records. */
export type Brings = 'new' | 'empty' | 'again' | 'known';

/** How far a list was read, what its pages have said, and whether it stayed the same meanwhile. */
export class Progress implements Facts {
	pages = 0;
	/** Pages after the first that had new records. */
	newPages = 0;
	/** Pages in a row without new records. */
	idlePages = 0;
	/** Records that were read, each counted once. */
	read = 0;
	/** The most records of a page. */
	largest = 0;
	/** What the last page has brought, and whether it may have been cut. */
	brings: Brings = 'empty';
	isFull = false;
	isNoList = false;
	isOtherProject = false;
	says: Facts['says'];
	/** The first total that was reported, unless it counts something else. */
	total: number | undefined;
	readonly style: ListSettings['style'];
	/** Whether records were added while the list was read. */
	hasGrown = false;
	/** Whether records are told apart by IDs. Other content does not show that a page is another one. */
	hasIds = false;

	private lastTotal = 0;
	private isTotalOfList = false;
	private hasFallen = false;
	private hasOverlapped = false;
	private readonly keys = new Set<string>();
	private firstPage: readonly string[] = [];
	private lastPage: readonly string[] = [];

	constructor(
		private readonly resource: ResourceName,
		private readonly settings: ListSettings,
	) {
		this.style = settings.style;
	}

	/** The list was not the same while it was read. Records that are added move others to later pages. */
	get hasChanged(): boolean {
		return this.hasFallen || (this.hasOverlapped && !this.hasGrown);
	}

	get isTotalReached(): boolean {
		return this.total !== undefined && this.total <= this.read;
	}

	/** Whether this reading has all records of another one. */
	hasAllOf(other: Progress): boolean {
		return [...other.keys].every((key) => this.keys.has(key));
	}

	/** What a page would bring. */
	compare(page: Page): Brings {
		return this.broughtBy(this.keysOf(page));
	}

	/** Whether a page begins with known records up to the last one: with exactly that, or more if records were added. */
	overlaps(page: Page): boolean {
		const keys = this.keysOf(page);
		const end = keys.indexOf(this.lastPage.at(-1) ?? '');
		return end >= 0 && keys.slice(0, end).every((key) => this.keys.has(key));
	}

	/**
	 * Takes a page. Records without an ID are never left out, unless the whole page comes again.
	 * @returns its new records
	 */
	take(page: Page): IDataObject[] {
		const { records, count, info } = page;
		if (this.read === 0) this.hasIds = haveIds(records, this.resource);

		const keys = this.keysOf(page);
		this.brings = this.broughtBy(keys);
		const fresh = records.filter((_, at) => this.isNew(keys[at] ?? ''));
		const isOverlap = fresh.length > 0 && fresh.length < keys.length;
		this.hasOverlapped ||= isOverlap || this.brings === 'known';
		this.isOtherProject ||= page.isOtherProject;
		this.isNoList ||= (page.isNoList && info.total !== 0) || this.isOfOther(keys);
		this.isFull = this.isFullPage(page);

		// Past the end, some services report a total of 0.
		if (this.pages === 0 || count > 0) this.takeTotal(info.total, fresh.length);
		this.remember(keys);
		this.advance(count, fresh.length);
		this.says = this.saidBy(info);
		return fresh;
	}

	private remember(keys: readonly string[]): void {
		for (const key of keys) this.keys.add(key);
		if (this.pages === 0) this.firstPage = keys;
		if (keys.length > 0) this.lastPage = keys;
	}

	private advance(count: number, fresh: number): void {
		if (this.pages > 0 && fresh > 0) this.newPages += 1;
		this.idlePages = fresh > 0 ? 0 : this.idlePages + 1;
		this.pages += 1;
		this.read += fresh;
		this.largest = Math.max(this.largest, count);
	}

	/** By a flag or the number of pages. */
	private saidBy({ says, pages = 0 }: PageInfo): Facts['says'] {
		if (pages < this.pages) return says;
		return pages > this.pages ? 'more' : (says ?? 'end');
	}

	/** Whether nothing of a page has an ID, although the records before have: `[{"error": "…"}]`. */
	private isOfOther(keys: readonly string[]): boolean {
		return this.hasIds && keys.length > 0 && keys.every((key) => key.startsWith(CONTENT));
	}

	private isFullPage({ count, info }: Page): boolean {
		if (count === 0) return false;
		if (this.pages > 0) return count >= this.largest;

		const { size = this.settings.pageSize } = info;
		// Where no size is known, at least ten records, and a round number of them.
		return size === undefined ? count >= 10 && count % 5 === 0 : count >= size;
	}

	/** A total that was never larger than what was read before counts something else, such as the page. */
	private takeTotal(total: number | undefined, fresh: number): void {
		if (total === undefined) return;

		this.isTotalOfList ||= this.lastTotal > this.read;
		if (this.isTotalOfList) {
			this.hasGrown ||= total > this.lastTotal;
			this.hasFallen ||= total < this.lastTotal;
		} else if (!this.settings.ignoreTotal) {
			this.total = total >= this.read + fresh ? total : undefined;
		}
		this.lastTotal = total;
	}

	private isNew(key: string): boolean {
		return !this.keys.has(key) || (key.startsWith(CONTENT) && this.brings === 'new');
	}

	private broughtBy(keys: readonly string[]): Brings {
		if (keys.length === 0) return 'empty';
		if (this.pages === 0) return 'new';
		if (isSame(keys, this.firstPage) || isSame(keys, this.lastPage)) return 'again';
		if (!this.hasIds) return 'new';

		// A record that was just created makes the first page another one, but not a new one.
		const fresh = keys.filter((key) => !this.keys.has(key)).length;
		const isFirst = keys.includes(this.firstPage[0] ?? '');
		return fresh * 2 > keys.length || (fresh > 0 && !isFirst) ? 'new' : 'known';
	}

	private keysOf({ records }: Page): string[] {
		return records.map((record) => {
			const key = this.hasIds ? recordKey(record, this.resource) : undefined;
			return key ?? CONTENT + sha256(JSON.stringify(record));
		});
	}
}

/** No ID begins with it. */
const CONTENT = '\n';

const isSame = (keys: readonly string[], others: readonly string[]): boolean =>
	keys.length === others.length && keys.every((key, at) => key === others[at]);

/** Whether most records have an ID of their own. One that all have is that of something else. */
function haveIds(records: readonly IDataObject[], resource: ResourceName): boolean {
	const ids = new Set(records.map((record) => recordKey(record, resource)));
	ids.delete(undefined);
	return ids.size * 2 > records.length;
}
