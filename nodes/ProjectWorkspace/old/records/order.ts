import type { IDataObject } from 'n8n-workflow';

import { exactDecimal } from './json';
import { dayOf, readAnyTime, readTime, withZone, type Time } from './moment';
import { decimalOf, fieldAt, isEmpty, isNothing, textOf } from './value';

export interface SortField {
	/** `owner.email` is the field `email` inside `owner`. */
	name: string;
	direction: 'asc' | 'desc';
}

/** Sorts by the first field, then by the next; equal records keep their order. Records without a value come last. */
export function sortRecords(records: IDataObject[], fields: readonly SortField[]): IDataObject[] {
	const keyed = records.map((record) => ({
		record,
		keys: fields.map(({ name }) => sortKey(exactDecimal(record, name) ?? fieldAt(record, name))),
	}));
	keyed.sort((a, b) => {
		for (const [at, { direction }] of fields.entries()) {
			const order = compare(a.keys[at], b.keys[at], direction === 'desc' ? -1 : 1);
			if (order !== 0) return order;
		}
		return 0;
	});
	return keyed.map(({ record }) => record);
}

/** Numbers, also as texts, come before times, and times before other texts. Undefined for a missing value. */
function sortKey(value: unknown) {
	if (isEmpty(value)) return undefined;
	const text = textOf(value);
	const decimal = decimalOf(text);
	if (typeof value === 'number' || decimal !== undefined)
		return { rank: 0, size: Number(text), text: decimal ?? '' };
	const time = typeof value === 'string' ? readAnyTime(text) : undefined;
	// Digits of equal length, because numbers in texts are compared as whole ones.
	return time
		? { rank: 1, size: time.ms, text: time.finer.padEnd(15, '0') }
		: { rank: 2, size: 0, text };
}

function compare(
	a: ReturnType<typeof sortKey>,
	b: ReturnType<typeof sortKey>,
	sign: number,
): number {
	if (!a || !b) return Number(!a) - Number(!b);
	// JavaScript rounds long numbers to the same size.
	const compareTexts = a.rank === 0 ? orderOfDecimals : texts.compare;
	return sign * (a.rank - b.rank || a.size - b.size || compareTexts(a.text, b.text));
}

/** Ignores case, and sorts 2 before 10. */
const texts = new Intl.Collator('en', { numeric: true });

/** Negative if the first of two results of `decimalOf` is smaller. */
function orderOfDecimals(one: string, other: string): number {
	const parts = [one, other].map((each) => each.split('e'));
	const lowest = Math.min(...parts.map(([, exponent = '0']) => Number(exponent)));
	const [first = 0n, second = 0n] = parts.map(
		([digits = '', exponent = '0']) => BigInt(digits) * 10n ** BigInt(Number(exponent) - lowest),
	);
	return first === second ? 0 : first < second ? -1 : 1;
}

/**
 * Negative if a value of a record is smaller or earlier than one that a person gave; undefined if the two cannot be
 * compared, or in more than one way.
 */
export function orderOf(one: unknown, given: unknown, zone: string): number | undefined {
	const [first, second] = [one, given].map(readOrdered);
	if (!first || !second) return undefined;
	const [time, otherTime] = [first.time, second.time];
	if (time && otherTime && (first.size === undefined || second.size === undefined)) {
		return orderOfTimes(time, otherTime, zone);
	}
	if (first.size === undefined || second.size === undefined) return undefined;
	const bySize = first.size - second.size;
	// One may be a Unix time in seconds, and the other in milliseconds.
	const byTime = time && otherTime ? time.ms - otherTime.ms : bySize;
	return bySize * byTime < 0 ? undefined : bySize;
}

/** Numbers that may be a Unix time have both. */
function readOrdered(value: unknown): { size?: number; time?: Time } | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	if (isNothing(value)) return undefined;
	const size = Number(value);
	const time = readAnyTime(value);
	if (Number.isNaN(size)) return time && { time };
	return { size, time };
}

/**
 * A day and a moment are compared by the day of the moment in the zone.
 * @param given from a person, who means a local time in the zone; services mean UTC
 */
function orderOfTimes(one: Time, given: Time, zone: string): number {
	const isLocal = given.is === 'local' && one.is === 'moment';
	const other = (isLocal && readTime(withZone(given, zone))) || given;
	if (one.is !== other.is && (one.is === 'day' || other.is === 'day')) {
		const [day, otherDay] = [dayOf(one, zone), dayOf(other, zone)];
		return day === otherDay ? 0 : day < otherDay ? -1 : 1;
	}
	const order = one.ms - other.ms;
	return order !== 0 || one.finer === other.finer ? order : one.finer < other.finer ? -1 : 1;
}
