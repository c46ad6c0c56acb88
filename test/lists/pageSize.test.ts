import type { ListOverrides } from '../../nodes/ProjectWorkspace/lists/nextPage/way';
import type { Respond } from './fakeService';
import { complete, read } from './readList';
import { makeRows } from './fakeService';

const rows = makeRows(60);
const sized: Respond = ({ per_page: size = '10', page = '1' }) => ({
	body: rows.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)),
});

test('Page Size is sent with its parameter on each page', async () => {
	const overrides = { pageSize: 15, pageSizeParameter: 'per_page' };
	const { records, asked } = await read(sized, { overrides });
	expect(records).toEqual(rows);
	expect(asked.every((url) => url.includes('per_page=15'))).toBe(true);
});

test.each<[string, ListOverrides, Record<string, string>]>([
	['in the credential', { pageSize: 7, pageSizeParameter: 'per_page' }, {}],
	['as a query parameter', {}, { per_page: '7' }],
])('%s, the page size says how large a full page is', async (_, overrides, firstQuery) => {
	const { records, outcome } = await read(sized, { overrides, firstQuery });
	expect(records).toEqual(rows);
	expect(outcome).toMatchObject(complete('walked'));
});

test('a total that may only count the page does not say that Limit has reached the end', async () => {
	const counting: Respond = ({ page = '1' }) => {
		const users = rows.slice((Number(page) - 1) * 20, Number(page) * 20);
		return { body: { users, total: users.length } };
	};
	const { outcome } = await read(counting, { limit: 20 });
	expect(outcome).toMatchObject({ more: 'perhaps' });
});
