import { fieldAt, isObject } from '../records/json';
import { headerValue, type Headers } from '../signature/signedValues';
import { documentedName } from './events';
import { fieldsOf, plainName, shortText, wordsOf, type Fields } from './payload';

/**
 * THE TABLE OF NAMES. The first of these that is present names the event, whether the name is known or not. No other
 * field is searched, since it may contain text that people typed.
 *
 * 1. 'Event Field', if it is set;
 * 2. `name`: a field of the payload, or of its `event` object. A kind or a verb alone is completed by 3;
 * 3. `kind` and `verb`: two fields, or a verb and the one object next to it (`"action": "deleted", "task": {…}`);
 * 4. `type` alone;
 * 5. `header`: it is not signed, so it must not contradict a verb in the payload.
 */
export const NAME_FIELDS = {
	name: [
		...['event', 'event_type', 'event_name', 'event_key', 'event_code', 'webhook_event'],
		...['detail_type', 'topic'],
	],
	nameInEvent: ['name', 'type', 'event_type', 'event_name', 'key', 'code', 'topic', 'event'],
	kind: [
		...['resource', 'resource_type', 'object', 'object_type', 'object_kind', 'entity'],
		...['entity_type', 'model', 'table', 'kind', 'event_category', 'event_type', 'topic', 'type'],
	],
	verb: ['action', 'operation', 'op', 'verb', 'event_action', 'event_type', 'event_name', 'type'],
	/** Header names, or their endings after a hyphen. */
	header: ['event', 'event-type', 'event-name', 'event-key', 'topic', 'ce-type'],
} as const satisfies Record<string, readonly string[]>;

/** Words that say nothing about the event. */
const FILLER =
	/^(webhooks?|events?|notifications?|callback|hooks?|message|delivery|batch|received|sent|fired)$/;
const VERB = /ed$|^(create|update|complete|invite|delete|archive|remove|add|insert|edit|change)$/;
/** Field names of objects that do not name the kind of the object. */
const NO_KIND =
	/^(data|payload|body|object|record|resource|entity|item|details?|content|attributes|meta|metadata|context|event)$/;
/** Fields with a list of events or of event names. */
const LISTS =
	/^((subscribed|enabled)?events?|event(types|names)|topics|notifications|messages|deliveries|webhooks|batch|entry|entries|changes|records|items|data|payload)$/;
const LISTS_OF_NAMES = /^((subscribed|enabled)?(events?|topics?)|event(types?|names?)|webhooks)$/;

interface Found {
	text: string;
	/** One, or those of the kind and of the verb. */
	fields: string[];
}

/**
 * @param payload - of one delivery, or one entry of a batch
 * @returns the name as the documentation spells it if the event is documented, and otherwise as the service does
 */
export function findEvent(payload: unknown, headers: Headers, eventField: string) {
	const inPayload = nameIn(payload, eventField);
	const found = inPayload
		? { text: inPayload.text, where: describeFields(inPayload) }
		: nameInHeaders(payload, headers, eventField);
	return found && { name: documentedName(found.text) ?? found.text, where: found.where };
}

const describeFields = ({ fields }: Found) =>
	`the ${fields.length > 1 ? 'fields' : 'field'} "${fields.join('" and "')}"`;

/** The entries of a batch; undefined if the payload is one event. */
export function entriesOf(payload: unknown, eventField: string): unknown[] | undefined {
	if (isBatch(payload)) return payload;
	if (nameIn(payload, eventField)) return undefined;
	return valuesIn(payload, LISTS)
		.filter(isBatch)
		.find((list) => list.some((entry) => nameIn(entry, eventField)));
}

const isBatch = (value: unknown): value is unknown[] =>
	Array.isArray(value) && value.length > 0 && value.every(isObject);

const valuesIn = (payload: unknown, names: RegExp): unknown[] =>
	[...fieldsOf(payload)].flatMap(([name, value]) => (names.test(name) ? [value] : []));

