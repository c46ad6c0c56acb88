import type { Candidate } from './nextPage/types';
import type { Asked } from './prefetch';
import { type ListProgress, trackProgress } from './progress';
import { type ReadPage, readPage } from './reading';
import { createSeenRecords, type SeenRecords } from './seenRecords';
import type { ListOptions, ListOverrides, ListRefusal, Page, PageTarget, Proof } from './types';

/** A list that is being read. */
export interface OpenList {
	firstQuery: Record<string, string>;
	limit: number;
	parallel: number;
	overrides: ListOverrides;
	isInvalidRequest: (cause: unknown) => boolean;
	ask: (target: PageTarget) => Promise<Asked>;
	read: (page: Page) => ReadPage;
	seen: SeenRecords;
	progress: ListProgress;
	/** Where the records are, once a page had some. */
	path?: readonly string[];
	/** Whether to look for pagination in objects of any name. */
	deepScan: boolean;
	/** How the next page is found, once a page confirmed it. */
	strategy?: Candidate;
}

export type WalkEnd =
	| { kind: 'end'; proof: Proof }
	| { kind: 'limit'; more: boolean | undefined }
	| { kind: 'refused'; refusal: ListRefusal };

export function openList(options: ListOptions): OpenList {
	const { resource, fetchPage, overrides = {}, isInvalidRequest = () => false } = options;
	const firstQuery = { ...options.firstQuery };
	if (overrides.pageSizeParameter && overrides.pageSize !== undefined) {
		firstQuery[overrides.pageSizeParameter] = String(overrides.pageSize);
	}
	const list: OpenList = {
		firstQuery,
		limit: options.limit ?? Infinity,
		parallel: Math.max(1, Math.floor(options.parallel)),
		overrides,
		isInvalidRequest,
		ask: async (target) =>
			await Promise.resolve(target)
				.then(fetchPage)
				.then(
					(page): Asked => ({ kind: 'page', page }),
					(cause: unknown): Asked => ({ kind: 'failed', cause }),
				),
		read: (page) => readPage(page, resource, overrides, list.path, list.deepScan),
		seen: createSeenRecords(),
		progress: trackProgress(),
		deepScan: false,
	};
	return list;
}
