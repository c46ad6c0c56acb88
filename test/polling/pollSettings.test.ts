import type { INodeParameters } from 'n8n-workflow';

import { UserError } from '../../nodes/ProjectWorkspace/errors';
import { readPollSettings } from '../../nodes/ProjectWorkspace/polling/pollSettings';
import { itemWith } from '../parameters/itemWith';

const PARAMETERS: INodeParameters = {
	resource: 'task',
	changes: ['removed', 'new'],
	watchFields: ['title', 'status'],
	options: { requireComplete: true, queryParameters: { parameter: [{ name: 'a', value: 'b' }] } },
};

/** @param returned what the expressions among the parameters return */
function settingsOf(parameters: INodeParameters = {}, returned: INodeParameters = {}) {
	const saved = { ...PARAMETERS, ...parameters };
	return readPollSettings(itemWith({ ...saved, ...returned }, { saved }));
}

test('the parameters say what to read and what to report', () => {
	expect(settingsOf()).toMatchObject({
		resource: 'task',
		request: { method: 'GET', path: '/tasks', query: { a: 'b' } },
		changes: ['new', 'removed'],
		watchFields: ['status', 'title'],
		filter: undefined,
		requireComplete: true,
		startWithExisting: false,
	});
});

const projectId = (value: string) => ({ __rl: true as const, mode: 'id', value });
const filterBy = (value: string) => ({ filter: [{ field: 'at', condition: 'equals', value }] });
const queryOf = (value: string) => ({ queryParameters: { parameter: [{ name: 'a', value }] } });

test.each<[string, INodeParameters, INodeParameters]>([
	['Project', { projectId: projectId('p') }, { projectId: projectId('q') }],
	['Filters', { filters: filterBy('1') }, { filters: filterBy('2') }],
	['Combine Filters', { combineFilters: 'all' }, { combineFilters: 'any' }],
	['Watch Fields', { watchFields: ['title'] }, { watchFields: [] }],
	['Query Parameters', { options: queryOf('1') }, { options: queryOf('2') }],
])('%s decides which records are compared', (_, one, other) => {
	expect(settingsOf(one).dependsOn).not.toEqual(settingsOf(other).dependsOn);
});

test.each<[string, INodeParameters, INodeParameters]>([
	['Changes', { changes: ['new'] }, { changes: ['changed'] }],
	['the order of Watch Fields', { watchFields: ['a', 'b'] }, { watchFields: ['b', 'a'] }],
	['other options', { options: {} }, { options: { startWithExisting: true } }],
	[
		'the name of a project',
		{ projectId: { ...projectId('p'), cachedResultName: 'One' } },
		{ projectId: projectId('p') },
	],
])('%s: the same records are compared', (_, one, other) => {
	expect(settingsOf(one).dependsOn).toEqual(settingsOf(other).dependsOn);
});

test('an expression that returns another value at each poll leaves the records the same', () => {
	const written = { filters: filterBy('={{ $now }}') };
	const parts = ['1', '2'].map((now) => settingsOf(written, { filters: filterBy(now) }).dependsOn);
	expect(parts[0]).toEqual(parts[1]);
});

test.each<[INodeParameters, string]>([
	[{ changes: [] }, "'Changes' must be one or more of these: new, changed, removed"],
	[{ changes: ['new', 'moved'] }, "'Changes' must be one or more of these: new, changed, removed"],
	[{ resource: '__CUSTOM_API_CALL__' }, "'Resource' cannot be read"],
	[{ watchFields: { a: 1 } }, "'Watch Field Names or IDs' cannot be read"],
])('%j is an error that names the parameter', (parameters, message) => {
	expect(() => settingsOf(parameters)).toThrow(UserError);
	expect(() => settingsOf(parameters)).toThrow(message);
});
