import type { IDataObject } from 'n8n-workflow';

import { recordKey } from '../records/fields';
import { sha256 } from '../records/value';
import type { ResourceName } from '../resources';
import type { Page } from './page';

/** What a page has brought: new records, none at all, the first or the last page once more, or other known records. */
export type Brought = 'new' | 'empty' | 'again' | 'known';

/** Where no size is known, a first page with at least ten records, and a round number of them, may have been cut. */
const isRound = (count: number): boolean => count >= 10 && count % 5 === 0;

/** How far a list was read, and whether it stayed the same meanwhile. */
export class Progress {
	pages = 0;
	/** Pages after the first that had new records. */
	newPages = 0;
	/** Records that were read, without those that came again. */
	read = 0;
	/** The same with them: where the next page begins. */
	position = 0;
	/** The most records of a page. */
	largest = 0;
	/** Pages in a row without new records. */
	idlePages = 0;
	/** What the last page has brought, and whether it may have been cut. */
	brought: Brought = 'empty';
	isFull = false;
	/** There was nothing in place of a list. */
	isNoList = false;
	/** The total that the first page reports, unless it counts less than the list. */
	total: number | undefined;
	/** The total that the last page reports. */
	private lastTotal: number | undefined;
	private hasGrown = false;
	private hasFallen = false;
	private hasOverlapped = false;

	/** Whether records are told apart by IDs. Without them, nothing that a guess returns is certain to be another page. */
	hasIds = false;
	private readonly keys = new Set<string>();
	private firstPage: readonly string[] = [];
	private lastPage: readonly string[] = [];

	/** @param pageSize what the person asks for */
	constructor(
		private readonly resource: ResourceName,
		private readonly pageSize: number | undefined,
	) {}

	/** The list was not the same while it was read. Records that were only added move others to later pages. */
	get hasChanged(): boolean {
		return this.hasFallen || (this.hasOverlapped && !this.hasGrown);
	}

	/** Whether records were added while the list was read. */
	get isGrowing(): boolean {
		return this.hasGrown && !this.hasFallen;
	}

	/** Whether all records of another reading were read as well. */
	hasAllOf(other: Progress): boolean {
		return [...other.keys].every((key) => this.keys.has(key));
	}

	/** What a page would bring, without taking it. */
	compare({ records }: Page): Brought {
		return this.broughtBy(records.map((record) => this.keyOf(record)));
	}

	/** With how many known records a page begins, the last of which is the last record of the page before. */
	overlapOf({ records }: Page): number {
		const last = this.lastPage.at(-1);
		const keys = records.map((record) => this.keyOf(record));
		const end = keys.findIndex((key) => key === last);
		return keys.slice(0, end + 1).every((key) => this.keys.has(key)) ? end + 1 : 0;
	}

	/** Takes a page; returns its new records. Records without an ID are never left out, unless the whole page came again. */
	take(page: Page): IDataObject[] {
		const { records, count, info } = page;
		const isFirst = this.pages === 0;
		if (this.keys.size === 0) this.hasIds = hasIds(records, this.resource);
		const keys = records.map((record) => this.keyOf(record));
		const brought = this.broughtBy(keys);
		const isNew = (key: string) => !this.keys.has(key) || (isContent(key) && brought === 'new');
		const fresh = records.filter((_, at) => isNew(keys[at] ?? ''));

		this.hasOverlapped ||= brought === 'known' || (fresh.length > 0 && fresh.length < keys.length);
		const size = info.size ?? this.pageSize;
		const isFullFirst = size === undefined ? isRound(count) : count >= size;
		this.isFull = count > 0 && (isFirst ? isFullFirst : count >= this.largest);
		this.isNoList ||= page.isNoList && info.total !== 0;

		for (const key of keys) this.keys.add(key);
		if (isFirst) this.firstPage = keys;
		if (keys.length > 0) this.lastPage = keys;
		this.pages += 1;
		this.newPages += !isFirst && fresh.length > 0 ? 1 : 0;
		this.read += fresh.length;
		if (isFirst || count > 0) this.takeTotal(info.total, this.read - fresh.length);
		this.position += count;
		this.largest = Math.max(this.largest, count);
		this.idlePages = fresh.length > 0 ? 0 : this.idlePages + 1;
		this.brought = brought;
		return fresh;
	}

	/** A total that is no larger than what was read before counts something else, such as the page. */
	private takeTotal(total: number | undefined, readBefore: number): void {
		const last = this.lastTotal ?? 0;
		const isOfList = last > readBefore;
		if (isOfList && total !== undefined) {
			this.hasGrown ||= total > last;
			this.hasFallen ||= total < last;
		}
		if (!isOfList) this.total = total !== undefined && total >= this.read ? total : undefined;
		this.lastTotal = total ?? this.lastTotal;
	}

	private broughtBy(keys: readonly string[]): Brought {
		if (keys.length === 0) return 'empty';
		if (this.pages === 0) return 'new';
		if (isSame(keys, this.firstPage) || isSame(keys, this.lastPage)) return 'again';
		if (!this.hasIds) return 'new';

		// A record that was just created makes the first page another one, but not a new one.
		const fresh = keys.filter((key) => !this.keys.has(key)).length;
		const isFirst = keys.includes(this.firstPage[0] ?? '');
		return fresh * 2 > keys.length || (fresh > 0 && !isFirst) ? 'new' : 'known';
	}

	private keyOf(record: IDataObject): string {
		const key = this.hasIds ? recordKey(record, this.resource) : undefined;
		return key ?? `${CONTENT}${sha256(JSON.stringify(record))}`;
	}
}

/** No ID begins with it. */
const CONTENT = '\n';

const isContent = (key: string): boolean => key.startsWith(CONTENT);

const isSame = (keys: readonly string[], others: readonly string[]): boolean =>
	keys.length === others.length && keys.every((key, at) => key === others[at]);

/** Whether most records of a page have an ID of their own: the same in all of them is that of something else. */
function hasIds(records: readonly IDataObject[], resource: ResourceName): boolean {
	const ids = records.map((record) => recordKey(record, resource)).filter((id) => id !== undefined);
	return new Set(ids).size * 2 > records.length;
}
