import { findOperation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { readFilter } from '../../nodes/ProjectWorkspace/old/parameters/filters';
import { readOptions, readOutput } from '../../nodes/ProjectWorkspace/old/parameters/settings';
import { readSettings } from '../../nodes/ProjectWorkspace/old/polling/settings';
import { readMatchRequest } from '../../nodes/ProjectWorkspace/old/upsert/matchRequest';
import type { Result } from '../../nodes/ProjectWorkspace/old/result';
import { readerOf } from './readerOf';

const operation = findOperation('task', 'upsert');
if (!operation || operation.endpoint) throw new Error('There is no upsert');
const { resource, create, update } = operation;

/** What all parameters of an item or a trigger are read as. */
function read(given: Record<string, unknown>): Array<Result<unknown>> {
	const fields = { mappingMode: 'defineBelow', value: { key: 'A' }, matchingColumns: ['key'] };
	const reader = readerOf({ resource: 'task', changes: ['new'], fields, ...given });
	const options = readOptions(reader);
	const match = options.ok && readMatchRequest(reader, { resource, create, update }, options.value);
	return [
		options,
		readOutput(reader),
		readFilter(reader),
		readSettings(reader, {}, 1_000),
		match || options,
	];
}

const mapper = { mappingMode: 'defineBelow', value: { key: 'A' } };
const parameters: Array<[string, (name: string) => Record<string, unknown>]> = [
	['Filters', (field) => ({ filters: { filter: [{ field, value: 'x' }] } })],
	['Sort', (name) => ({ options: { sort: { field: [{ name }] } } })],
	['Count By', (countBy) => ({ output: 'count', countBy })],
	['Output Fields', (name) => ({ output: 'selected', outputFields: ['a', name] })],
	['Watch Field Names or IDs', (name) => ({ watchFields: [name] })],
	['Match On', (matchOn) => ({ options: { matchOn } })],
	['Fields to Match On', (name) => ({ fields: { ...mapper, matchingColumns: [name] } })],
	['Ignore Fields From Input', (ignoreFields) => ({ options: { ignoreFields } })],
];

test.each(parameters)('a field name in %s has a bound, in characters and parts', (label, given) => {
	const message = `A field name in '${label}' is too long`;
	for (const name of ['title.'.repeat(100_000), 'a.'.repeat(200) + 'a', 'a'.repeat(4_001)]) {
		const problems = read(given(name)).flatMap((each) => (each.ok ? [] : [each.problem]));
		expect(problems).toContainEqual({
			message,
			description: expect.stringMatching(/4,000 .* 200 /),
		});
	}
	for (const name of ['a'.repeat(4_000), 'a.'.repeat(199) + 'a', 'owner.email'])
		expect(JSON.stringify(read(given(name)))).not.toContain(message);
});
