import { saysEvent, shortText, type Part } from '../payload';

/** Plain names (see `partsOf`) of fields that hold an event's ID and can hold nothing else. */
const EVENT_IDS = ['eventid', 'eventuuid', 'eventuid', 'eventguid', 'webhookeventid'];

/** Of fields that may as well hold the ID of an attempt or of the subscription. */
const DELIVERY_IDS = [
	'deliveryid',
	'webhookdeliveryid',
	'messageid',
	'notificationid',
	'idempotencykey',
];

/** Of the event in an envelope, of the record in a record. */
const OWN_IDS = ['id', 'uuid'];

export interface EventId {
	value: string;
	/** Whether it names the event without the rest of the body. */
	alone: boolean;
}

/** The ID of the event in its payload, the surest first. */
export function eventIdIn(parts: readonly Part[]): EventId | undefined {
	const tellers = parts.filter(({ role }, index) => index === 0 || role !== 'record');
	const sure = valuesIn(tellers, EVENT_IDS).filter((id) => !isOfRecord(id, parts));
	const other = [
		...valuesIn(
			tellers.filter(({ role }) => role !== 'record'),
			OWN_IDS,
		),
		...valuesIn(tellers, DELIVERY_IDS),
	];
	const alone = sure.find(looksUnique) ?? [...sure, ...other].find(saysEvent);
	const value = alone ?? [...sure, ...other][0];
	return value === undefined ? undefined : { value, alone: alone !== undefined };
}

const valuesIn = (parts: readonly Part[], names: readonly string[]): string[] =>
	names.flatMap((name) =>
		parts.map(({ fields }) => shortText(fields.get(name))).filter((text) => text !== undefined),
	);

/** An event that repeats the ID of its record, as `id` or as `task_id`, has none of its own. */
function isOfRecord(id: string, parts: readonly Part[]): boolean {
	const isRecordField = (name: string, role: Part['role']) =>
		name === 'id' ? role === 'record' : /id$/.test(name) && !ABOUT_DELIVERY.has(name);
	return parts.some(({ role, fields }) =>
		[...fields].some(([name, value]) => shortText(value) === id && isRecordField(name, role)),
	);
}

const ABOUT_DELIVERY = new Set([...EVENT_IDS, ...DELIVERY_IDS, ...OWN_IDS]);

const CHARACTERS = 16;

/**
 * Whether two events will never have the same by chance: a UUID, ULID or KSUID, or sixteen random characters. A
 * counter, a date or a name made of words may come again, or be the same for all events of a kind.
 */
export function looksUnique(id: string): boolean {
	const length = id.replace(/[^a-z\d]/gi, '').length;
	const runs = id.replace(/[A-Z]?[a-z]{5,}/g, '-').match(/[a-z\d]+/gi) ?? [];
	const left = runs.join('').length;
	const turns = runs.reduce((sum, run) => sum + turnsIn(run), 0);
	return length >= CHARACTERS && left >= 12 && /\d/.test(id) && turns >= 4;
}

/** How often digits, small and capital letters follow one another. */
function turnsIn(run: string): number {
	const kinds = run.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
	return [...kinds].filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
}

const words = (list: string) => new Set(list.split(' '));

/** When the event happened, or was sent. */
const SENT = words(
	'occurred happened sent fired triggered emitted published delivered dispatched generated queued received event',
);
const CREATED = words('create created creation');
/** When a record last changed: another time after each event. */
const CHANGED = words(
	'update updated modified lastmodified lastupdated changed edited completed finished ended invited archived',
);

/**
 * Whether the payload says when the event happened, so that two events never have the same bytes. A record's
 * creation says so of the event that tells of it, and not of a later one; when a record is due says nothing.
 */
export function hasOwnTime(parts: readonly Part[], signedName: string): boolean {
	const tellsOfCreation = signedName === '' || /(?:created?|invited?)$/i.test(signedName);
	return parts.some(({ role, fields }) =>
		[...fields].some(([name, value]) => {
			const isRecord = role === 'record';
			// `occurred_at`, `dateCreated`, `event_time`; `timestamp` alone leaves nothing.
			const word = name.replace(
				/^(?:date|time)(?=.)(?!stamp)|(?:at|on|ts|time|date|timestamp)$/g,
				'',
			);
			const says =
				SENT.has(word) ||
				CHANGED.has(word) ||
				(CREATED.has(word) && (!isRecord || tellsOfCreation)) ||
				(word === '' && (!isRecord || /^(?:timestamp|ts)$/.test(name)));
			return says && isTime(value);
		}),
	);
}

/** With a time of day: a date alone is the same for all events of a day. Unix times from 2001 to 2286. */
function isTime(value: unknown): boolean {
	const text = typeof value === 'number' ? String(value) : shortText(value);
	if (text === undefined) return false;
	return (
		/^[1-9]\d{9}(?:\.\d+|\d{3}|\d{6}|\d{9})?$/.test(text) ||
		/^\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d/.test(text) ||
		/^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d/.test(text)
	);
}
