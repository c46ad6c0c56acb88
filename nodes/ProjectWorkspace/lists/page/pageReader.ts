import type { ResourceName } from '../../catalogue';
import type { JsonObject } from '../../records/json';
import { parentId } from '../../records/parentId';
import { ok, reject, type Result } from '../../result';
import { messages } from '../messages';
import { createPrefetch } from '../prefetch';
import type { FetchPage, ListOverrides, ListProblem } from '../types';
import { NARROWING } from './links';
import { type Reading, readPage } from './reading';
import type { PageTarget } from './target';

/** Requests and reads a page, together with the `coming` ones. */
export type PageReader = (
	target: PageTarget,
	coming?: readonly PageTarget[],
) => Promise<Result<Reading, ListProblem>>;

interface Options {
	resource: ResourceName;
	firstQuery: Readonly<Record<string, string>>;
	fetchPage: FetchPage;
	parallel: number;
	overrides?: ListOverrides;
}

/** @param knownPath where earlier pages had their records */
export function createPageReader(
	{ resource, firstQuery, fetchPage, parallel, overrides }: Options,
	knownPath: () => readonly string[] | undefined,
): PageReader {
	const ask = createPrefetch(fetchPage, parallel);
	let narrowed: Array<[name: string, wanted: string]> | undefined;
	return async (target, coming) => {
		const page = await ask(target, coming);
		if (!page.ok) return reject({ ...messages.request, failure: page.problem });
		const recordsPath = overrides?.recordsPath;
		const reading = readPage(page.value, resource, { recordsPath, knownPath: knownPath() });
		if (!reading.ok) return reading;
		const { records } = reading.value;
		narrowed ??= Object.entries(firstQuery).filter(
			([name, wanted]) => NARROWING.includes(name) || areAll(records, name, wanted),
		);
		for (const [name, wanted] of narrowed) {
			const values = records.map((record) => parentId(record, name, wanted));
			const other = values.find((value) => value !== '' && value !== wanted);
			if (other !== undefined) return reject(messages.unfiltered(name, wanted, other));
		}
		return ok(reading.value);
	};
}

/** Whether a parameter has narrowed the list to records with this value: a link to another page may have lost it. */
const areAll = (records: readonly JsonObject[], name: string, wanted: string) =>
	wanted !== '' &&
	records.length > 0 &&
	records.every((record) => parentId(record, name, wanted) === wanted);
