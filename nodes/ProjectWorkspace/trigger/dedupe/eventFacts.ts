import { isObject } from '../../records/json';
import { saysEvent, shortText, textsIn, type Part } from '../payload';

/** Plain names (see `partsOf`) of fields that contain the ID of an event and of nothing else. */
const EVENT_IDS = ['eventid', 'eventuuid', 'eventuid', 'eventguid', 'webhookeventid'];
/** The ID may be that of an attempt or of the subscription. */
const DELIVERY_IDS = [
	...['deliveryid', 'webhookdeliveryid', 'messageid', 'notificationid', 'idempotencykey'],
];
/** The ID is that of the event in an envelope, and that of the record in a record. */
const OWN_IDS = ['id', 'uuid'];

export interface EventId {
	value: string;
	/** Whether it identifies the event without the rest of the body. */
	alone: boolean;
}

/** The ID of the event in its payload, the surest one. */
export function eventIdIn(parts: readonly Part[]): EventId | undefined {
	const tellers = parts.filter(({ role }, index) => index === 0 || role !== 'record');
	const envelopes = tellers.filter(({ role }) => role === 'envelope' || role === 'event');
	const sure = textsIn(tellers, EVENT_IDS).filter((id) => !isOfRecord(id, parts));
	const all = [...sure, ...textsIn(envelopes, OWN_IDS), ...textsIn(tellers, DELIVERY_IDS)];
	const alone = sure.find(looksUnique) ?? all.find(saysEvent);
	const value = alone ?? all[0];
	return value === undefined ? undefined : { value, alone: alone !== undefined };
}

const OF_DELIVERY = new Set([...EVENT_IDS, ...DELIVERY_IDS, ...OWN_IDS]);

/** An event that repeats the ID of its record, as `id` or as `task_id`, has none of its own. */
function isOfRecord(id: string, parts: readonly Part[]): boolean {
	return parts.some(({ role, fields }) =>
		[...fields].some(([name, value]) => {
			const isOwn = role === 'record' && OWN_IDS.includes(name);
			const isRecordId = isOwn || (name.endsWith('id') && !OF_DELIVERY.has(name));
			return isRecordId && shortText(value) === id;
		}),
	);
}

/**
 * Whether two events never have the same ID by chance: a UUID, ULID or KSUID, or sixteen random characters. A counter,
 * a date or a name made of words may come again, or be the same for all events of a kind.
 */
export function looksUnique(id: string): boolean {
	const characters = id.replace(/[^a-z\d]/gi, '').length;
	const runs = id.replace(/[A-Z]?[a-z]{5,}/g, '-').match(/[a-z\d]+/gi) ?? [];
	const turns = runs.reduce((sum, run) => sum + turnsIn(run), 0);
	return characters >= 16 && runs.join('').length >= 12 && /\d/.test(id) && turns >= 4;
}

/** How often digits, small and capital letters follow one another. */
const turnsIn = (run: string) => (run.match(/\d+|[a-z]+|[A-Z]+/g)?.length ?? 1) - 1;

/** When the event happened, or was sent. */
const SENT =
	/^(occurred|happened|sent|fired|triggered|emitted|raised|delivered|attempted|dispatched|generated|queued|received|recorded|logged|issued|event|action)$/;
/** When a record last changed: another time after each event. */
const CHANGED = /^((last)?(updated?|modified)|changed|edited)$/;
/** When one thing happened to a record, which says so of the event that tells of it, and not of a later one. */
const ONE_CHANGE: ReadonlyArray<readonly [time: RegExp, event: RegExp]> = [
	[/^(created?|creation)$/, /(created?|invited?)$/i],
	[/^(completed|finished|ended)$/, /(completed?|finished|ended)$/i],
	[/^invited$/, /invited?$/i],
	[/^archived$/, /archived?$/i],
	[/^published$/, /published?$/i],
];

/** `occurred_at`, `dateCreated`, `event_created_at`, `sentAtMs`; of `timestamp` and `webhook_time` nothing is left. */
const AROUND =
	/^(?:event|webhook|notification|message|unix|date|time(?!stamp))+(?=.)|(?:at|on|ts|time|date|timestamp)(?:ms|millis|utc)?$/g;

/**
 * Whether the payload says when the event happened, so that two events never have the same bytes. When a record is due
 * or a subscription was created says nothing.
 */
export function hasOwnTime(parts: readonly Part[], signedName: string): boolean {
	const says = (name: string, role: Part['role']) => {
		const word = name.replace(AROUND, '');
		const isTold = signedName === '' || (role !== 'record' && /^creat/.test(word));
		if (SENT.test(word)) return true;
		if (word === '' || word === 'when') {
			return role !== 'record' || /^(event|unix)?(timestamp|ts)|^eventtime/.test(name);
		}
		if (role === 'subscription') return false;
		return (
			CHANGED.test(word) ||
			ONE_CHANGE.some(([time, event]) => time.test(word) && (isTold || event.test(signedName)))
		);
	};
	return parts.some(({ role, fields }) =>
		[...fields].some(([name, value]) => says(name, role) && isTime(value)),
	);
}

/**
 * With a time of day: a date alone is the same for all events of a day. Unix times from 2001 to 2286, also as
 * `/Date(…)/` and in parts (`{ "seconds": …, "nanos": … }`); texts with a year and a time in whatever order.
 */
function isTime(value: unknown): boolean {
	if (isObject(value)) return !isObject(value.seconds) && isTime(value.seconds);
	const text = typeof value === 'number' ? String(value) : (shortText(value) ?? '');
	return (
		/^(?:\/Date\()?[1-9]\d{9}(?:\.\d+|\d{3}|\d{6}|\d{9})?(?:[+-]\d{4})?(?:\)\/)?$/.test(text) ||
		/^(?:19|20)\d{6}T?\d{4}(?:\d\d)?(?:\D|$)/.test(text) ||
		(/(?:^|\D)(?:19|20)\d\d(?:\D|$)/.test(text) && /\d\d?:\d\d/.test(text))
	);
}
