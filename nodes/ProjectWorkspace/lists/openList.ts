import type { ResourceName } from '../catalogue';
import { reject } from '../result';
import { KnownWay, type KnownWays } from './nextPage/knownWays';
import type { Stop, Way } from './nextPage/way';
import { createPageReader, type PageReader } from './page/pageReader';
import { SeenRecords } from './page/seenRecords';
import { pageSizeIn } from './page/signs';
import { Progress } from './progress';
import type { FetchPage, ListOverrides, ListProblem } from './types';

export interface ListOptions {
	resource: ResourceName;
	/** The list's own address, absolute and without a query. */
	address: string;
	firstQuery: Readonly<Record<string, string>>;
	/** Undefined: all. */
	limit?: number;
	fetchPage: FetchPage;
	/** How many pages may be requested at once, if their numbers are known in advance. */
	parallel: number;
	overrides?: ListOverrides;
	knownWays?: KnownWays;
}

/** A list that is being read. */
export interface OpenList {
	firstQuery: Readonly<Record<string, string>>;
	overrides: ListOverrides;
	limit: number;
	parallel: number;
	read: PageReader;
	progress: Progress;
	seen: SeenRecords;
	known: KnownWay;
	/** How the next page is requested, once another page has confirmed it. */
	way?: Way;
}

export function openList(options: ListOptions): OpenList {
	const { resource, address, parallel, overrides = {}, knownWays = new Map() } = options;
	const { pageSizeParameter, pageSize } = overrides;
	const isSized = pageSizeParameter !== undefined && pageSize !== undefined;
	const sized = isSized ? { [pageSizeParameter]: String(pageSize) } : {};
	const firstQuery = { ...options.firstQuery, ...sized };
	const key = JSON.stringify([address, Object.keys(firstQuery).sort(), overrides]);
	const known = knownWays.get(key) ?? new KnownWay();
	knownWays.set(key, known);
	const seen = new SeenRecords(resource);
	const set = { ...overrides, pageSize: pageSize ?? pageSizeIn(firstQuery), firstQuery };
	const progress = new Progress(set, seen);
	const read = createPageReader(options, () => progress.path);
	const { limit = Infinity } = options;
	return { firstQuery, overrides, limit, parallel, read, progress, seen, known };
}

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string) =>
	reject<Stop>({ is: 'broken', problem: { ...problem, cursor: problem.cursor ?? cursor } });

/** The service rejects the request itself: an unknown parameter, or a page past the end. */
export const REJECTED = [400, 404, 422];
