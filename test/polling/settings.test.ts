import { listOperation, resources } from '../../nodes/ProjectWorkspace/old/catalogue';
import { optionProperties } from '../../nodes/ProjectWorkspace/old/editor/properties';
import {
	CHANGES,
	pollingProperties,
	pollingTexts,
} from '../../nodes/ProjectWorkspace/old/polling/settings';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { expectNoAvoided, expectQuoted } from '../wording/rules';

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

const { triggerPanel, activationMessage } = pollingTexts;
const { executionsHelp, activationHint } = triggerPanel;
const states = ['inactive', 'active'] as const;

test.each(states)(
	'the panel of a workflow that is %s says what both kinds of polls do',
	(state) => {
		const help = typeof executionsHelp === 'object' ? executionsHelp[state] : undefined;
		expect(help).toContain('The first poll only remembers the records');
		expect(help).toContain('<b>Fetch Test Event</b> shows up to ten records');
		for (const { value } of CHANGES) expect(help).toContain(value);
		expect(activationHint).toHaveProperty(state);
	},
);

test('publishing says that the first poll only remembers the records', () => {
	expect(activationMessage).toContain('The first poll only remembers the records.');
	expectQuoted(JSON.stringify(pollingTexts).replaceAll('\\"', '"'));
	expectNoAvoided(JSON.stringify(pollingTexts));
});
