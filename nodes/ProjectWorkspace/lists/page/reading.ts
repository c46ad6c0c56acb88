import type { ResourceName } from '../../catalogue';
import { readStatedError } from '../../records/serviceError';
import { ok, reject, type Result } from '../../result';
import { findRecords, type FoundRecords, recordsAt } from '../../records/envelope/findRecords';
import { listMessages } from '../messages';
import type { ListProblem, Page } from '../types';
import { readFields, type PageFields } from './fields';
import { readSigns, type Signs } from './signs';
import type { PageTarget } from './target';

/** The records and the pagination of one page. */
export interface Reading extends FoundRecords {
	fields: PageFields;
	signs: Signs;
	page: Page;
}

/** A page that was read, and how it was requested. */
export interface CurrentPage {
	target: PageTarget;
	/** The cursor, number or link that was sent; empty for the first page. */
	cursor: string;
	/** Whether it was requested so that it begins with the last record of the page before. */
	repeatsLast?: 'always' | 'perhaps';
	reading: Reading;
}

/** @param recordsPath as in 'Records Path'; `knownPath`: where an earlier page had its records */
export function readPage(
	page: Page,
	resource: ResourceName,
	{ recordsPath, knownPath }: { recordsPath?: string; knownPath?: readonly string[] },
): Result<Reading, ListProblem> {
	const { body } = page;
	const stated = readStatedError(body);
	if (stated) return reject({ ...listMessages.errorAnswer(stated.message), code: stated.code });
	const set = recordsPath?.split('.').filter((part) => part !== '');
	const at = set && recordsAt(body, set);
	if (recordsPath && !at) return reject(listMessages.recordsPath(recordsPath));
	const found = at ? ok(at) : findRecords(body, resource, knownPath);
	if (!found.ok) return reject(listMessages.shape(found.problem.message, found.problem.example));
	const { records, path, absent } = found.value;
	const fields = readFields(page, path);
	const signs = readSigns(fields, records.length, page.query, resource);
	// Accepted, and not done yet.
	const isPending = records.length === 0 && (page.status === 202 || signs.isUnfinished);
	return ok({ ...found.value, absent: isPending ? 'all' : absent, fields, signs, page });
}
