import { joinedWords, wordsOf } from './payload';

/** The events that the service documents, in the order of the outputs. */
export const EVENTS = [
	{ value: 'task.created', name: 'Task Created' },
	{ value: 'task.updated', name: 'Task Updated' },
	{ value: 'task.completed', name: 'Task Completed' },
	{ value: 'project.created', name: 'Project Created' },
	{ value: 'workflow.run.completed', name: 'Workflow Run Completed' },
	{ value: 'user.invited', name: 'User Invited' },
] as const;

export const EVENT_NAMES = EVENTS.map(({ value }) => value);

/** CloudEvents recommends a reverse domain name as a prefix: `com.example.task.created`. */
const NAMESPACE = /^(com|net|org|io|co|app|dev)$/;

const BY_WORDS = new Map(EVENT_NAMES.map((name) => [joinedWords(name), name]));

/**
 * The documented event that a text names: `task.created`, but also `TASK_CREATED`, `taskCreated` or `task.create`, as
 * the service does not document how payloads spell it.
 */
export function documentedName(text: string) {
	const words = wordsOf(text);
	const own = words.slice(NAMESPACE.test(words[0] ?? '') ? 2 : 0).join('');
	// Every documented verb ends in "ed", and its plain form in "e".
	return BY_WORDS.get(own) ?? BY_WORDS.get(`${own}d`);
}

/** Plain forms. All others that are known end in "ed". */
const PLAIN_VERB =
	/^(?:create|update|complete|invite|delete|archive|remove|add|insert|edit|change)$/;
/** Nouns in "ed": feed, need, speed … and these. */
const NOUN = /eed$|^(?:em|test)?bed$|^(?:hund|infra|sh)?red$|^shed$|^led$/;

/** Whether a word says what happened. It is asked of the last word of a name, never of a kind such as `shared_task`. */
export const isVerb = (word: string) =>
	PLAIN_VERB.test(word) || (word.endsWith('ed') && !NOUN.test(word));

/** `create` and `Created` are the same verb. */
export const isSameVerb = (...verbs: [string, string]) => {
	const [one, other] = verbs.map((verb) => verb.toLowerCase().replace(/d$/, ''));
	return one === other;
};

interface OutputOptions {
	outputPerEvent?: boolean;
	otherEvents?: boolean;
}

/**
 * The output for a delivery, or why it does not start the workflow: a documented event must be selected, any other
 * delivery needs 'Start on Other Events'.
 */
export function outputFor(
	event: string | undefined,
	selected: readonly string[],
	{ outputPerEvent, otherEvents }: OutputOptions,
) {
	const order = EVENT_NAMES.filter((name) => selected.includes(name));
	const index = order.findIndex((name) => name === event);
	if (index >= 0) return outputPerEvent ? index : 0;
	if (EVENT_NAMES.some((name) => name === event)) return 'notSelected';
	if (!otherEvents) return event === undefined ? 'unnamed' : 'unknown';
	return outputPerEvent ? order.length : 0;
}

/**
 * The node's outputs. n8n evaluates the source of this function, in the editor as well, so it uses nothing from
 * outside.
 */
function outputsOf(
	{ events, options }: { events?: unknown; options?: OutputOptions },
	names: readonly string[],
) {
	const order = Array.isArray(events) ? names.filter((name) => events.includes(name)) : [];
	// An expression may return the text of a boolean.
	const isOn = (value: unknown) => String(value).trim().toLowerCase() === 'true';
	if (!isOn(options?.outputPerEvent) || order.length === 0) return [{ type: 'main' }];
	const others = isOn(options?.otherEvents) ? ['Other'] : [];
	return [...order, ...others].map((displayName) => ({ type: 'main', displayName }));
}

export const outputsExpression =
	`={{(${outputsOf.toString()})($parameter, ${JSON.stringify(EVENT_NAMES)})}}` as const;

export const outputCount = (events: readonly string[], options: OutputOptions): number =>
	outputsOf({ events, options }, EVENT_NAMES).length;
