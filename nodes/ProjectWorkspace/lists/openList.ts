import type { ResourceName } from '../catalogue';
import type { JsonObject } from '../records/json';
import { reject } from '../result';
import { Claims } from './claims';
import { KnownWay, type KnownWays, type Stop, type Way } from './nextPage/way';
import { createPageReader } from './page/pageReader';
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
	/** Called with the first page. What it gets reads a sample of the last records. */
	begun?: (readLast: () => Promise<JsonObject[]>) => void;
}

/** A list that is being read. */
export interface OpenList {
	firstQuery: Readonly<Record<string, string>>;
	overrides: ListOverrides;
	limit: number;
	parallel: number;
	read: ReturnType<typeof createPageReader>;
	progress: Progress;
	claims: Claims;
	/** What the search for a way has shown. */
	search: {
		/** Parameters that were tried for the next page; those that were not, because the person has set them. */
		readonly tried: Set<string>;
		kept: readonly string[];
		/** The page has a link or cursor that leads on, whether it could be followed or not. */
		isLive: boolean;
		/** That link or cursor could not be followed. */
		isLost: boolean;
	};
	/** Whether the person has set that there is one page only, or how the next page is requested. */
	manual: 'none' | 'way' | undefined;
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
	const progress = new Progress(seen, pageSize ?? pageSizeIn(firstQuery));
	const claims = new Claims(progress, overrides);
	const search: OpenList['search'] = { tried: new Set(), kept: [], isLive: false, isLost: false };
	const read = createPageReader(options, () => progress.path);
	const { limit = Infinity } = options;
	const manual = manualIn(overrides);
	return {
		...{ firstQuery, overrides, manual, limit, parallel, read },
		...{ progress, claims, search, seen, known },
	};
}

function manualIn({ style, nextPath, parameter }: ListOverrides): OpenList['manual'] {
	if (style === 'none') return 'none';
	return [style, nextPath, parameter].some((set) => set !== undefined) ? 'way' : undefined;
}

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string) =>
	reject<Stop>({ is: 'broken', problem: { ...problem, cursor: problem.cursor ?? cursor } });

/** The service rejects the request itself: an unknown parameter, or a page past the end. */
export const REJECTED = [400, 404, 422];
