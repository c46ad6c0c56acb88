import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PAGINATIONS } from '../../nodes/ProjectWorkspace/pagination/candidates';
import { listSettings } from '../../nodes/ProjectWorkspace/properties/credential';
import type { ListSettings } from '../../nodes/ProjectWorkspace/transport/types';
import {
	afterIds,
	bare,
	idsOf,
	numbered,
	offsets,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	withNext,
	type Pager,
} from './listService';
import type { Template } from './template';

const settings: Array<[string, Partial<ListSettings>, Pager, Template]> = [
	['page numbers', { style: 'page', parameter: 'seite' }, pages('seite'), bare],
	['page numbers from 0', { style: 'page', parameter: 'seite' }, pages('seite', 0), bare],
	['offsets', { style: 'offset', parameter: 'ab' }, offsets('ab'), bare],
	['the last ID', { style: 'lastId', parameter: 'nach' }, afterIds('nach'), bare],
	[
		'a cursor at a path',
		{ style: 'cursor', nextPath: 'seiten.weiter', parameter: 'ab' },
		tokens('ab'),
		'{"tasks": <items>, "seiten": {"weiter": <next>}}',
	],
	[
		'a cursor in a header',
		{ style: 'cursor', nextPath: 'header.x-weiter', parameter: 'ab' },
		tokens('ab'),
		'X-Weiter: <next or empty>\n\n<items>',
	],
	[
		'a link at a path',
		{ style: 'link', nextPath: 'weiter' },
		tokens('ab'),
		'{"tasks": <items>, "weiter": <path>}',
	],
];

test.each(settings)('what is set is enough: %s', async (_, lists, pager, template) => {
	const { ids, is } = await reading(paged(pager, template), {}, lists);
	expect({ ids, is }).toEqual({ ids: idsOf(rowsOf(250)), is: 'complete' });
});

test('each way to get the next page is a case above, an option in the credential and in the docs', () => {
	const [collection] = listSettings.options ?? [];
	const fields = collection && 'values' in collection ? collection.values : [];
	const options = fields.find(({ name }) => name === 'style')?.options ?? [];
	const shown = options.flatMap((option) => ('value' in option ? option : []));
	const names = Object.keys(PAGINATIONS);
	expect(shown.map(({ value }) => value).sort()).toEqual(['auto', 'none', ...names].sort());
	expect(names.filter((name) => settings.every(([, { style }]) => style !== name))).toEqual([]);

	const docs = readFileSync(join(__dirname, '../../docs/lists.md'), 'utf8');
	const labels = shown.filter(({ value }) => value !== 'auto').map(({ name }) => name);
	const row = docs.split('\n').find((line) => line.startsWith('| Pagination')) ?? '';
	expect(labels.filter((label) => !row.includes(label))).toEqual([]);
});

test('a way that an expression has made up is rejected', async () => {
	const read = reading(() => ({ body: [] }), {}, { style: 'Cursor' });
	await expect(read).rejects.toThrow(
		`'Pagination' must be one of auto, ${Object.keys(PAGINATIONS).join(', ')}, none`,
	);
});

test.each([bare, '{"tasks": <items>, "cursor": <next>}'])(
	'None: one page is the list, whatever token it has: %s',
	async (template) => {
		const { is, requests } = await reading(paged(tokens(), template), {}, { style: 'none' });
		expect(is).toBe('complete');
		expect(requests).toHaveLength(1);
	},
);

test.each([{}, { parameter: 'page' }])(
	'one page is the list if what is set leads to no other: page numbers, %j',
	async (parameter) => {
		const lists = { style: 'page', ...parameter };
		const { is, requests } = await reading(paged(pages(), bare, rowsOf(100)), {}, lists);
		expect(is).toBe('complete');
		// Page 2, and page 1, as pages may be counted from 0.
		expect(requests).toHaveLength(3);
	},
);

test('a path that the page does not have proves nothing', async () => {
	const lists = { style: 'cursor', nextPath: 'nxt', parameter: 'cursor' };
	const { because } = await reading(paged(tokens(), withNext), {}, lists);
	expect(because).toBe('noSign');
});

describe('the page size', () => {
	const lists = { pageSizeParameter: 'limit', pageSize: 50 };
	const sizes = (requests: readonly URL[]) =>
		requests.map(({ searchParams }) => searchParams.get('limit'));

	test('is sent with every page', async () => {
		const { requests } = await reading(paged(pages(), numbered, rowsOf(120), 50), {}, lists);
		expect(sizes(requests)).toEqual(['50', '50', '50']);
	});

	test.each([
		['is full', 7, 10],
		['is not full', 6, 1],
	])('of the person is not replaced, and tells that a page %s', async (_, count, requested) => {
		const respond = paged(pages('seite'), bare, rowsOf(count), 7);
		const { requests } = await reading(respond, { query: { limit: '7' } }, lists);
		expect(new Set(sizes(requests))).toEqual(new Set(['7']));
		expect(requests.length).toBe(requested === 1 ? 1 : 1 + 8);
	});
});

test('what the person sends is not replaced', async () => {
	const { error, requests } = await reading(paged(pages(), numbered), { query: { page: '2' } });
	expect(new Set(requests.map((url) => url.searchParams.get('page')))).toEqual(new Set(['2']));
	expect(error?.description).toContain("If 'Query Parameters' has a page number");
});

test('a total that is too high is an error that names the setting, and with the setting it is ignored', async () => {
	const respond = paged(pages(), '{"tasks": <items>, "page": <at>, "total": 300}');
	const { error } = await reading(respond);
	expect(error).toMatchObject({
		message: 'The service reports 300 records, but only 250 were read',
		description: expect.stringContaining(
			"turn on 'Ignore Reported Total' in the credential under 'List Settings'",
		),
		details: { code: 'short', list: { recordsRead: 250 } },
	});
	expect((await reading(respond, {}, { ignoreTotal: true })).is).toBe('complete');
});
