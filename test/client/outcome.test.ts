import { refused } from '../../nodes/ProjectWorkspace/client/outcome';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/client/types';

const list: ApiRequest = { method: 'GET', path: '/tasks', query: {} };
const response = { status: 404, headers: {}, text: '' };

test.each([
	[undefined, 'The service could not find what you requested (GET /tasks, HTTP 404)'],
	[{ code: 'gone' }, 'The service could not find what you requested (gone, GET /tasks, HTTP 404)'],
	[
		{ message: 'Nobody here.' },
		'The service could not find what you requested: Nobody here (GET /tasks, HTTP 404)',
	],
	[
		{ code: 'gone', message: 'Nobody here' },
		'The service could not find what you requested: Nobody here (gone, GET /tasks, HTTP 404)',
	],
])('the words of the service %j come before the facts', (words, message) => {
	expect(refused('notFound', list, { response, words }).failure.message).toBe(message);
});

test.each<[string, Partial<ApiRequest>]>([
	['in the path', { path: '/users/u%201' }],
	['within the path', { path: '/workflows/w1/trigger' }],
	['in the query', { query: { project_id: 'p1' } }],
	['in the body', { body: '{"title":"x","project_id":"p1"}' }],
])('advises to check the ID where one stands %s', (_, part) => {
	expect(refused('notFound', { ...list, ...part }).failure.description).toMatch(/^Check the ID\./);
});

test('names the parameter where the ID is to be checked', () => {
	const request: ApiRequest = { ...list, path: '/users/u%201', idLabel: 'User' };
	expect(refused('notFound', request).failure.description).toMatch(/^Check the ID in 'User'\./);
});

test.each<[string, Partial<ApiRequest>]>([
	['a list', {}],
	['a later page of a list', { query: { cursor: 'c2' } }],
	['a record to create', { method: 'POST', body: '{"email":"a@example.com"}' }],
])('advises to check the address alone for %s', (_, part) => {
	const { description } = refused('notFound', { ...list, ...part }).failure;
	expect(description).toMatch(/^Check 'Base URL' in the credential/);
});
