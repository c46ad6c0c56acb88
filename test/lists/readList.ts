import type { ResourceName } from '../../nodes/ProjectWorkspace/old/catalogue';
import type { Completeness } from '../../nodes/ProjectWorkspace/old/lists/completeness';
import type { KnownWays, ListOverrides } from '../../nodes/ProjectWorkspace/old/lists/nextPage/way';
import { collectList } from './collectList';
import { fakeService, makeRows, type Respond } from './fakeService';

export interface ReadOptions {
	resource?: ResourceName;
	overrides?: ListOverrides;
	limit?: number;
	firstQuery?: Record<string, string>;
	knownWays?: KnownWays;
	parallel?: number;
}

/** Reads a list of users from a service that responds so. `asked`: the address of each request. */
export async function read(respond: Respond, options: ReadOptions = {}) {
	const { fetchPage, asked, mostAtOnce } = fakeService(respond);
	const list = { resource: 'user', firstQuery: {}, parallel: 4, ...options, fetchPage } as const;
	return { ...(await collectList(list)), asked, mostAtOnce: mostAtOnce() };
}

/** What a fake service throws where it rejects a request. */
export const httpError = (httpCode: number, isJson = true) =>
	Object.assign(new Error(`Rejected with ${httpCode}`), { httpCode, isJson });

export const rows = makeRows(250);
export const page = (index: number) => rows.slice(index * 100, index * 100 + 100);
export const listOf = (users: unknown, signs = {}) => ({ body: { users, ...signs } });

/** The pages in the order of the requests, whatever is asked for: their records, and what is next to them. */
export const inTurn =
	(...pages: ReadonlyArray<readonly [users: unknown, said?: object]>): Respond =>
	(_, __, turn) =>
		listOf(...(pages[turn - 1] ?? pages.at(-1) ?? [null]));

type Because<Is> = Extract<Completeness, { is: Is; because: unknown }>['because'];

export const complete = (because: Because<'complete'>) => ({
	kind: 'done',
	completeness: { is: 'complete', because },
});
export const unknown = (because: Because<'unknown'>) => ({
	kind: 'done',
	completeness: { is: 'unknown', because },
});
export const refusal = (reason: string) => ({ kind: 'refused', refusal: { reason } });

/** A list that reads so: `end` is the outcome, `queries` what was asked for after the first page. */
export interface Expected {
	end?: object;
	records?: number;
	asked?: number;
	queries?: string[];
}
export type Case = [name: string, Respond, Expected, ReadOptions?];

const ascending = (a: number, b: number) => a - b;

/** Reads the list of a case, and compares what is expected. If its records differ, they come in order. */
export async function check(_name: string, respond: Respond, expected: Expected, options = {}) {
	const { end = {}, ...counts } = expected;
	const { outcome, records, asked } = await read(respond, options);
	expect(outcome).toMatchObject(end);
	const queries = asked.slice(1).map((url) => decodeURIComponent(new URL(url).search));
	expect({ records: records.length, asked: asked.length, queries }).toMatchObject(counts);
	const places = records.flatMap(({ id }) => (typeof id === 'string' ? [Number(id.slice(1))] : []));
	if (new Set(places).size === places.length) expect(places).toEqual(places.toSorted(ascending));
}

/** Ten records of page `at`, up to the record `to`. */
export const ten = (at: unknown, to = 250) =>
	rows.slice(Number(at) * 10 - 10, Math.min(to, Number(at) * 10));

export const done = (summary = '') => ({
	kind: 'done',
	detected: expect.stringMatching(new RegExp(`^${summary}`)),
});
