import type { IDataObject } from 'n8n-workflow';

import { projectOf } from '../records/fields';
import type { ResourceName } from '../resources';
import type { Page } from './page';
import { type PageKind, SeenRecords } from './seenRecords';

/** What a list was asked for. */
interface Asked {
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
	/** The last one that was reported, after one that was larger than what was read. */
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

/** Whether a flag, a number of pages or a total says that there is more than was read. */
export const saysMore = ({ says, total = 0, recordsRead }: Evidence): boolean =>
	says === 'more' || total > recordsRead;

/** Takes a page into the evidence, and returns its new records, without those of other projects. */
export function takePage(evidence: Evidence, page: Page): IDataObject[] {
	const { records } = page;
	const { kind, fresh, hasLostIds } = evidence.seen.add(page);
	countPage(evidence, page, fresh.length);

	const isOverlap = fresh.length > 0 && fresh.length < records.length;
	evidence.lastPage = kind;
	evidence.hasOverlapped ||= isOverlap || kind === 'known';
	evidence.isNoList ||= hasLostIds || (page.isNoList && page.total !== 0);
	evidence.isFull = isFullPage(evidence, page);
	evidence.says = whatIsSaid(evidence, page);
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
	if (pages > 1) return count === largest;

	// If no size is known, a page of ten, twelve, fifteen, sixteen, twenty … records may be a full one.
	if (size !== undefined) return count >= size;
	return count >= 10 && [5, 12, 16].some((usual) => count % usual === 0);
}

function whatIsSaid({ pages }: Evidence, { flag, pageCount = 0 }: Page): Evidence['says'] {
	if (pageCount > pages) return 'more';
	return pageCount === pages ? (flag ?? 'end') : flag;
}

function takeTotal(evidence: Evidence, { count, total }: Page): void {
	const { lastTotal, recordsRead, pages } = evidence;
	// Past the end, some services report a total of 0.
	if (total === undefined || (pages > 1 && count === 0)) return;

	if (lastTotal !== undefined) {
		evidence.hasTotalGrown ||= total > lastTotal;
		evidence.hasTotalFallen ||= total < lastTotal;
		evidence.lastTotal = total;
		return;
	}

	// One that was never larger than what was read may count something else: this page, or the records up to here.
	evidence.total = total < recordsRead ? undefined : total;
	if (total > recordsRead) evidence.lastTotal = total;
}

/** Leaves out records that are known to be in another project, such as the tasks of sub-projects in Redmine. */
function ofTheProject(evidence: Evidence, records: IDataObject[]): IDataObject[] {
	const { project } = evidence.asked;
	if (project === undefined) return records;

	const kept: IDataObject[] = [];
	for (const record of records) {
		const other = projectOf(record);
		const isSame = other?.toLowerCase() === project.toLowerCase();
		const isOtherForm = other !== undefined && isDigits(other) !== isDigits(project);
		evidence.hasProject ||= isSame;
		evidence.hasOtherForm ||= isOtherForm;

		if (other === undefined || isSame || isOtherForm) {
			kept.push(record);
		} else {
			evidence.leftOut += 1;
			evidence.otherProject ??= other;
		}
	}
	return kept;
}

const isDigits = (text: string) => /^\d+$/.test(text);
