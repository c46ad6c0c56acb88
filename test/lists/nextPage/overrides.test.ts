import type { ListOverrides } from '../../../nodes/ProjectWorkspace/lists/types';
import { complete, page, read, rows } from '../readList';

describe('what is set manually', () => {
	test('a style is followed even where the answers show nothing', async () => {
		const { records, asked } = await read(({ p = '1' }) => ({ body: page(Number(p) - 1) }), {
			overrides: { style: 'page', parameter: 'p' },
		});
		expect(records).toHaveLength(250);
		expect(asked).toHaveLength(4);
	});

	test('a path of the cursor and its parameter', async () => {
		const { records } = await read(
			({ wo = '0' }) => ({
				body: {
					liste: {
						eintraege: page(Number(wo)),
						weiter: wo === '2' ? null : String(Number(wo) + 1),
					},
				},
			}),
			{ overrides: { recordsPath: 'liste.eintraege', nextPath: 'liste.weiter', parameter: 'wo' } },
		);
		expect(records).toHaveLength(250);
	});

	test('a header as the place of the cursor', async () => {
		const { records } = await read(
			({ wo = '0' }) => ({
				body: page(Number(wo)),
				headers: wo === '2' ? {} : { 'x-weiter': String(Number(wo) + 1) },
			}),
			{ overrides: { nextPath: 'header.X-Weiter', parameter: 'wo' } },
		);
		expect(records).toHaveLength(250);
	});

	test('only the parameter: the place of the cursor is still found', async () => {
		const { records, asked } = await read(
			({ wo = '0' }) => ({
				body: { users: page(Number(wo)), next_cursor: wo === '2' ? null : String(Number(wo) + 1) },
			}),
			{ overrides: { parameter: 'wo' } },
		);
		expect(records).toHaveLength(250);
		expect(asked).toHaveLength(3);
	});

	test('a page size goes with every request', async () => {
		const { asked } = await read(
			({ page: at = '1' }) => ({
				body: { users: page(Number(at) - 1), page: Number(at), total_pages: 3 },
			}),
			{
				overrides: { pageSizeParameter: 'per_page', pageSize: 100 },
			},
		);
		expect(asked.every((url) => url.includes('per_page=100'))).toBe(true);
	});

	test('the parameter of a page size without a size is not sent', async () => {
		const { asked } = await read(() => ({ body: { users: page(2) } }), {
			overrides: { pageSizeParameter: 'per_page' },
		});
		expect(asked.join()).not.toContain('per_page');
	});

	test('a style goes before what the pages show', async () => {
		const { records, asked } = await read(
			({ page: at = '1' }) => ({
				body: { users: page(Number(at) - 1), page: Number(at), next_cursor: 'c1' },
			}),
			{ overrides: { style: 'page' } },
		);
		expect(records).toHaveLength(250);
		expect(asked.join()).not.toContain('cursor');
	});

	test('a style, with the parameter that the pages show', async () => {
		const { records } = await read(
			({ page_no: at = '1' }) => ({ body: { users: page(Number(at) - 1), page_no: Number(at) } }),
			{ overrides: { style: 'page' } },
		);
		expect(records).toHaveLength(250);
	});

	test('a style, with each of its usual parameters where there are more records', async () => {
		const { records } = await read(
			({ skip = '0' }) => ({
				body: { users: rows.slice(Number(skip), Number(skip) + 100), total: 250 },
			}),
			{ overrides: { style: 'offset' } },
		);
		expect(records).toHaveLength(250);
	});

	test.each<[string, ListOverrides, object]>([
		['a cursor that is not there', { style: 'cursor', parameter: 'c' }, {}],
		['a parameter, and a cursor that is null', { parameter: 'c' }, { next_cursor: null }],
	])('a list of one page is whole: %s', async (_, overrides, said) => {
		const { outcome, asked } = await read(() => ({ body: { users: rows.slice(0, 7), ...said } }), {
			overrides,
		});
		expect(outcome).toMatchObject({ kind: 'done', summary: expect.stringMatching(/^7 records /) });
		expect(asked).toHaveLength(1);
	});

	test('a style makes an empty list no longer than it is', async () => {
		const { outcome, asked } = await read(() => ({ body: { users: [] } }), {
			overrides: { style: 'page' },
		});
		expect(outcome).toMatchObject(complete('empty'));
		expect(asked).toHaveLength(1);
	});

	test('the first page of a style, whatever number the pages state', async () => {
		const { records, asked } = await read(
			({ page: at = '0' }) => ({ body: { users: page(+at), page: +at + 1, total: 250 } }),
			{ overrides: { style: 'page', firstPage: 0 } },
		);
		expect(records).toHaveLength(250);
		expect(asked[1]).toContain('page=1');
	});

	test('the first page says nothing of offsets', async () => {
		const { records, asked } = await read(
			({ offset = '0' }) => ({
				body: { users: rows.slice(+offset, +offset + 100), offset: +offset, total: 250 },
			}),
			{ overrides: { firstPage: 1 } },
		);
		expect(records).toHaveLength(250);
		expect(asked[1]).toContain('offset=100');
	});

	test('no pagination at all', async () => {
		const { asked, outcome } = await read(() => ({ body: { users: page(0), next_cursor: 'c1' } }), {
			overrides: { style: 'none' },
		});
		expect(asked).toHaveLength(1);
		expect(outcome).toMatchObject(complete('set'));
	});

	test('a wrong path is rejected with a message', async () => {
		const { outcome } = await read(() => ({ body: { users: [] } }), {
			overrides: { recordsPath: 'data.items' },
		});
		expect(outcome).toMatchObject({
			refusal: { reason: 'shape', message: expect.stringContaining('data.items') },
		});
	});

	test('a total known to be wrong can be ignored', async () => {
		const { outcome } = await read(
			({ offset = '0' }) => ({
				body: {
					users: Number(offset) > 100 ? [] : page(Number(offset) / 100),
					offset: Number(offset),
					total: 250,
				},
			}),
			{ overrides: { ignoreTotal: true } },
		);
		expect(outcome).toMatchObject({ kind: 'done' });
	});
});
