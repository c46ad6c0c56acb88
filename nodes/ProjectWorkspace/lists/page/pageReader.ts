import type { ResourceName } from '../../catalogue';
import { reject, type Result } from '../../result';
import { messages } from '../messages';
import { createPrefetch } from '../prefetch';
import type { FetchPage, ListOverrides, ListProblem } from '../types';
import { createNarrowing } from './narrowing';
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
	const findUnwanted = createNarrowing(firstQuery);
	return async (target, coming) => {
		const page = await ask(target, coming);
		if (!page.ok) return reject({ ...messages.request, failure: page.problem });
		const recordsPath = overrides?.recordsPath;
		const reading = readPage(page.value, resource, { recordsPath, knownPath: knownPath() });
		if (!reading.ok) return reading;
		const unwanted = findUnwanted(reading.value.records);
		return unwanted ? reject(messages.unfiltered(unwanted)) : reading;
	};
}
