import { findOperation } from '../../nodes/ProjectWorkspace/catalogue';
import { bodyFromFields, bodyFromJson } from '../../nodes/ProjectWorkspace/parameters/bodyText';
import { filtersFrom } from '../../nodes/ProjectWorkspace/editor/filters';
import { queryFrom } from '../../nodes/ProjectWorkspace/editor/queryParameters';
import { buildRequest, type Problem } from '../../nodes/ProjectWorkspace/parameters/request';
import { expectWorded } from '../wording/rules';

type Tried = { ok: true } | { ok: false; problem: Problem };

const request = (resource: string, value: string, id: unknown, body = '{}') => {
	const operation = findOperation(resource, value);
	if (!operation) throw new TypeError(`${resource}:${value} is not in the catalogue`);
	const references = [
		{ sendAs: 'project_id', displayName: 'Project', value: 'p', place: 'body' as const },
	];
	return buildRequest(operation, {
		id,
		references: operation.endpoint.body ? references : [],
		body,
	});
};

const filter = (row: object) => filtersFrom([row], false);
const field = (type: 'number' | 'json' | 'boolean', value: string) =>
	bodyFromFields({}, [{ name: 'f', type, value }]);
const mapped = (type: string) => bodyFromFields({ f: 'x' }, [], new Map([['f', { type }]]));

test.each<[Tried]>([
	[bodyFromJson('{')],
	[bodyFromJson('{"a": b}')],
	[bodyFromJson('{"a": ü}')],
	[bodyFromJson('{\n"a" 1}')],
	[bodyFromJson([])],
	[bodyFromJson('5')],
	[field('number', 'five')],
	[field('number', '9007199254740993.0')],
	[field('boolean', 'yes')],
	[field('json', '{')],
	[mapped('number')],
	[mapped('array')],
	[mapped('object')],
	[bodyFromFields({}, [{ name: ' ', type: 'string', value: '' }])],
	[bodyFromFields({ f: 1 }, [{ name: 'f', type: 'string', value: '' }])],
	[filter({ field: 'title', condition: 'sounds' })],
	[filter({ value: 'x' })],
	[filter({ field: 'title', condition: 'equals' })],
	[queryFrom([{ name: ' ', value: 'x' }])],
	[
		queryFrom([
			{ name: 'a', value: 'x' },
			{ name: 'a', value: 'y' },
		]),
	],
	[request('task', 'delete', '')],
	[request('task', 'delete', {})],
	[request('task', 'delete', '..')],
	[request('task', 'delete', '\ud800')],
	[request('task', 'create', undefined, '{"project_id":"q"}')],
])('%j', (tried) => {
	if (tried.ok) throw new Error('This was accepted');
	expectWorded(tried.problem);
});
