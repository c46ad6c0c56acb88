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
export function formOfTime({ kind, ms }: SavedTime): string {
	const text = new Date(ms).toISOString();
	if (kind === 'day') return text.slice(0, 10);
	return kind === 'local' ? text.slice(0, -1) : text;
}

interface ZonedTime {
	kind: SavedTime['kind'];
	/** The time in the zone of the workflow, in which a time without a zone is meant. */
	time: DateTime;
}

/** @returns undefined for any other text, and for days that do not exist */
function readZonedTime(text: string, zone: string): ZonedTime | undefined {
	const kind = readSavedTime(text)?.kind;
	if (kind === undefined) return undefined;

	const [day, clock] = [text.slice(0, 10), text.slice(11).replace(' ', '')];
	const time = DateTime.fromISO(clock === '' ? day : `${day}T${clock}`, { zone });
	return time.isValid ? { kind, time } : undefined;
}

/**
 * The forms in which a service may have saved a day or a time that a person gives.
 * @param zone of the workflow
 * @returns undefined for any other text
 */
export function savedFormsOf(text: string, zone: string): string[] | undefined {
	const given = readZonedTime(text, zone);
	if (!given) return undefined;

	const { kind, time } = given;
	const ms = time.toMillis();
	const clock = ms + time.offset * 60_000;
	const forms = [
		formOfTime({ kind: 'moment', ms }),
		// The service has dropped the zone.
		formOfTime({ kind: 'local', ms }),
		formOfTime({ kind: 'local', ms: clock }),
	];

	// Services read a time without a zone as one in UTC.
	if (kind !== 'moment') forms.push(formOfTime({ kind: 'moment', ms: clock }));
	// A midnight is also a day.
	if (ms % DAY_MS === 0 && kind !== 'day') forms.push(formOfTime({ kind: 'day', ms }));
	if (beginsDay(time)) forms.push(formOfTime({ kind: 'day', ms: clock }));
	return [...new Set(forms)]; // in UTC, some are equal
}

const beginsDay = (time: DateTime): boolean => time.toMillis() === time.startOf('day').toMillis();

/** How long a given time lasts, in milliseconds, for saved times of each kind. */
export type TimeSpan = Readonly<Record<SavedTime['kind'], readonly [from: number, until: number]>>;

/**
 * The span of a given time that records are compared with: a day lasts all day, a time one millisecond.
 * @param isWholeDay whether the moment at which a day begins in the zone of the workflow counts as the whole day
 * @returns undefined for any other text
 */
export function timeSpan(text: string, zone: string, isWholeDay: boolean): TimeSpan | undefined {
	const given = readZonedTime(text, zone);
	if (!given) return undefined;

	const { kind, time } = given;
	const ms = time.toMillis();
	const inUtc = dayInUtc(time);
	// A midnight in UTC is how services write a day.
	const isDayInUtc = kind !== 'day' && ms % DAY_MS === 0;
	const day = isDayInUtc ? ([ms, ms + DAY_MS] as const) : inUtc;

	if (kind === 'day' || (isWholeDay && beginsDay(time))) {
		const start = time.startOf('day');
		const moment = [start.toMillis(), start.plus({ days: 1 }).toMillis()] as const;
		return { day, local: inUtc, moment };
	}
	const moment = [ms, ms + 1] as const;
	return { day, local: moment, moment };
}

/** The day of a time in its own zone, as saved days and times without a zone are read. */
function dayInUtc(time: DateTime): readonly [from: number, until: number] {
	const from = Date.parse(time.toFormat('yyyy-MM-dd'));
	return [from, from + DAY_MS];
}

/** Negative if a record has an earlier time than the one given, 0 if it is in its span. */
export function compareTimes({ kind, ms }: SavedTime, span: TimeSpan): number {
	const [from, until] = span[kind];
	if (ms < from) return -1;
	return ms < until ? 0 : 1;
}

/** A time without a zone gets the offset of the workflow's, as n8n writes it: `2026-12-05T10:30:00.000-05:00`. */
export function withOffset(text: string, zone: string): string {
	const given = readSavedTime(text)?.kind === 'local' ? readZonedTime(text, zone) : undefined;
	return given?.time.toISO() ?? text;
}
