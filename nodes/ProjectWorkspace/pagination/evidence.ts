import type { IDataObject } from 'n8n-workflow';

import { projectOf } from '../records/fields';
import type { ResourceName } from '../resources';
import type { Page, PageInfo } from './page';
import { type PageKind, SeenRecords } from './seenRecords';

/** What a list was asked for. */
export interface Asked {
	resource: ResourceName;
	/** How many records a page has, if that is set. */
	pageSize?: number;
	project?: string;
}

/** What the pages of a list have shown. Only `takePage` writes it. */
export class Evidence {
	readonly seen: SeenRecords;
	pages = 0;
	/** Pages after the first that had new records. */
	newPages = 0;
	/** Pages in a row without new records. */
	idlePages = 0;
	/** Pages after a total and a number of pages, both reported, had been reached. */
	extraPages = 0;
	/** How many records were read, each counted once. */
	recordsRead = 0;
	/** The most records of a page. */
	largest = 0;
	/** The last page, compared with those before it. */
	lastPage: PageKind = 'empty';
	/** Whether the last page has as many records as a page can have, so that there may be more. */
	isFull = false;
	/** What the last page says, by a flag or by the number of pages: whether there are more. */
	says?: 'more' | 'end';
	/** The first total that was reported, unless it counts something else. */
	total?: number;
	/** The last one that was reported. */
	lastTotal?: number;
	hasTotalGrown = false;
	hasTotalFallen = false;
	/** Whether a later page had known records. */
	hasOverlapped = false;
	/** There was nothing in place of a list, or in place of its records. */
	isNoList = false;
	/** Whether a record has the project that was asked for. */
	hasProject = false;
	/** Whether a record names its project in another form, so that it is not known whether it is the same. */
	hasOtherForm = false;
	/** How many records of other projects were left out, and one of these projects. */
	leftOut = 0;
	otherProject?: string;

	constructor(readonly asked: Asked) {
		this.seen = new SeenRecords(asked.resource);
	}
}

/** The list was not the same while it was read. Records that are added move others to later pages. */
export const hasChanged = ({ hasTotalFallen, hasTotalGrown, hasOverlapped }: Evidence): boolean =>
	hasTotalFallen || (hasOverlapped && !hasTotalGrown);

export const isTotalReached = ({ total, recordsRead }: Evidence): boolean =>
	total !== undefined && total <= recordsRead;

/** Takes a page into the evidence. @returns its new records, without those of other projects */
export function takePage(evidence: Evidence, page: Page): IDataObject[] {
	const { records } = page;
	const { kind, fresh, hasLostIds } = evidence.seen.add(page);

	const isOverlap = fresh.length > 0 && fresh.length < records.length;
	evidence.lastPage = kind;
	evidence.hasOverlapped ||= isOverlap || kind === 'known';
	evidence.isNoList ||= hasLostIds || (page.isNoList && page.total !== 0);
	evidence.isFull = isFullPage(evidence, page);

	countPage(evidence, page, fresh.length);
	evidence.says = whatIsSaid(page, evidence.pages);
	takeTotal(evidence, page);
	return ofTheProject(evidence, fresh);
}

function countPage(evidence: Evidence, { count, pageCount = Infinity }: Page, fresh: number): void {
	const isExtra = isTotalReached(evidence) && evidence.pages >= pageCount;
	evidence.extraPages = isExtra ? evidence.extraPages + 1 : 0;

	if (evidence.pages > 0 && fresh > 0) evidence.newPages += 1;
	evidence.idlePages = fresh > 0 ? 0 : evidence.idlePages + 1;
	evidence.pages += 1;
	evidence.recordsRead += fresh;
	evidence.largest = Math.max(evidence.largest, count);
}

function isFullPage({ pages, largest, asked }: Evidence, page: Page): boolean {
	const { count, size = asked.pageSize } = page;
	if (count === 0) return false;
	if (pages > 0) return count >= largest;

	// If no size is known, a page of ten, fifteen, twenty … records may be a full one.
	return size === undefined ? count >= 10 && count % 5 === 0 : count >= size;
}

function whatIsSaid({ says, pageCount = 0 }: PageInfo, pages: number): PageInfo['says'] {
	if (pageCount > pages) return 'more';
	return pageCount === pages ? (says ?? 'end') : says;
}

/** The first total that is larger than what was read counts the list, and later ones show how the list changes. */
function takeTotal(evidence: Evidence, { count, total }: Page): void {
	const { lastTotal, recordsRead, pages } = evidence;
	// Past the end, some services report a total of 0.
	if (total === undefined || (pages > 1 && count === 0)) return;

	// A smaller one counts something else, such as the page.
	if (lastTotal === undefined) evidence.total = total < recordsRead ? undefined : total;
	else if (total > lastTotal) evidence.hasTotalGrown = true;
	else if (total < lastTotal) evidence.hasTotalFallen = true;

	if (lastTotal !== undefined || total > recordsRead) evidence.lastTotal = total;
}

/** Leaves out records that are known to be in another project, such as the tasks of sub-projects in Redmine. */
function ofTheProject(evidence: Evidence, records: IDataObject[]): IDataObject[] {
	const { project } = evidence.asked;
	if (project === undefined) return records;

	return records.filter((record) => {
		const other = projectOf(record);
		if (other === undefined) return true;

		const isSame = other.toLowerCase() === project.toLowerCase();
		const isOtherForm = isDigits(other) !== isDigits(project);
		evidence.hasProject ||= isSame;
		evidence.hasOtherForm ||= isOtherForm;
		if (isSame || isOtherForm) return true;

		evidence.leftOut += 1;
		evidence.otherProject ??= other;
		return false;
	});
}

const isDigits = (text: string): boolean => /^\d+$/.test(text);
