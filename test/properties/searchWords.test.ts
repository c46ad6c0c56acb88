import { createRequire } from 'node:module';

import action from '../../nodes/ProjectWorkspace/ProjectWorkspace.node.json';
import polling from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node.json';
import trigger from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node.json';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';

type Search = (
	typed: string,
	nodes: unknown[],
) => Array<{ score: number; item: { properties: { displayName: string } } }>;

/** What n8n's editor searches its nodes with, installed as a dependency of n8n-core. */
const { sublimeSearch } = createRequire(require.resolve('n8n-core'))(
	'@n8n/utils/search/sublime-search',
) as { sublimeSearch: Search };

const nodes = [
	[action, new ProjectWorkspace()] as const,
	[trigger, new ProjectWorkspaceTrigger()] as const,
	[polling, new ProjectWorkspacePollingTrigger()] as const,
].map(([codex, { description }]) => ({
	properties: { displayName: description.displayName, codex },
	description,
}));

/**
 * How well the fifth of n8n's own nodes matches, with its popularity, as n8n 2.41.1 scores it. For words that are not
 * listed, n8n has fewer than five, so that any match shows.
 */
const FIFTH: Record<string, number> = {
	...{ todo: 69, team: 102, user: 230, users: 214 },
	...{ merge: 162, filter: 476, if: 157, set: 265, code: 315, sort: 154, wait: 373 },
};

/** The names of the nodes that n8n shows among the first five. */
const amongFirst = (typed: string) =>
	sublimeSearch(typed, nodes)
		.filter(({ score }) => score > (FIFTH[typed] ?? -Infinity))
		.map(({ item }) => item.properties.displayName);

test.each([
	...['task', 'tasks', 'task list', 'task management', 'create task', 'todo', 'to do', 'to-do'],
	...[
		'project',
		'projects',
		'project management',
		'workspace',
		'milestone',
		'deadline',
		'due date',
	],
	...['ticket', 'issue', 'kanban', 'board', 'sprint', 'backlog', 'checklist', 'assignee'],
	...['team', 'member', 'user', 'users', 'invite user'],
])('"%s" finds the node', (word) => {
	expect(amongFirst(word)).toContain('Project Workspace');
});

test.each([
	...['webhook', 'schedule', 'loop', 'batch', 'sync', 'event', 'merge', 'filter', 'if', 'set'],
	...['code', 'http', 'wait', 'sort', 'limit', 'switch', 'aggregate', 'preview', 'completed'],
])('"%s", which is about others, does not find the nodes', (word) => {
	expect(amongFirst(word)).toEqual([]);
});

test.each(nodes)(
	"$properties.displayName is in n8n's category, in its version",
	({ properties: { codex }, description }) => {
		const { categories, alias } = codex;
		expect(categories).toEqual(['Productivity']);
		expect(codex).not.toHaveProperty('subcategories');
		expect(Number(codex.nodeVersion)).toBe(description.version);
		expect(alias.length).toBeLessThanOrEqual(15);
		expect(new Set(alias).size).toBe(alias.length);
	},
);
