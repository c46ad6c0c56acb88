import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { operations } from '../../nodes/ProjectWorkspace/catalogue';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';

const { description } = new ProjectWorkspace();

// n8n's own server for agents sends a description as a whole, because it does not split community nodes.
test('the description of the action node has at most 70,000 characters', () => {
	expect(JSON.stringify(description).length).toBeLessThanOrEqual(70_000);
});

/** The entries of 'Add option' for these parameters, as n8n's editor shows them. */
function menuOf(type: INodeTypeDescription, parameters: Record<string, string>): string[] {
	const node = { typeVersion: 1 };
	const { options = [] } = type.properties.find(({ name }) => name === 'options') ?? {};
	const shown = (options as INodeProperties[]) // of a collection
		.filter((each) =>
			NodeHelpers.displayParameter({}, each, node, type, { ...parameters, fields: MAPPED }),
		)
		.map(({ name }) => name);
	expect(shown).toEqual([...new Set(shown)]);
	return shown;
}

const MAPPED = { mappingMode: 'autoMapInputData' };

test.each(operations.map(({ resource, value }) => [resource.value, value] as const))(
	'%s:%s has a short menu of options, with every entry once',
	(resource, operation) => {
		for (const [findBy = '', noMatch = 'skip'] of [['id'], ['match'], ['match', 'stop']]) {
			const menu = menuOf(description, { resource, operation, findBy, noMatch });
			const isUpsert = operation === 'upsert' || (operation === 'update' && findBy === 'match');
			expect(menu.length).toBeLessThanOrEqual(isUpsert ? 12 : 9);
		}
	},
);

test('the polling trigger has a short menu of options', () => {
	const { description: polling } = new ProjectWorkspacePollingTrigger();
	expect(menuOf(polling, { resource: 'task' }).length).toBeLessThanOrEqual(9);
});
