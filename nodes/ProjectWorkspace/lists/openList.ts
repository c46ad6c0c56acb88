import type { ResourceName } from '../catalogue';
import type { ServiceDetails } from '../client/serviceDetails';
import type { JsonObject } from '../records/value';
import { reject } from '../result';
import { Claims } from './claims';
import type { ListProblem } from './messages';
import type { Stop, Way } from './nextPage/way';
import { createPageReader } from './page/pageReader';
import { SeenRecords } from './page/seenRecords';
import { pageSizeIn } from './page/signs';
import type { FetchPage } from './page/target';
import { Progress } from './progress';

/** What the person has set about lists. Everything else is detected. */
export type ListOverrides = Partial<Omit<ServiceDetails, 'maxBytes' | 'projectIdPlacement'>>;

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

/** How to get the next page of one list, shared by all items of a run, so that a hundred items search once. */
export class KnownWay {
	/** The first way that was found. It saves the search, and is confirmed anew on each list. */
	way: Way | undefined;
	/** The size of the page on which no way was found. */
	noneOn = -1;
	private turn: Promise<unknown> = Promise.resolve();

	/** One list at a time searches. @returns undefined: another list has found a way in the meantime */
	async search<T>(look: () => Promise<T>): Promise<T | undefined> {
		if (this.way) return undefined;
		const inTurn = async () => (this.way ? undefined : await look());
		const mine = this.turn.then(inTurn, inTurn);
		this.turn = mine;
		return await mine;
	}
}

/** What the search for the next page of one list has shown. */
class Search {
	/** How it is requested, once another page has confirmed it. */
	way?: Way;
	/** Parameters that were tried; those that were not, because the person has set them. */
	readonly tried = new Set<string>();
	setParameters: readonly string[] = [];
	/** The page has a link or cursor that leads on, whether it could be followed or not. */
	hasLead = false;
	/** That link or cursor could not be followed. */
	isLeadLost = false;
}

/** By the list's address, its parameters and the options that are set. */
export type KnownWays = Map<string, KnownWay>;

export function openList(options: ListOptions) {
	const { overrides = {}, knownWays = new Map<string, KnownWay>(), limit = Infinity } = options;
	const { style, nextPath, parameter, pageSizeParameter, pageSize } = overrides;
	const isSized = pageSizeParameter !== undefined && pageSize !== undefined;
	const sized = isSized ? { [pageSizeParameter]: String(pageSize) } : {};
	const firstQuery = { ...options.firstQuery, ...sized };
	const key = JSON.stringify([options.address, Object.keys(firstQuery).sort(), overrides]);
	const knownWay = knownWays.get(key) ?? new KnownWay();
	knownWays.set(key, knownWay);
	const seen = new SeenRecords(options.resource);
	const progress = new Progress(seen, pageSize ?? pageSizeIn(firstQuery));
	const claims = new Claims(progress, overrides);
	const search = new Search();
	const read = createPageReader(options, progress);
	const isSet = [style, nextPath, parameter].some((set) => set !== undefined);
	/** Whether the person has set that there is one page only, or how the next page is requested. */
	const manual = style === 'none' ? style : isSet ? ('way' as const) : undefined;
	const { parallel } = options;
	return {
		firstQuery,
		overrides,
		manual,
		limit,
		parallel,
		read,
		progress,
		claims,
		search,
		seen,
		knownWay,
	};
}

/** A list that is being read. */
export type OpenList = ReturnType<typeof openList>;

/** @param cursor of the page that could not be read */
export const broken = (problem: ListProblem, cursor?: string) =>
	reject<Stop>({ is: 'broken', problem: { ...problem, cursor: problem.cursor ?? cursor } });

/** The service rejects the request itself: an unknown parameter, or a page past the end. */
export const REJECTED = [400, 404, 422];
