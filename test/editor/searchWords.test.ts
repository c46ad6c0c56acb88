import action from '../../nodes/ProjectWorkspace/ProjectWorkspace.node.json';
import polling from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node.json';
import trigger from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node.json';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';

/**
 * How n8n's node panel searches (`sublimeSearch` in n8n-editor-ui): a node matches if all letters of the typed text occur,
 * in this order, in its name or in one alias. What counts most for its place is how many of them are next to each other.
 */
function matches(typed: string, text: string): boolean {
	let at = 0;
	for (const letter of text.toLowerCase()) if (letter === typed[at]) at += 1;
	return at === typed.length;
}

/** n8n leaves out the beginning of the word "trigger" at the end. */
function searched(typed: string): string {
	const words = typed.toLowerCase().split(' ');
	const isTrigger = words.length > 1 && 'trigger'.startsWith(words.at(-1) ?? '');
	return isTrigger ? words.slice(0, -1).join(' ') : words.join(' ');
}

const nodes = {
	action: [new ProjectWorkspace().description.displayName, ...action.alias],
	// In the panel, n8n shows the trigger as a part of the action node.
	trigger: trigger.alias,
	polling: [new ProjectWorkspacePollingTrigger().description.displayName, ...polling.alias],
};

/** Found, and not because of letters that happen to be in this order. */
const finds = (texts: readonly string[], typed: string) =>
	texts.some(
		(text) => matches(searched(typed), text) && text.toLowerCase().includes(searched(typed)),
	);

const FOUND = {
	action: `workspace, project workspace, project management, project, task, tasks, tickets, task manager, kanban, todo,
		issue, team, members, user, automation, list tasks, get task, get tasks, get many, find task by name, search task,
		count, new task, create task, add task, update task, assign task, complete task, close task, delete task,
		create project, archive, archive project, list projects, invite, invite user, remove user, list users,
		start workflow, run workflow, trigger workflow, sync, upsert, create or update, bulk, webhook, event, task created,
		task changed, task completed, watch, on change, changed, filter`,
	polling: 'poll, watch, on change, task changed, task deleted, removed, new task',
	trigger: 'webhook, listen, task created, user invited, watch',
};

const typed = Object.entries(FOUND).flatMap(([node, words]) =>
	words.split(/,\s+/).map((each) => [each, node as keyof typeof nodes] as const),
);

test.each(typed)('"%s" finds the %s node', (each, node) => {
	expect(finds(nodes[node], each)).toBe(true);
});

test('what is not about this package does not find it', () => {
	for (const typed of ['email', 'spreadsheet', 'quantum'])
		expect(finds(nodes.action, typed)).toBe(false);
});

test('no alias is there twice', () => {
	for (const { alias } of [action, trigger, polling])
		expect(new Set(alias).size).toBe(alias.length);
});
