import { DateTime } from 'luxon';

/** A day or a time in ISO 8601, also with a space instead of the T, as databases write it. */
const TIME =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const DAY_MS = 86_400_000;

/** A day or a time that a record has. It is read with `Date.parse`, as each record of a list is asked. */
export interface SavedTime {
	/** A moment has a zone; a local time has none, and means UTC. */
	kind: 'day' | 'local' | 'moment';
	/** Milliseconds since 1970; of a day its midnight in UTC. */
	ms: number;
}

/** Undefined for any other text. */
export function readSavedTime(value: unknown): SavedTime | undefined {
	if (typeof value !== 'string' || value[4] !== '-') return undefined; // most values
	const [, day, clock, zone] = TIME.exec(value) ?? [];
	if (day === undefined) return undefined;

	const ms = Date.parse(`${day}T${clock ?? '00:00'}${offsetOf(zone)}`);
	if (Number.isNaN(ms)) return undefined;
	if (clock === undefined) return { kind: 'day', ms };
	return { kind: zone === undefined ? 'local' : 'moment', ms };
}

/** `+01` (PostgreSQL) and `+0100` as `+01:00`. */
function offsetOf(zone = 'Z'): string {
	if (zone.length < 3) return 'Z';
	return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** The same text for the same time. */
export function formOfTime({ kind, ms }: SavedTime): string {
	const text = new Date(ms).toISOString();
	if (kind === 'day') return text.slice(0, 10);
	return kind === 'local' ? text.slice(0, -1) : text;
}

/** A day or a time that a person gives. It is read with luxon, once per item. */
export interface GivenTime {
	/** Whether it is a day, without a clock. */
	isDay: boolean;
	/** Whether it is a day, or the first moment of one in the zone of the workflow. */
	isWholeDay: boolean;
	/** A time without a zone is one in the zone of the workflow. */
	ms: number;
	/** In the zone of the workflow. */
	day: string;
	/** The first moment of the day in the zone of the workflow, and that of the next. */
	dayStart: number;
	dayEnd: number;
	/** The forms in which a service may have saved it, as `formOfTime` writes them. */
	savedForms: readonly string[];
}

/** Undefined for any other text, and for days that do not exist. */
export function readGivenTime(text: string, zone: string): GivenTime | undefined {
	const plain = readSavedTime(text);
	if (!plain) return undefined;
	const given = inZone(text, zone);
	if (!given.isValid) return undefined;

	const start = given.startOf('day');
	const ms = given.toMillis();
	const time = {
		isDay: plain.kind === 'day',
		isWholeDay: ms === start.toMillis(),
		ms,
		day: given.toFormat('yyyy-MM-dd'),
		dayStart: start.toMillis(),
		dayEnd: start.plus({ days: 1 }).toMillis(),
		savedForms: [],
	};
	return { ...time, savedForms: time.isDay ? formsOfDay(time) : formsOfMoment(given, plain) };
}

/** In the zone of the workflow, which a time without a zone is meant in. */
function inZone(text: string, zone: string): DateTime {
	const iso = `${text.slice(0, 10)}T${text.slice(11).replace(' ', '')}`;
	return DateTime.fromISO(text.length > 10 ? iso : text, { zone });
}

/** A day may have been saved as its midnight in UTC or in the zone. */
const formsOfDay = ({ day, dayStart }: GivenTime): string[] => [
	day,
	`${day}T00:00:00.000`,
	`${day}T00:00:00.000Z`,
	new Date(dayStart).toISOString(),
];

/** A moment may have been saved without its zone, and a midnight as its day. */
function formsOfMoment(given: DateTime, plain: SavedTime): string[] {
	const inUtc = new Date(given.toMillis()).toISOString();
	const clock = given.toFormat("yyyy-MM-dd'T'HH:mm:ss.SSS");
	const forms = [inUtc, inUtc.slice(0, -1), clock];

	// A service reads a time without a zone as one in UTC.
	if (plain.kind === 'local') forms.push(`${clock}Z`);
	if (plain.ms % DAY_MS === 0) forms.push(new Date(plain.ms).toISOString().slice(0, 10));
	if (given.toMillis() === given.startOf('day').toMillis()) forms.push(clock.slice(0, 10));
	return forms;
}

/** A time without a zone with the offset of the zone, as n8n writes it: `2026-12-05T10:30:00.000-05:00`. */
export function withOffset(text: string, zone: string): string {
	const isLocal = readSavedTime(text)?.kind === 'local';
	return (isLocal && inZone(text, zone).toISO()) || text;
}

/** Negative if a record has an earlier time than the one given. With a day, only the days are compared. */
export function compareTimes(saved: SavedTime, given: GivenTime): number {
	return given.isDay || saved.kind === 'day' ? compareDays(saved, given) : saved.ms - given.ms;
}

/** Negative if a record has an earlier day than the one given. */
export function compareDays(saved: SavedTime, given: GivenTime): number {
	if (saved.kind !== 'moment') {
		return Math.floor(saved.ms / DAY_MS) - Date.parse(given.day) / DAY_MS;
	}
	if (saved.ms < given.dayStart) return -1;
	return saved.ms < given.dayEnd ? 0 : 1;
}
