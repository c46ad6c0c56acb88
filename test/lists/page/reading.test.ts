import { readPage } from '../../nodes/ProjectWorkspace/lists/page/reading';

const URL_OF_LIST = 'https://api.example.com/v1/users';

test.each<[string, string, Record<string, string>, string]>([
	['without its query', URL_OF_LIST, { status: 'open' }, `${URL_OF_LIST}?status=open`],
	[
		'with its query',
		`${URL_OF_LIST}?status=open`,
		{ status: 'open' },
		`${URL_OF_LIST}?status=open`,
	],
	[
		'of a link, with a page of its own',
		`${URL_OF_LIST}?page=2`,
		{ page: '1', status: 'open' },
		`${URL_OF_LIST}?page=2&status=open`,
	],
	['that is no address', 'users', { page: '1' }, 'users'],
])('an address that the client reports %s is the one that was asked', (_, url, query, asked) => {
	const page = { body: [], headers: {}, request: { url, query } };
	const reading = readPage(page, { resource: 'user', deepScan: false });
	expect(reading).toMatchObject({ ok: true, value: { url: asked, query } });
});
