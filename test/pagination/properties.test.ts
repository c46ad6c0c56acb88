import fc from 'fast-check';

import { Prefetch } from '../../nodes/ProjectWorkspace/pagination/prefetch';
import { readLinkHeader } from '../../nodes/ProjectWorkspace/pagination/responseFields';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/transport/types';
import {
	afterIds,
	BASE_URL,
	idsOf,
	listService,
	offsets,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	type Pager,
} from './listService';
import { saying } from './template';

const pagers: Pager[] = [
	pages(),
	pages('page', 0),
	offsets(),
	offsets('skip'),
	tokens(),
	afterIds('starting_after'),
];

/** What a page may say about the list, all of it true. */
const SAYINGS = [
	'"total": <total>',
	'"total_pages": <pages>',
	'"has_more": <more>',
	'"next_cursor": <next>',
	'"next": <link>',
	'"per_page": <size>',
];

test('no list that tells the truth is short in silence, whatever it says and however its pages are requested', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...pagers),
			fc.subarray(SAYINGS),
			fc.integer({ min: 0, max: 70 }),
			fc.integer({ min: 1, max: 30 }),
			async (pager, says, count, size) => {
				const rows = rowsOf(count);
				const { ids, is } = await reading(paged(pager, saying(...says), rows, size));
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids).toEqual(idsOf(rows).slice(0, ids.length));
				if (is === 'complete') expect(ids).toHaveLength(count);
			},
		),
		{ numRuns: 400 },
	);
});

test('whatever a service responds, reading a list ends and does not throw', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 5 }),
			async (bodies) => {
				const { requests } = await reading(({ turn }) => ({
					body: JSON.stringify(bodies[turn % bodies.length]),
				}));
				expect(requests.length).toBeLessThan(200);
			},
		),
		{ numRuns: 300 },
	);
});

test('a token with half a character is rejected by the service, and not by the client', async () => {
	const { is } = await reading(({ turn }) =>
		turn === 1 ? { body: '{"tasks": [{"id": 1}], "next_cursor": "\\ud800"}' } : { status: 400 },
	);
	expect(is).toBe('short');
});

test('no link leads to another origin, and no password is followed', async () => {
	const anyLink = fc.oneof(
		fc.webUrl(),
		fc.string(),
		fc.constantFrom('//evil.example.com/', '/\\evil.example.com/'),
	);
	await fc.assert(
		fc.asyncProperty(anyLink, async (next) => {
			const { requests } = await reading(() => ({ body: { tasks: rowsOf(5), next_url: next } }));
			const { origin } = new URL(BASE_URL);
			expect(requests.filter(({ href }) => !href.startsWith(`${origin}/`))).toEqual([]);
		}),
	);
});

test('the order of parameters does not make another request', async () => {
	const parameters = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), {
		selector: ([name]) => name,
	});
	await fc.assert(
		fc.asyncProperty(parameters, async (query) => {
			const requestWith = (entries: Array<[string, string]>): ApiRequest => ({
				method: 'GET',
				path: '/tasks',
				query: Object.fromEntries(entries),
			});
			const prefetch = new Prefetch(listService(() => ({ body: [] })).client);
			await prefetch.request(requestWith(query));
			expect(prefetch.hasRequested(requestWith([...query].reverse()))).toBe(true);
		}),
	);
});

test('a long header takes no long time', () => {
	const before = performance.now();
	readLinkHeader('<'.repeat(50_000) + '>;'.repeat(50_000));
	readLinkHeader('<a>' + ';rel='.repeat(50_000));
	expect(performance.now() - before).toBeLessThan(1_000);
});
