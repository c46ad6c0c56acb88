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

/** `event_type`, `eventType` and `Event-Type` are the same name. */
const plainName = (name: string) => name.toLowerCase().replace(/[\s_.-]/g, '');

/** No payload is known to have more or longer names, and reading them takes time. */
const MAX_FIELDS = 1_000;

/** The fields of an object, by name. Of two spellings of one name the exact one counts, else the first. */
export class Fields {
	readonly #object: JsonObject;
	readonly #byPlainName = new Map<string, unknown>();
	/** With the names as they were sent. */
	readonly entries: ReadonlyArray<readonly [string, unknown]>;

	constructor(value: unknown) {
		this.#object = isObject(value) ? value : {};
		const entries = Object.entries(this.#object).slice(0, MAX_FIELDS);
		this.entries = entries.filter(([name]) => name.length <= MAX_CHARACTERS);
		for (const [name, field] of [...this.entries].reverse()) {
			this.#byPlainName.set(plainName(name), field);
		}
	}

	get(name: string): unknown {
		return Object.hasOwn(this.#object, name)
			? this.#object[name]
			: this.#byPlainName.get(plainName(name));
	}
}

/** The words of a name: `task` and `created` for both `TaskCreated` and `TASK_CREATED`. */
export const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1.$2')
		.toLowerCase()
		.split(/[\s_:/.-]+/)
		.filter((word) => word !== '');