/** Steps 1 to 4. */
function nameIn(payload: unknown, eventField: string): Found | undefined {
	if (eventField !== '') {
		const text = headerIn(eventField) ? undefined : shortText(fieldAt(payload, eventField));
		return text === undefined ? undefined : { text, fields: [eventField] };
	}
	const fields = fieldsOf(payload);
	const inEvent = fieldsOf(fields.get('event'));
	const name = textIn(fields, NAME_FIELDS.name);
	if (name) return complete(name, fields);
	const inner = textIn(inEvent, NAME_FIELDS.nameInEvent);
	if (inner) return complete(inner, new Map([...fields, ...inEvent]));
	const kind = kindIn(fields);
	if (kind && isComplete(kind.text)) return kind;
	const verb = textIn(fields, NAME_FIELDS.verb, (text, field) => field !== 'type' || isVerb(text));
	if (verb && isComplete(verb.text)) return verb;
	return verb && kind ? joined(kind, verb) : textIn(fields, ['type']);
}

/** Steps 1 and 5. */
function nameInHeaders(payload: unknown, headers: Headers, eventField: string) {
	const set = headerIn(eventField);
	const isWanted = (header: string) =>
		set === undefined
			? NAME_FIELDS.header.some((each) => header === each || header.endsWith(`-${each}`))
			: header === set;
	const [name] = Object.keys(headers).flatMap((header) => {
		const text = isWanted(header) ? shortText(headerValue(headers, header)) : undefined;
		return text === undefined ? [] : [{ text, where: `the header "${header}"` }];
	});
	if (eventField !== '') return set === undefined ? undefined : name;
	const lists = [payload, ...valuesIn(payload, LISTS_OF_NAMES)];
	if (lists.some((list) => Array.isArray(list) && !isBatch(list))) return undefined;
	const verb = textIn(fieldsOf(payload), NAME_FIELDS.verb, isVerb);
	if (!verb) return name;
	const lastWord = wordsOf(name?.text ?? '').at(-1) ?? '';
	if (name && !isVerb(lastWord)) return { ...name, text: `${name.text}.${verb.text}` };
	// `create` and `created` are the same verb.
	const [one, other] = [lastWord, verb.text.toLowerCase()].map((text) => text.replace(/d$/, ''));
	return one === other ? name : { text: verb.text, where: describeFields(verb) };
}

/** The header that 'Event Field' names: `header.X-Event`. */
const headerIn = (eventField: string) => /^header\.(.+)$/.exec(eventField)?.[1]?.toLowerCase();

/** The first of the fields with a text that says something about the event. */
function textIn(
	fields: Fields,
	names: readonly string[],
	fits: (text: string, field: string) => boolean = () => true,
): Found | undefined {
	for (const field of names) {
		const text = shortText(fields.get(plainName(field)));
		if (text === undefined || wordsOf(text).every((word) => FILLER.test(word))) continue;
		if (fits(text, field)) return { text, fields: [field] };
	}
	return undefined;
}

/** `created` is a verb, and `task.created` is complete. */
const isVerb = (text: string) => VERB.test(text.toLowerCase()) && wordsOf(text).length === 1;
const isComplete = (text: string) => !isVerb(text) && wordsOf(text).some((word) => VERB.test(word));

/** The kind in a field, or the field name of the only object in the payload. */
function kindIn(fields: Fields): Found | undefined {
	const isKind = (text: string) => !isVerb(text);
	const objects = [...fields].filter(([, value]) => isObject(value)).map(([name]) => name);
	const [object = 'data', ...others] = objects;
	const isNamed = others.length === 0 && !NO_KIND.test(object);
	const byObject = isNamed ? { text: object, fields: [object] } : undefined;
	return textIn(fields, NAME_FIELDS.kind, isKind) ?? byObject;
}

/** Completes a name that is only a kind or only a verb with the fields of step 3. */
function complete(name: Found, fields: Fields): Found {
	if (isComplete(name.text)) return name;
	const kind = isVerb(name.text) ? kindIn(fields) : name;
	const verb = kind === name ? textIn(fields, NAME_FIELDS.verb, isVerb) : name;
	return kind && verb ? joined(kind, verb) : name;
}

const joined = (kind: Found, verb: Found): Found => ({
	text: isComplete(kind.text) ? kind.text : `${kind.text}.${verb.text}`,
	fields: [...kind.fields, ...verb.fields],
});
