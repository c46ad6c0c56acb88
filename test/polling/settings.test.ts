import { listOperation, resources } from '../../nodes/ProjectWorkspace/catalogue';
import { optionProperties } from '../../nodes/ProjectWorkspace/editor/properties';
import { CHANGES, pollingProperties } from '../../nodes/ProjectWorkspace/polling/settings';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';

const properties = pollingProperties();

test('the parameters have the names that workflows store', () => {
	expect(properties.map(({ name }) => name)).toEqual([
		...['resource', 'projectId', 'changes', 'watchFields', 'filters', 'combineFilters', 'options'],
	]);
	expect(CHANGES.map(({ value }) => value).sort()).toEqual(['changed', 'new', 'removed']);
	const [resource] = properties;
	expect(resource?.options).toHaveLength(resources.length);
});

test('every option of a list is offered, except those about the output', () => {
	const names = (all: readonly object[] = []) =>
		all.map((each) => ('name' in each ? String(each.name) : ''));
	const offered = names(properties.at(-1)?.options);
	const others = names(optionProperties(listOperation('task'))).filter(
		(name) => !offered.includes(name),
	);
	expect(others.sort()).toEqual(['alwaysOutputItem', 'skip', 'sort']);
	expect(offered).toEqual(
		expect.arrayContaining(['allowMassRemovals', 'changedSince', 'startWithExisting']),
	);
});

test('a parameter that n8n adds to one array of properties is not in the next one', () => {
	const first = new ProjectWorkspacePollingTrigger().description.properties;
	first.unshift({ displayName: 'Poll Times', name: 'pollTimes', type: 'string', default: '' });
	expect(new ProjectWorkspacePollingTrigger().description.properties).toHaveLength(
		first.length - 1,
	);
});
