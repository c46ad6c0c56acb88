import { JsonTooLarge, parseJson } from '../records/json';
import { isObject, type JsonObject } from '../records/value';
import { ok, reject, type Result } from '../result';

const MAX_CHARACTERS = 200;

/** A string or a whole number that can be a name or an ID, unless JSON has rounded it. */
export function shortText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	return text !== '' && text.length <= MAX_CHARACTERS ? text : undefined;
}

/** A batch repeats its names, and a name is read for several questions. */
const MAX_REMEMBERED = 2_000;

function remembered<Value>(read: (text: string) => Value) {
	const known = new Map<string, Value>();
	return (text: string): Value => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const value = read(text);
		if (known.size >= MAX_REMEMBERED) known.clear();
		if (text.length <= MAX_CHARACTERS) known.set(text, value);
		return value;
	};
}

/** The words of a name: `task` and `created` for both `TaskCreated` and `TASK_CREATED`. */
export const wordsOf = remembered((name): readonly string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((word) => word !== ''),
);

/** `event_type`, `eventType` and `Event-Type` are the same name. */
export const joinedWords = remembered((name) => wordsOf(name).join(''));

export const lastWord = (text: string) => wordsOf(text).at(-1) ?? '';

/** No payload is known to have more or longer names, and reading them takes time. */
const MAX_PAYLOAD_FIELDS = 1_000;

/** A payload or an entry of a batch, read by the names of its fields. Of two spellings of one name the exact one counts, else the first. */
export class Payload {
	/** As it was sent. */
	readonly raw: unknown;
	readonly #object: JsonObject;
	readonly #names: readonly string[];
	/** What the names are compared by. */
	readonly #words: readonly string[];
	#event?: Payload;

	constructor(raw: unknown) {
		this.raw = raw;
		this.#object = isObject(raw) ? raw : {};
		const names = Object.keys(this.#object).slice(0, MAX_PAYLOAD_FIELDS);
		this.#names = names.filter((name) => name.length <= MAX_CHARACTERS);
		this.#words = this.#names.map(joinedWords);
	}

	/** With the names as they were sent. */
	get entries(): ReadonlyArray<readonly [string, unknown]> {
		return this.#names.map((name) => [name, this.#object[name]] as const);
	}

	/** The object `event`. */
	get event(): Payload {
		return (this.#event ??= new Payload(this.get('event')));
	}

	get(name: string): unknown {
		const at = this.#words.indexOf(joinedWords(name));
		if (at < 0 && this.#names.length < MAX_PAYLOAD_FIELDS) return undefined;
		const own = Object.hasOwn(this.#object, name) ? name : this.#names[at];
		return own === undefined ? undefined : this.#object[own];
	}
}

/**
 * The verified bytes as JSON. n8n has parsed the body already, but with the character set of the Content-Type header,
 * which is not signed. It does not parse other JSON types such as application/vnd.api+json.
 * @returns the bound that it exceeds, if it is too large
 */
export function parsePayload(body: Buffer): Result<unknown, string> {
	const text = decode(body);
	try {
		return ok(parseJson(text));
	} catch (error) {
		return error instanceof JsonTooLarge ? reject(error.message) : ok(text);
	}
}

/**
 * Without a byte order mark. If none of its letters is UTF-8, it is most likely in the charset of old Windows programs; if
 * some are, another one was cut in the middle.
 */
function decode(body: Buffer): string {
	const text = new TextDecoder().decode(body);
	const hasUtf8 = !text.includes('\ufffd') || /[\u0080-\ufffc]/.test(text);
	return hasUtf8 ? text : new TextDecoder('windows-1252').decode(body);
}

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
export const isSameVerb = (one: string, other: string) => stemOf(one) === stemOf(other);

const stemOf = (verb: string) => verb.toLowerCase().replace(/d$/, '');

/** `created` is a verb, and `task.created` is complete. A version may follow. */
export const isLoneVerb = (text: string) =>
	wordsOf(text).length === 1 && isVerb(text.toLowerCase());

export function isComplete(text: string): boolean {
	const words = wordsOf(text).filter((word) => !/^v?\d+$/.test(word));
	return words.length > 1 && isVerb(words.at(-1) ?? '');
}
