import type { ListOverrides } from '../../../nodes/ProjectWorkspace/old/lists/nextPage/way';
import type { Respond } from '../fakeService';
import {
	check,
	complete,
	done,
	httpError,
	listOf,
	page,
	read,
	refusal,
	rows,
	type Case,
	unknown,
} from '../readList';

const counted = (at: string, last = '2') => (at === last ? null : String(Number(at) + 1));

const failing =
	(next: unknown): Respond =>
	({ cursor }) => {
		if (cursor) throw httpError(503);
		return listOf(page(0), { next_cursor: next });
	};

describe('what is set manually', () => {
	test.each<Case>([
		...[1, 0].map(
			(base): Case => [
				`a style is followed even where the responses show nothing, and pages are counted from ${base}`,
				({ p = String(base) }) => ({ body: page(Math.max(0, Number(p) - base)) }),
				{ end: complete('walked'), records: 250, asked: 5 },
				{ overrides: { style: 'page', parameter: 'p' } },
			],
		),
		[
			'a cursor 0 on the only page that leads back to it',
			() => listOf(page(0), { next_cursor: 0 }),
			{ end: unknown('nothingFound'), records: 100, asked: 2 },
			{ overrides: { nextPath: 'next_cursor', parameter: 'cursor' } },
		],
		[
			'a path of the cursor and its parameter',
			({ wo = '0' }) => ({
				body: { liste: { eintraege: page(Number(wo)), weiter: counted(wo) } },
			}),
			{ end: done(), records: 250 },
			{ overrides: { recordsPath: 'liste.eintraege', nextPath: 'liste.weiter', parameter: 'wo' } },
		],
		[
			'a header as the place of the cursor',
			({ wo = '0' }) => ({
				body: page(Number(wo)),
				headers: { 'x-weiter': counted(wo) ?? undefined },
			}),
			{ end: done(), records: 250 },
			{ overrides: { nextPath: 'header.X-Weiter', parameter: 'wo' } },
		],
		[
			'only the path: the usual parameters are tried',
			({ after = '0' }) => listOf(page(Number(after)), { next_cursor: counted(after) }),
			{ end: done(), records: 250 },
			{ overrides: { nextPath: 'next_cursor' } },
		],
		[
			'only the parameter: the place of the cursor is still found',
			({ wo = '0' }) => listOf(page(Number(wo)), { next_cursor: counted(wo) }),
			{ end: done(), records: 250, asked: 3 },
			{ overrides: { parameter: 'wo' } },
		],
		...(['page', undefined] as const).map(
			(style): Case => [
				`the parameter and its first number, in a query parameter, with ${style}`,
				({ p = '1' }) => ({ body: page(+p - 1) }),
				{ end: complete('walked'), records: 150, asked: 3 },
				{ overrides: { style, parameter: 'p' }, firstQuery: { p: '2', page: '1' } },
			],
		),
		[
			'only the parameter, whose name says that it takes an offset, and the first offset',
			({ skip = '0' }) => ({ body: rows.slice(+skip, +skip + 100) }),
			{ end: complete('walked'), records: 200, asked: 4 },
			{ overrides: { parameter: 'skip' }, firstQuery: { skip: '50' } },
		],
		[
			'page numbers are counted where no page has the path',
			({ p = '1' }) => ({ body: page(+p - 1) }),
			{ end: complete('walked'), records: 250, asked: 5 },
			{ overrides: { style: 'page', parameter: 'p', nextPath: 'meta.next' } },
		],
		[
			'a style takes precedence over a cursor on the page, with the parameter of the page',
			({ page_no: p = '1' }) => listOf(page(+p - 1), { page_no: +p, next_cursor: 'c' }),
			{ end: done(), records: 250, asked: 4 },
			{ overrides: { style: 'page' } },
		],
		[
			'a style, with each of its usual parameters if there are more records',
			({ skip: at = '0' }) => listOf(rows.slice(+at, +at + 100), { total: 250 }),
			{ end: done(), records: 250 },
			{ overrides: { style: 'offset' } },
		],
		[
			'a path that the first page does not have proves nothing, as it may be misspelled',
			() => ({ body: page(0) }),
			{ end: unknown('noSign'), asked: 1 },
			{ overrides: { nextPath: 'next', parameter: 'c' } },
		],
		[
			'no pagination at all',
			() => listOf(page(0), { next_cursor: 'c1' }),
			{ end: complete('set'), asked: 1 },
			{ overrides: { style: 'none' } },
		],
		[
			'a path that leads nowhere is rejected with a message',
			() => listOf([]),
			{ end: { refusal: { reason: 'shape', message: expect.stringContaining('data.items') } } },
			{ overrides: { recordsPath: 'data.items' } },
		],
		[
			'a cursor without a parameter to send it in is rejected',
			() => listOf(page(0), { weiter: 'c1' }),
			{ end: refusal('override'), asked: 1 },
			{ overrides: { nextPath: 'weiter' } },
		],
		[
			'the first page of a style, whatever number the pages state',
			({ page: at = '0' }) => listOf(page(+at), { page: +at + 1, total: 250 }),
			{ end: complete('stated'), records: 250, asked: 3 },
			{ overrides: { style: 'page', firstPage: 0 } },
		],
		[
			'the first page says nothing of offsets',
			({ offset: at = '0' }) => listOf(page(+at / 100), { offset: +at, total: 250 }),
			{ end: complete('stated'), records: 250, asked: 3 },
			{ overrides: { firstPage: 1 } },
		],
		[
			'where no page has the path, a cursor that fails leaves the list short',
			failing('c1'),
			{ end: refusal('request'), records: 100 },
			{ overrides: { nextPath: 'cursor.next', parameter: 'cursor' } },
		],
		[
			'a cursor 0 that fails may be the position of the page',
			failing(0),
			{ end: unknown('nothingFound'), records: 100 },
			{ overrides: { parameter: 'cursor' } },
		],
		[
			'a total known to be wrong can be ignored',
			({ offset: at = '0' }) => listOf(rows.slice(+at, +at + 100), { total: 300 }),
			{ end: complete('walked'), records: 250 },
			{ overrides: { ignoreTotal: true } },
		],
	])('%s', check);

	const cursor = { next_cursor: 'c1' };
	const misspelt = { nextPath: 'meta.cursor' };
	test.each<[string, object, ListOverrides & { limit?: number }, object]>([
		['a style, and no cursor', {}, { style: 'cursor', parameter: 'c' }, unknown('noSign')],
		['a path, and an empty text there', { next: '' }, { nextPath: 'next' }, complete('stated')],
		['a path that may be what was sent', { at: null }, { nextPath: 'at' }, unknown('noSign')],
		['a path, and a cursor elsewhere', cursor, misspelt, unknown('nothingFound')],
		['a path, up to Limit', cursor, { ...misspelt, limit: 7 }, { more: true }],
		['links, and no next cursor', { cursor: 'c0' }, { style: 'link' }, unknown('nothingFound')],
		['links, and a cursor that is null', { next: null }, { style: 'link' }, complete('stated')],
	])('%s, if one page can be read', async (_, signs, { limit, ...overrides }, end) => {
		const respond = () => listOf(rows.slice(0, 7), { ...signs });
		await check('', respond, { end, records: 7 }, { overrides, limit });
	});
	const led =
		(leadTo: (cursor: string) => object): Respond =>
		({ cursor = '0' }) =>
			listOf(page(+cursor), { ...leadTo(counted(cursor) ?? '') });
	const byCursor = led((to) => ({ next_cursor: to }));
	const byName = led((to) => ({ 'my.next': to }));
	const byLink = led((to) => ({ next: to && `?cursor=${to}` }));
	const byBoth = led((to) => ({ next_cursor: to, next: '//a.example.net/' }));

	test.each<[string, Respond, ListOverrides]>([
		['cursors, where the pages have links', byLink, { style: 'cursor' }],
		['links, where the pages have cursors', byCursor, { style: 'link' }],
		['cursors, next to a link that leads elsewhere', byBoth, { style: 'cursor' }],
		['cursors, at the path of a link', byLink, { style: 'cursor', nextPath: 'next' }],
		['a path that is one name', byName, { nextPath: 'my.next', parameter: 'cursor' }],
		['a path that no page has', byCursor, { nextPath: 'meta.cursor', parameter: 'cursor' }],
	])('%s: the list is read to its end', async (_, respond, overrides) => {
		await check('', respond, { end: complete('stated'), records: 250, asked: 3 }, { overrides });
	});

	test('a parameter for the page size is not sent without a size', async () => {
		const { asked } = await read(byLink, { overrides: { pageSizeParameter: 'per_page' } });
		expect(asked.join()).not.toContain('per_page');
	});
});
