import type { IDataObject } from 'n8n-workflow';

import { isObject, parseJson, type JsonObject } from '../records/json';

/**
 * The verified bytes as JSON. n8n has parsed the body already, but with the character set of the Content-Type header,
 * which is not signed. It does not parse other JSON types such as application/vnd.api+json.
 */
export function parsePayload(body: string): unknown {
	const text = body.replace(/^\ufeff/, '');
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}

/** n8n's items are objects, so any other JSON value goes into `value`. */
export const asItemData = (payload: unknown): IDataObject =>
	isObject(payload) ? payload : { value: payload as IDataObject[string] };

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

/** No payload is known to have more or longer names, and reading them takes time. */
const MAX_PAYLOAD_FIELDS = 1_000;

/** The fields of a payload, by name. Of two spellings of one name the exact one counts, else the first. */
export class Fields {
	readonly payload: unknown;
	readonly #object: JsonObject;
	readonly #names: readonly string[];
	/** What the names are compared by. */
	readonly #words: readonly string[];
	#event?: Fields;

	constructor(payload: unknown) {
		this.payload = payload;
		this.#object = isObject(payload) ? payload : {};
		const names = Object.keys(this.#object).slice(0, MAX_PAYLOAD_FIELDS);
		this.#names = names.filter((name) => name.length <= MAX_CHARACTERS);
		this.#words = this.#names.map(joinedWords);
	}

	/** With the names as they were sent. */
	get entries(): ReadonlyArray<readonly [string, unknown]> {
		return this.#names.map((name) => [name, this.#object[name]] as const);
	}

	/** Those of the object `event`. */
	get event(): Fields {
		return (this.#event ??= new Fields(this.get('event')));
	}

	get(name: string): unknown {
		const at = this.#words.indexOf(joinedWords(name));
		if (at < 0 && this.#names.length < MAX_PAYLOAD_FIELDS) return undefined;
		const own = Object.hasOwn(this.#object, name) ? name : this.#names[at];
		return own === undefined ? undefined : this.#object[own];
	}
}
