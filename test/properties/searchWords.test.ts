import action from '../../nodes/ProjectWorkspace/ProjectWorkspace.node.json';
import polling from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node.json';
import trigger from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node.json';

/** n8n's panel matches what was typed with the name of a node or with one alias as a whole. */
const finds = (names: readonly string[], typed: string) =>
	names.some((name) => name.toLowerCase().includes(typed));

const WORDS = {
	action: {
		names: ['Project Workspace', ...action.alias],
		typed: `workspace, project management, project, task, task list, tickets, task manager, todo, to-do, to do, board, kanban, backlog,
			sprint, milestone, deadline, due date, assignee, checklist, status, issue, team, members, user, collaboration,
			automation, list tasks, get tasks, get many, find task by name, search task, filter, count, create task, add task,
			update task, assign task, complete task, delete task, create project, archive project, list projects, invite user,
			remove user, start workflow, run workflow, workflow run, trigger workflow, sync, upsert, create or update, bulk,
			webhook, event, task created, task completed, watch, on change, changes`,
	},
	trigger: {
		names: trigger.alias,
		typed:
			'webhook, listen, task created, task completed, user invited, workflow run, watch, changes, status',
	},
	polling: {
		names: ['Project Workspace Polling Trigger', ...polling.alias],
		typed:
			'poll, watch, on change, changes, task changed, task deleted, removed, new task, without webhook',
	},
};

const cases = Object.entries(WORDS).flatMap(([node, { names, typed }]) =>
	typed.split(/,\s+/).map((word) => [word, node, names] as const),
);

test.each(cases)('"%s" finds the node (%s)', (word, _, names) => {
	expect(finds(names, word)).toBe(true);
});

test('what is not about this package does not find it, and no alias is there twice', () => {
	for (const { alias } of [action, trigger, polling]) {
		for (const word of ['email', 'spreadsheet', 'quantum']) expect(finds(alias, word)).toBe(false);
		expect(new Set(alias).size).toBe(alias.length);
	}
});
