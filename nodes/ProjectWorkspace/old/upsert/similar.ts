import type { IDataObject } from 'n8n-workflow';

import { plainName, says } from '../records/fieldNames';
import { isNothing, isObject, isRounded, textOf, type JsonObject } from '../records/value';
import { DAY_MS, readAnyTime, type Time } from '../records/moment';
import { isDigits, textKey, withoutLeadingZeros } from '../records/sameValue';
import { cutLength, ELLIPSIS, isCutAt, SIMPLER, simplerForms } from './similarText';

/**
 * If " Ada " was saved as "ada", `savedKey("ada")` is one of `keysOf(" Ada ")`: services remove spaces, change the case,
 * escape, cut and simplify text, round decimals, write times without seconds or zone or as a number, and names with an ID
 * beside them. Such a record may be the one that an item is about, so it is neither found nor absent.
 */
function savedKey(value: unknown): string | undefined {
	if (isObject(value)) return savedKey(nameIn(value));
	if (isNothing(value) || isRounded(value) || typeof value === 'object') return undefined;
	if (typeof value === 'number') return numberKey(String(value));
	const text = textOf(value);
	const time = writtenTime(text);
	if (time) return timeKey(isoOf(time));
	return isDigits(text)
		? numberKey(withoutLeadingZeros(text))
		: textKey(text.replace(ELLIPSIS, ''));
}

/** The forms in which a service has saved the values of one field: what it keeps in one record, it removes in none. */
class SavedForms {
	/** Characters of the longest text. */
	private longest = 0;
	/** The lengths to which texts that end in an ellipsis were cut. */
	private readonly cuts = new Set<number>();
	private decimals = 0;
	/** Characters of the most exact time in ISO 8601. */
	private timeLength = 0;
	/** The time of day that all times have; empty if there are several. */
	private clock: string | undefined;
	/** The rows of `SIMPLER` with something that a saved text has. */
	private readonly kept = new Set<number>();

	add(value: unknown): void {
		if (typeof value !== 'string' && typeof value !== 'number') return;
		const text = textOf(value);
		const time = writtenTime(text);
		if (time) {
			const iso = isoOf(time)
				.slice(0, 23)
				.replace(/\.000$/, '')
				.replace(/:00$/, '');
			this.timeLength = Math.max(this.timeLength, iso.endsWith('T00:00') ? 10 : iso.length);
			const clock = isoOf(time).slice(11);
			this.clock = [undefined, clock].includes(this.clock) ? clock : '';
		} else if (typeof value === 'string') {
			this.longest = Math.max(this.longest, text.length);
			for (const [at, { has }] of SIMPLER.entries()) if (has(text)) this.kept.add(at);
			const cut = cutLength(text);
			if (cut !== undefined && this.cuts.size < MAX_CUTS) this.cuts.add(cut);
		}
		this.decimals = Math.max(this.decimals, /^-?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0);
	}

	/** A saved value that is the given one in another form has one of these keys. */
	keysOf(value: unknown): string[] {
		if (isNothing(value) || typeof value === 'object') return [];
		const text = textOf(value).trim();
		const time = writtenTime(text);
		const unixTime = time ? undefined : readAnyTime(text);
		const cut = [...this.cuts, ...(isCutAt(text, this.longest) ? [this.longest] : [])];
		const keys = [
			textKey(text),
			...simplerForms(text, this.kept).map(textKey),
			...cut.map((length) => textKey(text.slice(0, length))),
			...(time ? timeKeys(time, text, this.timeLength) : roundings(text, this.decimals)),
			...(unixTime ? [timeKey(isoOf(unixTime))] : []),
			...(time?.is === 'day' && this.clock ? [dayAt(time, this.clock)] : []),
		];
		return [...new Set(keys)];
	}
}

const MAX_CUTS = 20;

/** `{"id": 3, "name": "open"}` may be what was written as "open". */
const nameIn = (reference: JsonObject): unknown =>
	Object.entries(reference).find(
		([name, value]) =>
			typeof value === 'string' && (says(name, 'label') || plainName(name) === 'value'),
	)?.[1];

