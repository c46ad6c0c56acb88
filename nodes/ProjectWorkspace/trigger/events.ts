import { wordsOf } from './payload';

/** The events of the service, by its documentation, part 6. The order is that of the outputs. */
export const EVENTS = [
	{ value: 'task.created', name: 'Task Created' },
	{ value: 'task.updated', name: 'Task Updated' },
	{ value: 'task.completed', name: 'Task Completed' },
	{ value: 'project.created', name: 'Project Created' },
	{ value: 'workflow.run.completed', name: 'Workflow Run Completed' },
	{ value: 'user.invited', name: 'User Invited' },
] as const;

export type EventName = (typeof EVENTS)[number]['value'];

export const EVENT_NAMES: readonly EventName[] = EVENTS.map(({ value }) => value);

/** CloudEvents advises to put the sender's domain in front of a type, in reverse: `com.example.task.created`. */
const NAMESPACE = /^(?:com|net|org|io|co|app|dev)\.[a-z\d]+\./;

/**
 * The documented name that a text means: `task.created`, but also `TASK_CREATED`, `taskCreated` or `task.create`,
 * since the documentation shows the names and not how a payload spells them.
 */
export function documentedName(text: string): EventName | undefined {
	const spelled = withoutDots(wordsOf(text).join('.').replace(NAMESPACE, ''));
	// Every documented verb ends in "ed", and its plain form in "e".
	return EVENT_NAMES.find((name) => [spelled, `${spelled}d`].includes(withoutDots(name)));
}

const withoutDots = (name: string) => name.replaceAll('.', '');
