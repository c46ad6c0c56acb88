import type { ResourceName } from '../../catalogue';
import { plainName } from '../../records/fieldNames';
import { isObject, type JsonObject } from '../../records/json';
import { textOf } from '../../records/value';
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
	const asked = NARROWING.filter((name) => name in firstQuery);
	return async (target, coming) => {
		const page = await ask(target, coming);
		if (!page.ok) return reject({ ...messages.request, failure: page.problem });
		const recordsPath = overrides?.recordsPath;
		const reading = readPage(page.value, resource, { recordsPath, knownPath: knownPath() });
		if (!reading.ok) return reading;
		for (const name of asked) {
			const wanted = firstQuery[name] ?? '';
			const other = reading.value.records
				.map(valueOf(name))
				.find((value) => value !== '' && value !== wanted);
			if (other !== undefined) return reject(messages.otherProject(name, wanted, other));
		}
		return ok(reading.value);
	};
}

/** `project_id`, `projectId`, or the ID of the object `project`; empty if the record has none of them. */
const valueOf = (name: string) => {
	const plain = plainName(name);
	return (record: JsonObject): string => {
		for (const key in record) {
			const value = record[key];
			const isIt = plainName(key) === plain;
			if (isIt && typeof value !== 'object') return textOf(value);
			if (isObject(value) && `${plainName(key)}id` === plain) return textOf(value.id);
		}
		return '';
	};
};
