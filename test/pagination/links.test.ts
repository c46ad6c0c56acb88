import { readLinkHeader } from '../../nodes/ProjectWorkspace/pagination/responseFields';
import { paged, pages, reading, rowsOf, type Wanted } from './listService';
import type { Template } from './template';

const linking = async (next: string, wanted?: Wanted) =>
	await reading(
		({ query }) => ({
			body: query.seite === '2' ? { tasks: rowsOf(5, 6), next: null } : { tasks: rowsOf(5), next },
		}),
		wanted,
	);

test.each([
	'https://api.example.com/v1/tasks?seite=2',
	'/v1/tasks?seite=2',
	'?seite=2',
	'tasks?seite=2',
])('links are followed at the same origin, as they are: %s', async (next) => {
	const { records, requests } = await linking(next, { query: { project_id: 'p1' } });
	expect(records).toHaveLength(10);
	expect(requests.at(-1)?.search).toBe('?seite=2');
});

test.each([
	['https://evil.example.com/v1/tasks?seite=2', 'it leads to https://evil.example.com'],
	['http://api.example.com/v1/tasks?seite=2', 'it leads to http://api.example.com'],
	['https://me:secret@api.example.com/v1/tasks?seite=2', 'contains a username or password'],
	['https://api.example.com:99999/', 'The service says that there are more records'],
])('links are not followed anywhere else: %s', async (next, why) => {
	const { error, requests } = await linking(next);
	expect(error?.message).toContain(why);
	expect(requests.every(({ origin }) => origin === 'https://api.example.com')).toBe(true);
});

test('behind a proxy, links may lead elsewhere, while the pages are numbered', async () => {
	const template: Template = ({ items, next }) => ({
		tasks: items,
		next: next === null ? null : `http://internal:8080/v1/tasks?page=${next}`,
	});
	expect(await reading(paged(pages(), template))).toMatchObject({
		recordsRead: 250,
		is: 'complete',
	});
});

test.each([
	['<https://a/?page=2>; rel="next", <https://a/?page=9>; rel=last', 'https://a/?page=2'],
	['<https://a/?q=1,2;3>; title="x; y"; rel="prev next"', 'https://a/?q=1,2;3'],
	['no link', undefined],
])('the next link of a header: %s', (header, next) => {
	expect(readLinkHeader(header).get('next')).toBe(next);
});
