import { documentedName, EVENT_NAMES } from '../../nodes/ProjectWorkspace/trigger/events';

test.each([
	['task.created', 'task.created'],
	['TASK_CREATED', 'task.created'],
	['taskCreated', 'task.created'],
	['task:completed', 'task.completed'],
	['workflow_run.completed', 'workflow.run.completed'],
	['workflow.run.complete', 'workflow.run.completed'],
	['user/invited', 'user.invited'],
	['com.example.task.created', 'task.created'],
	['com.example.task.archived', undefined],
	['project.task.created', undefined],
	['task.deleted', undefined],
	['created', undefined],
	['', undefined],
])('the spelling %j means %j', (text, name) => {
	expect(documentedName(text)).toBe(name);
});

test('every documented name is its own spelling', () => {
	expect(EVENT_NAMES.map(documentedName)).toEqual(EVENT_NAMES);
});
