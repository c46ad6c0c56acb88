import type { List } from '../../nodes/ProjectWorkspace/pagination/readList';
import {
	bare,
	numbered,
	paged,
	pages,
	reading,
	rowsOf,
	tokens,
	withNext,
	type Wanted,
} from './listService';

const limits: Array<[string, Wanted, Partial<List>, number]> = [
	[
		'cuts a page, so that there is more',
		{ limit: 30 },
		{ completeness: { is: 'limited', hasMore: true } },
		1,
	],
	[
		'ends with a page, and a total says that there is more',
		{ limit: 200 },
		{ completeness: { is: 'limited', hasMore: true } },
		2,
	],
	[
		'is the last record',
		{ limit: 250 },
		{ completeness: { is: 'limited', hasMore: false }, recordsRead: 250 },
		3,
	],
	['is more than there are', { limit: 251 }, { completeness: { is: 'complete' } }, 3],
	[
		'counts the records that are kept',
		{ limit: 2, keep: ({ id }) => String(id).endsWith('0') },
		{ recordsRead: 100, completeness: { is: 'limited', hasMore: true } },
		1,
	],
	['is a page, for a sample', { maxPages: 1 }, { pages: 1, recordsRead: 100 }, 1],
];

test.each(limits)('Limit %s', async (_, wanted, list, requested) => {
	const { requests, ...read } = await reading(paged(pages(), numbered), wanted);
	expect(read).toMatchObject(list);
	expect(requests).toHaveLength(requested);
});

test('at the end of a page a token says that there is more', async () => {
	const { completeness } = await reading(paged(tokens(), withNext), { limit: 100 });
	expect(completeness).toEqual({ is: 'limited', hasMore: true });
});

test.each([
	['nothing says so', bare],
	['only a total, which may be too low', numbered],
])('at the end of a full page it is not known whether there is more if %s', async (_, template) => {
	const { completeness } = await reading(paged(pages(), template, rowsOf(100)), { limit: 100 });
	expect(completeness).toEqual({ is: 'limited', hasMore: undefined });
});
