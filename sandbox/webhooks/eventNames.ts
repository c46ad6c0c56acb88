/** The six events of the specification (part 6). */
export const eventNames = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
] as const;

export type EventName = (typeof eventNames)[number];
