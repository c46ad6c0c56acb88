import { DateTime } from 'luxon';

/** A day or a time in ISO 8601, also with a space instead of the T, as databases write it. */
const TIME =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const DAY_MS = 86_400_000;

/** A day or a time that a record has. */
export interface SavedTime {
	/** A moment has a zone; a local time has none, and counts as one in UTC. */
	kind: 'day' | 'local' | 'moment';
	/** Milliseconds since 1970. A day is its midnight in UTC. */
	ms: number;
}

/**
 * Reads a time of a record, with `Date.parse`, which takes a hundredth of the time that luxon takes.
 * @returns undefined for any other value
 */
export function readSavedTime(value: unknown): SavedTime | undefined {
	if (typeof value !== 'string' || value[4] !== '-') return undefined; // most values

	const match = TIME.exec(value);
	if (!match) return undefined;

	const [, day, clock, zone] = match;
	const ms = Date.parse(`${day}T${clock ?? '00:00'}${offsetOf(zone)}`);
	if (Number.isNaN(ms)) return undefined;

	if (clock === undefined) return { kind: 'day', ms };
	return { kind: zone === undefined ? 'local' : 'moment', ms };
}

/** PostgreSQL writes `+01`, others `+0100`, for `+01:00`. */
function offsetOf(zone = 'Z'): string {
	if (zone.length === 1) return 'Z';
	return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** The same text for the same time. */
export function timeText({ kind, ms }: SavedTime): string {
	const text = new Date(ms).toISOString();
	if (kind === 'day') return text.slice(0, 10);
	return kind === 'local' ? text.slice(0, -1) : text;
}

/**
 * A day or a time that a person gives.
 * @returns undefined for any other text, and for days that do not exist
 */
function readGivenTime(text: string, zone: string) {
	const kind = readSavedTime(text)?.kind;
	if (kind === undefined) return undefined;

	const [day, clock] = [text.slice(0, 10), text.slice(11).replace(' ', '')];
	const time = DateTime.fromISO(clock === '' ? day : `${day}T${clock}`, { zone });
	if (!time.isValid) return undefined;

	const ms = time.toMillis();
	const dayStart = time.startOf('day');
	return {
		kind,
		/** The time in the zone of the workflow, in which a time without a zone is meant. */
		time,
		ms,
		/** What the clock on the wall shows in that zone, as if it were UTC: services read a time without a zone like this. */
		wallMs: ms + time.offset * 60_000,
		/** The beginning of its day in that zone. */
		dayStart,
		beginsDay: ms === dayStart.toMillis(),
		/** Services write a day as its midnight in UTC. */
		isUtcMidnight: ms % DAY_MS === 0,
	};
}

/**
 * The texts as which a service may have saved a day or a time that a person gives.
 * @param zone of the workflow
 * @returns undefined for any other text
 */
export function textsOfGivenTime(text: string, zone: string): string[] | undefined {
	const given = readGivenTime(text, zone);
	if (!given) return undefined;

	const { kind, ms, wallMs, beginsDay, isUtcMidnight } = given;
	const saved: SavedTime[] = [
		{ kind: 'moment', ms },
		// The service has dropped the zone.
		{ kind: 'local', ms },
		{ kind: 'local', ms: wallMs },
	];
	// Services read a time without a zone as one in UTC.
	if (kind !== 'moment') saved.push({ kind: 'moment', ms: wallMs });
	// A midnight is also a day.
	if (isUtcMidnight) saved.push({ kind: 'day', ms });
	if (beginsDay) saved.push({ kind: 'day', ms: wallMs });
	return [...new Set(saved.map(timeText))]; // in UTC, some are equal
}

/** How long a given time lasts, in milliseconds, for saved times of each kind. */
export type TimeSpan = Readonly<Record<SavedTime['kind'], readonly [from: number, until: number]>>;

/**
 * The span of a given time that records are compared with: a day lasts all day, a time one millisecond.
 * @param isWholeDay whether the moment at which a day begins in the zone of the workflow counts as the whole day
 * @returns undefined for any other text
 */
export function timeSpan(text: string, zone: string, isWholeDay: boolean): TimeSpan | undefined {
	const given = readGivenTime(text, zone);
	if (!given) return undefined;

	const { kind, ms, wallMs, dayStart, beginsDay, isUtcMidnight } = given;
	const midnight = Math.floor(wallMs / DAY_MS) * DAY_MS;
	const wallDay = [midnight, midnight + DAY_MS] as const;
	const day = isUtcMidnight ? ([ms, ms + DAY_MS] as const) : wallDay;

	if (kind === 'day' || (isWholeDay && beginsDay)) {
		const moment = [dayStart.toMillis(), dayStart.plus({ days: 1 }).toMillis()] as const;
		return { day, local: wallDay, moment };
	}
	return { day, local: [ms, ms + 1], moment: [ms, ms + 1] };
}

/** Negative if a record has an earlier time than the one given, 0 if it is in its span. */
export function compareTimes({ kind, ms }: SavedTime, span: TimeSpan): number {
	const [from, until] = span[kind];
	if (ms < from) return -1;
	return ms < until ? 0 : 1;
}

/** A time without a zone gets the offset of the workflow's, as n8n writes it: `2026-12-05T10:30:00.000-05:00`. */
export function withOffset(text: string, zone: string): string {
	const given = readSavedTime(text)?.kind === 'local' ? readGivenTime(text, zone) : undefined;
	return given?.time.toISO() ?? text;
}
