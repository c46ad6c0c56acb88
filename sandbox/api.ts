/** What the specification lists: four resources and six events; the endpoints are in service.ts. */
export const resources = ['user', 'project', 'task', 'workflow'] as const;

export type Resource = (typeof resources)[number];

export const eventNames = [
	'task.created',
	'task.updated',
	'task.completed',
	'project.created',
	'workflow.run.completed',
	'user.invited',
] as const;

export type EventName = (typeof eventNames)[number];
