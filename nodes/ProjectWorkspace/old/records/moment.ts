/** A day or a time, as services and people write them. */
export interface Time {
	/** A moment has a zone, a local time has none. */
	is: 'day' | 'local' | 'moment';
	/** Milliseconds since 1970; a day or a local time as if it were in UTC. */
	ms: number;
	/** The digits of the second after the milliseconds, without zeros at the end. */
	finer: string;
}

/** ISO 8601, also with a space instead of the T, as databases write it. */
const ISO =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,](\d{1,18}))?)?) ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** RFC 9110 and RFC 5322; `Date.parse` alone accepts "5 apples". */
const NAMED_DAY = /^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/;

/** Undefined for any other text, and for days that do not exist. */
export function readTime(text: string): Time | undefined {
	if (!/^\d{4}-/.test(text)) return undefined; // most texts
	const [, day = '', clock, decimals = '', zone] = ISO.exec(text) ?? [];
	const midnight = Date.parse(`${day}T00:00:00Z`);
	if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
	if (clock === undefined) return { is: 'day', ms: midnight, finer: '' };
	const [time = ''] = clock.split(/[.,]/);
	const whole = Date.parse(`${day}T${time}Z`);
	if (Number.isNaN(whole)) return undefined;
	const ms = whole + Number(decimals.slice(0, 3).padEnd(3, '0')) - offsetOf(zone);
	const finer = withoutTrailingZeros(decimals.slice(3));
	return { is: zone === undefined ? 'local' : 'moment', ms, finer };
}

/** Also other forms that can only be read in one way: an HTTP date, 31.12.2026, 2026/12/31, and a Unix time. */
export function readAnyTime(value: string | number): Time | undefined {
	const text = String(value).trim();
	const [, year, month, date, rest = ''] =
		/^(\d{4})\/(\d\d?)\/(\d\d?)((?:[T ].{1,40})?)$/.exec(text) ?? [];
	const [, date2, month2, year2, rest2 = ''] =
		/^(\d\d?)\.(\d\d?)\.(\d{4})((?:[T ].{1,40})?)$/.exec(text) ?? [];
	const parts = [year ?? year2, month ?? month2, date ?? date2].map((part) =>
		part?.padStart(2, '0'),
	);
	if (parts[0] !== undefined) return readTime(parts.join('-') + (rest || rest2));
	// 2001 to 2286, in seconds or milliseconds.
	const [, digits, fraction] = /^([1-9]\d{9}|[1-9]\d{12})(\.\d{1,9})?$/.exec(text) ?? [];
	if (digits !== undefined) {
		const unit = digits.length === 10 ? 1000 : 1;
		return { is: 'moment', ms: Math.floor(Number(digits + (fraction ?? '')) * unit), finer: '' };
	}
	const ms = NAMED_DAY.test(text) ? Date.parse(text) : Number.NaN;
	return readTime(text) ?? (Number.isNaN(ms) ? undefined : { is: 'moment', ms, finer: '' });
}

function offsetOf(zone = 'Z'): number {
	const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
	const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
	return sign === '-' ? -size : size;
}

function withoutTrailingZeros(digits: string): string {
	let end = digits.length;
	while (digits[end - 1] === '0') end -= 1;
	return digits.slice(0, end);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time on a clock in a zone: `2026-12-31 07:00:00`. A zone that does not exist counts as UTC. */
function clockTime(ms: number, zone: string): string {
	const clock = clocks.get(zone) ?? clockIn(zone);
	clocks.set(zone, clock);
	return clock.format(ms);
}

function clockIn(zone: string): Intl.DateTimeFormat {
	// Swedish dates are written as in ISO 8601.
	const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
	try {
		return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: zone });
	} catch {
		return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: 'UTC' });
	}
}

/** The day of a time: of a moment, the one in the zone. */
export const dayOf = ({ is, ms }: Time, zone: string): string =>
	is === 'moment' ? clockTime(ms, zone).slice(0, 10) : new Date(ms).toISOString().slice(0, 10);

export const DAY_MS = 86_400_000;

/** The day in the zone whose first moment this is. */
export function dayBegunIn(zone: string, time: Time): string | undefined {
	const { is, ms, finer } = time;
	if (is !== 'moment' || finer !== '' || ms % 60_000 !== 0) return undefined;
	const day = dayOf(time, zone);
	return dayOf({ ...time, ms: ms - 1 }, zone) === day ? undefined : day;
}

/** The days that a time is the beginning of: in UTC, and a moment also in the zone. */
export function daysBegunBy(time: Time, zone: string): string[] {
	const { ms, finer } = time;
	const isMidnight = finer === '' && ms % DAY_MS === 0;
	const inUtc = isMidnight ? new Date(ms).toISOString().slice(0, 10) : undefined;
	return [...new Set([inUtc, dayBegunIn(zone, time)])].filter((day) => day !== undefined);
}

/** A local time with the offset of the zone, as n8n writes it: `2026-12-05T10:30:00.000-05:00`. */
export function withZone({ ms }: Pick<Time, 'ms'>, zone: string): string {
	const offsetAt = (at: number) => Date.parse(`${clockTime(at, zone).replace(' ', 'T')}Z`) - at;
	const whole = ms - (ms % 1000);
	const near = offsetAt(whole - offsetAt(whole));
	// Where the clock is put forward, a time that it leaves out counts from the time before.
	const offset = Math.min(near, offsetAt(whole - near)) / 60_000;
	const pad = (part: number) => String(Math.floor(Math.abs(part))).padStart(2, '0');
	const sign = offset < 0 ? '-' : '+';
	const local = new Date(ms).toISOString().slice(0, -1);
	return `${local}${sign}${pad(offset / 60)}:${pad(offset % 60)}`;
}
