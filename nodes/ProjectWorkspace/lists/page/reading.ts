import type { ResourceName } from '../../catalogue';
import { ok, reject, type Result } from '../../result';
import { findRecords, type FoundRecords, recordsAt } from '../envelope/findRecords';
import { readFields, type PageFields } from './fields';
import { messages } from '../messages';
import { readSigns, type Signs } from './signs';
import type { ListProblem, Page } from '../types';

/** The records and the pagination of one page. */
export interface Reading extends Omit<Extract<FoundRecords, { kind: 'records' }>, 'kind'> {
	fields: PageFields;
	signs: Signs;
	page: Page;
}

/** @param recordsPath as in 'Records Path'; `knownPath`: where an earlier page had its records */
export function readPage(
	page: Page,
	{
		resource,
		recordsPath,
		knownPath,
	}: { resource: ResourceName; recordsPath?: string; knownPath?: readonly string[] },
): Result<Reading, ListProblem> {
	const found = recordsPath
		? recordsAt(
				page.body,
				recordsPath.split('.').filter((part) => part !== ''),
			)
		: findRecords(page.body, resource, knownPath);
	if (!found) return reject(messages.recordsPath(recordsPath ?? ''));
	if (found.kind === 'error') {
		return reject({ ...messages.errorAnswer(found.message), code: found.code });
	}
	if (found.kind === 'refused') return reject(messages.shape(found.message, found.candidates[0]));
	const fields = readFields(page, found.path);
	const signs = readSigns(fields, found.records.length);
	return ok({ ...found, fields, signs, page });
}

/** A success status without a list: no body (204), `{}`, or null instead of records. */
export const hasNoList = ({ absent }: Reading): boolean => absent === 'body' || absent === 'null';
