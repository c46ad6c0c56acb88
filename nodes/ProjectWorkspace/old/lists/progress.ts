import type { ReadPage } from './page/pageReader';
import type { Brings, SeenRecords } from './page/seenRecords';
import { keyOfTarget, type PageTarget } from './page/target';

/** A first page with at least so many records may have been cut, so it is worth looking for a next one. */
const FULL_PAGE = 10;

/** How far a list has been read. */
export class Progress {
	pages = 0;
	/** Pages after the first with new records. */
	followed = 0;
	/** Where the next page begins by the sizes of the pages; an empty page counts as a full one. */
	offset = 0;
	/** Different records; those that were returned. */
	distinct = 0;
	records = 0;
	repeated = 0;
	largest = 0;
	/** Where the records are, once a page had records. */
	path: readonly string[] | undefined;
	/** Sentences for the report. */
	readonly notes = new Set<string>();
	brings: Brings = 'empty';
	/** Pages in a row that were empty, or had mostly records of earlier pages. */
	idlePages = 0;
	/** The list was not the same all the time: pages overlapped, or an ID came with other content. */
	hasOverlapped = false;
	/**
	 * A page did not begin where the one before had ended, or one that was guessed has known records: it may be the first
	 * one, changed. Records may be missing although the total is right.
	 */
	hasSlipped = false;
	/** There is no list on the first page. */
	isAbsent = false;
	isFull = false;
	/** Whether the last page was guessed. */
	private isGuess = false;
	private readonly requested = new Set<string>();
	private readonly seen: SeenRecords;
	private readonly pageSize: number;

	constructor(seen: SeenRecords, pageSize = FULL_PAGE) {
		this.seen = seen;
		this.pageSize = pageSize;
	}

	/** @param limit how many records may still be returned; @returns those of the page */
	enter(page: ReadPage, limit: number) {
		const { path, note, records, repeatsLast, isGuessed = false } = page;
		const { length } = records;
		const { kept, fresh, overlap, brings, ...change } = this.seen.take(records, repeatsLast);
		const isFirst = this.pages === 0;
		if (length > 0 || this.path === undefined) this.path = path;
		if (note !== undefined) this.notes.add(note);
		this.isAbsent ||= isFirst && page.absent !== undefined;
		this.pages += 1;
		this.brings = brings;
		this.hasSlipped ||= change.hasSlipped || (isGuessed && change.hasChanged);
		this.hasOverlapped ||= change.hasChanged;
		if (!isFirst && fresh > 0) this.followed += 1;
		// The page that was guessed may have been the first one, changed: then its parameter has no effect.
		if (brings === 'again' && this.isGuess) this.followed = 0;
		this.isGuess = isGuessed;
		const returned = kept.slice(0, limit - this.records);
		this.records += returned.length;
		this.repeated += length - fresh - overlap;
		this.distinct += fresh;
		this.largest = Math.max(this.largest, length);
		this.offset += length === 0 ? this.largest : length - overlap;
		this.idlePages = fresh * 2 < length || length === 0 ? this.idlePages + 1 : 0;
		this.isFull = length >= (isFirst ? Math.min(this.pageSize, FULL_PAGE) : this.largest);
		return { returned, isCut: returned.length < kept.length };
	}

	readonly hasRequested = (target: PageTarget): boolean => this.requested.has(keyOfTarget(target));

	/** Also by its URL, because a link may lead back to it. */
	addRequested(...targets: readonly PageTarget[]): void {
		for (const target of targets) this.requested.add(keyOfTarget(target));
	}
}