/** Years to milliseconds; a shorter time has zeros there. */
const timeKey = (iso: string) => `d:${iso.slice(0, 23).replace(/\D/g, '').padEnd(17, '0')}`;

/** A time to the millisecond, second, minute and day. */
const TIME_LENGTHS = [23, 19, 16, 10] as const;

/** Also 31.12.2026 or an HTTP date; a number that may be a Unix time is more likely an ID. */
const writtenTime = (text: string): Time | undefined =>
	Number.isNaN(Number(text)) ? readAnyTime(text) : undefined;

/** Of a time that is saved with fewer digits, but not fewer than `shortest`, or as a Unix time. */
const timeKeys = (time: Time, text: string, shortest: number): string[] => [
	...TIME_LENGTHS.filter((length) => length >= shortest).flatMap((length) =>
		[isoOf(time), text].map((iso) => timeKey(iso.slice(0, length))),
	),
	...[time.ms, Math.floor(time.ms / 1000)].map((unix) => numberKey(String(unix))),
];

const isoOf = ({ ms }: Time) => new Date(ms).toISOString();

/** A day that was saved as a time: its noon, or its midnight in a zone, which in the east is on the day before in UTC. */
const dayAt = ({ ms }: Time, clock: string): string => {
	const isDayBefore = clock > '12:00:00.000Z';
	return timeKey(new Date(isDayBefore ? ms - DAY_MS : ms).toISOString().slice(0, 11) + clock);
};

const numberKey = (text: string) => `n:${text}`;

/**
 * The number itself, and with fewer decimals, but not fewer than `fewest`, rounded up and down. "1.2" and "1.25" may be
 * versions.
 */
function roundings(text: string, fewest: number): string[] {
	if (isDigits(text)) return [numberKey(withoutLeadingZeros(text))];
	const [, sign = '', whole = '', decimals = ''] =
		/^(-?)(\d{1,20})(?:\.(\d{1,30}))?$/.exec(text) ?? [];
	if (whole === '') return [];
	// Also in single precision.
	const keys = [Number(text), Math.fround(Number(text))].map((each) => numberKey(String(each)));
	for (let places = Math.max(1, fewest); places < decimals.length; places += 1) {
		const below = BigInt(whole + decimals.slice(0, places));
		for (const digits of [below, below + 1n].map((each) =>
			String(each).padStart(places + 1, '0'),
		)) {
			const rounded = Number(`${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`);
			if (!Number.isInteger(rounded)) keys.push(numberKey(String(rounded)));
		}
	}
	return keys;
}

/** Records by their values in any form in which the service may have saved them. */
export function createSimilarIndex<Entry extends { record: IDataObject }>(
	entries: readonly Entry[],
	valuesOf: (record: IDataObject) => unknown[],
) {
	const byKey = new Map<string, Entry[]>();
	const forms: SavedForms[] = [];
	const add = (entry: Entry) => {
		const values = valuesOf(entry.record);
		const keys = values.map(savedKey);
		if (keys.includes(undefined)) return;
		const key = JSON.stringify(keys);
		const others = byKey.get(key);
		if (others) others.push(entry);
		else byKey.set(key, [entry]);
		for (const [at, value] of values.entries()) (forms[at] ??= new SavedForms()).add(value);
	};
	entries.forEach(add);
	return {
		add,
		find(values: readonly unknown[]): readonly Entry[] {
			const keys = values.map((value, at) => forms[at]?.keysOf(value) ?? []);
			return combinations(keys).flatMap((each) => byKey.get(JSON.stringify(each)) ?? []);
		},
	};
}

/** More are not looked up. */
const MAX_COMBINATIONS = 1_000;

/** One of each list, in all ways. */
const combinations = (lists: readonly string[][]): string[][] =>
	lists.reduce<string[][]>(
		(parts, list) =>
			parts.flatMap((part) => list.map((each) => [...part, each])).slice(0, MAX_COMBINATIONS),
		[[]],
	);
