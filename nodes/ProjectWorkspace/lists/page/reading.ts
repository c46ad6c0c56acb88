import type { ResourceName } from '../../catalogue';
import { readStatedError } from '../../records/statedError';
import { ok, reject, type Result } from '../../result';
import { findRecords, type FoundRecords, recordsAt } from '../envelope/findRecords';
import { messages } from '../messages';
import type { ListProblem, Page } from '../types';
import { readFields, type PageFields } from './fields';
import { readSigns, type Signs } from './signs';

/** The records and the pagination of one page. */
export interface Reading extends FoundRecords {
	fields: PageFields;
	signs: Signs;
	page: Page;
}

/** @param recordsPath as in 'Records Path'; `knownPath`: where an earlier page had its records */
export function readPage(
	page: Page,
	resource: ResourceName,
	{ recordsPath, knownPath }: { recordsPath?: string; knownPath?: readonly string[] },
): Result<Reading, ListProblem> {
	const { body } = page;
	const stated = readStatedError(body);
	if (stated) return reject({ ...messages.errorAnswer(stated.message), code: stated.code });
	const set = recordsPath?.split('.').filter((part) => part !== '');
	const at = set && recordsAt(body, set);
	if (recordsPath && !at) return reject(messages.recordsPath(recordsPath));
	const found = at ? ok(at) : findRecords(body, resource, knownPath);
	if (!found.ok) return found;
	const { records, path, absent } = found.value;
	const fields = readFields(page, path);
	const signs = readSigns(fields, records.length);
	// Accepted, and not done yet.
	const isPending = page.status === 202 && records.length === 0;
	return ok({ ...found.value, absent: isPending ? 'all' : absent, fields, signs, page });
}
