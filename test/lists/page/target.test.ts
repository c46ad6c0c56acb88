import { toLink } from '../../../nodes/ProjectWorkspace/old/lists/page/links';
import {
	keyOfTarget,
	type PageTarget,
	readLinkHeader,
	stepOf,
} from '../../../nodes/ProjectWorkspace/old/lists/page/target';
import { ok, reject } from '../../../nodes/ProjectWorkspace/old/result';

const query = (parameters: Record<string, string>): PageTarget => ({ query: parameters });
const url = (end: string): PageTarget => ({ url: `https://api.example.com/v1/users${end}` });

test('the order of its parameters does not make another page', () => {
	expect(keyOfTarget(query({ a: '1', b: '2' }))).toBe(keyOfTarget(query({ b: '2', a: '1' })));
	expect(keyOfTarget(url('?a=1&b=2'))).toBe(keyOfTarget(url('?b=2&a=1')));
	expect(keyOfTarget(url('?a=1&b=2'))).not.toBe(keyOfTarget(url('?a=2&b=1')));
	expect(keyOfTarget(query({ a: '1' }))).not.toBe(keyOfTarget(query({ a: '2' })));
});

test('a step between two pages is one number that grows', () => {
	const step = { name: 'offset', value: 40, by: 20 };
	expect(stepOf(query({ offset: '20', q: 'a' }), query({ offset: '40', q: 'a' }))).toEqual(step);
	expect(stepOf(url('?offset=20'), url('?offset=40'))).toEqual(step);
	expect(stepOf(query({ offset: '40' }), query({ offset: '20' }))).toBeUndefined();
	expect(stepOf(query({ offset: 'a' }), query({ offset: 'b' }))).toBeUndefined();
	expect(stepOf(query({ a: '1', b: '1' }), query({ a: '2', b: '2' }))).toBeUndefined();
});

const HOST = 'https://api.example.com';
const LIST = `${HOST}/wiki/users`;
const TASKS = `${HOST}/v1/tasks`;
const at = (url: string, query: Record<string, string> = {}) => ({ url, query });

test.each<[string, string, string | undefined, string]>([
	['a query alone', '?page=2', undefined, `${LIST}?page=2`],
	['spaces around it', ` ${LIST}?page=2\n`, undefined, `${LIST}?page=2`],
	['a place on the page', '?page=2#top', undefined, `${LIST}?page=2`],
	['another path of the same origin', '/v2/users?page=2', undefined, `${HOST}/v2/users?page=2`],
	['a base before it', '/users?page=2', `${HOST}/wiki`, `${LIST}?page=2`],
	['a base that ends with a slash', '/users?page=2', `${HOST}/wiki/`, `${LIST}?page=2`],
	['a base that leads elsewhere', '/users?page=2', `${HOST}/other`, `${HOST}/users?page=2`],
	['no need of its base', '/wiki/users?page=2', 'https://www.example.com', `${LIST}?page=2`],
	['its own host', '//api.example.com/wiki/users?page=2', `${HOST}/wiki`, `${LIST}?page=2`],
])('a link with %s leads to the next page', (_, link, context, url) => {
	expect(toLink(link, at(LIST), context)).toEqual(ok({ url }));
});

test.each([
	['blob:https://api.example.com/wiki/users', /another origin/],
	['javascript:alert(1)', /another origin/],
	['ftp://api.example.com/wiki/users', /another origin/],
	['https://', /not a valid URL/],
	['https://:secret@api.example.com/wiki/users', /a username or password/],
	['https://user@api.example.com/wiki/users', /a username or password/],
	['http://api.example.com/wiki/users', /not encrypted/],
	['/wiki/projects?page=2', /another list of the service \(\/projects\)/],
	[`${HOST}/v2/tasks/`, /another list of the service \(\/tasks\)/],
])('%s is not followed', (link, why) => {
	expect(toLink(link, at(LIST))).toEqual(reject(expect.stringMatching(why)));
});

test.each([
	['?page=2', `${TASKS}?page=2&project_id=p1`],
	['?page=2&project_id=p1', `${TASKS}?page=2&project_id=p1`],
	['?page=2&projectId=p1', `${TASKS}?page=2&projectId=p1`],
	['?page=2&project_id=p2', `${TASKS}?page=2&project_id=p1`],
	['?page=2&projectId=p2', `${TASKS}?page=2&project_id=p1`],
	['?page=2&project-id=p2', `${TASKS}?page=2&project_id=p1`],
	['?page=2&project_id=', `${TASKS}?page=2&project_id=p1`],
	['?page=2&project_id=p1&project_id=p2', `${TASKS}?page=2&project_id=p1`],
	['?page=2&project_id=p1&status=closed', `${TASKS}?page=2&project_id=p1&status=open`],
	['?page=2&project_id=p1&limit=20', `${TASKS}?page=2&project_id=p1&limit=20`],
])('a link keeps the project and the parameters of the list, but not its page: %s', (link, url) => {
	const query = { project_id: 'p1', status: 'open', page: '1', limit: '10' };
	expect(toLink(link, at(TASKS, query))).toEqual(ok({ url }));
});

test('where the list is not encrypted, neither are its links', () => {
	const plain = 'http://localhost:5678/users';
	expect(toLink('?page=2', at(plain))).toEqual(ok({ url: `${plain}?page=2` }));
	expect(toLink('https://localhost:5678/users', at(plain))).toMatchObject({ ok: false });
});

test.each<[string, string, Array<[string, string]>]>([
	['a relation in capitals', '</2>; REL="Next"', [['next', '/2']]],
	['a relation twice', '</2>; rel=next, </3>; rel=next', [['next', '/2']]],
	[
		'two relations in one link',
		'</2>; rel="next last"',
		[
			['next', '/2'],
			['last', '/2'],
		],
	],
	['a parameter twice', '</2>; rel=next; rel=prev', [['next', '/2']]],
	[
		'commas and semicolons in it',
		'</2?a=1,2;3>; title="a, b; c"; rel=next',
		[['next', '/2?a=1,2;3']],
	],
	['a next page that is said to be empty', '</2>; rel=next; results="false"', []],
	['a link of another resource', '</2>; rel=next; anchor="/projects"', []],
	['spaces in its address', '< /2 >; rel=next', [['next', '/2']]],
	['no relation', '</2>', []],
])('a Link header with %s', (_, header, links) => {
	expect([...readLinkHeader(header)]).toEqual(links);
});
