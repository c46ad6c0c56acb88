import { plainName, says } from '../records/fieldNames';
import { isObject, isRounded, type JsonObject } from '../records/json';
import { readAnyTime, type Time } from '../records/moment';
import { isNothing, keyOfValue, textOf } from '../records/value';

/**
 * Services save some values in another form: text without spaces around it, in lower case, escaped or cut, decimals that
 * are rounded, times without their seconds or zone or as a number, names with an ID beside them. A record with such a value may be the one that an item is about, so
 * it is neither found nor absent. Each value gets keys; a saved value has one of the keys of a given one.
 */
export function savedKey(value: unknown): string | undefined {
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
export class SavedForms {
	/** Characters of the longest text. */
	private longest = 0;
	/** The lengths to which texts that end in an ellipsis were cut. */
	private readonly cuts = new Set<number>();
	private decimals = 0;
	/** Characters of the most exact time in ISO 8601. */
	private timeLength = 0;

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
		} else if (typeof value === 'string') {
			this.longest = Math.max(this.longest, text.length);
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
			...cut.map((length) => textKey(text.slice(0, length))),
			...(time ? timeKeys(time, text, this.timeLength) : roundings(text, this.decimals)),
			...(unixTime ? [timeKey(isoOf(unixTime))] : []),
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

const ELLIPSIS = /(?:…|\.\.\.)$/;

/** A text that ends in an ellipsis was cut there, unless a person ended a short one so. */
function cutLength(text: string): number | undefined {
	const length = text.replace(ELLIPSIS, '').length;
	return length < text.length && length >= SHORTEST_CUT ? length : undefined;
}

const SHORTEST_CUT = 12;

/**
 * Whether a service may have cut the text to the length, which no text of the field exceeds: within a word, or at a length
 * that databases usually allow (20, 32, 50, 63, 64, 255 …). "Task 1" is no cut "Task 10".
 */
function isCutAt(text: string, length: number): boolean {
	// A space at the end of what was cut may have been removed.
	const cut = /\s/.test(text.charAt(length)) ? [length, length + 1] : [length];
	const isUsual = cut.some((at) => [10, 25, 16].some((size) => at % size === 0) || at % 16 === 15);
	const isWithinWord = /^\p{L}{2}$/u.test(text.slice(length - 1, length + 1));
	return length < text.length && (isUsual ? length >= 16 : isWithinWord && length >= SHORTEST_CUT);
}

const ENTITIES: Readonly<Record<string, string>> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

const unescaped = (text: string) =>
	text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
		if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity;
		return String.fromCodePoint(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
	});

/** No service has a longer text as a key. */
const LONGEST_KEY = 4_000;

const textKey = (text: string) => `t:${text.length > LONGEST_KEY ? text : folded(text)}`;

/** Without case, spaces and HTML entities, also if they were escaped twice. */
const folded = (text: string) =>
	unescaped(unescaped(text))
		.normalize('NFKC')
		.toUpperCase() // STRASSE and Straße
		.toLowerCase()
		.replace(/[‘’]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/[‐-―]/g, '-')
		.replace(/[\s\p{Cf}]/gu, '');

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

const isDigits = (text: string) => /^\d+$/.test(text);

/** A spreadsheet or the service may have removed the zeros at the beginning of a code. */
const withoutLeadingZeros = (text: string) =>
	isDigits(text) ? text.replace(/^0+(?=\d)/, '') : text;

/** Equal for values that are the same, and for texts that nearly are. */
export const turnKey = (value: unknown, zone: string) =>
	textKey(withoutLeadingZeros(keyOfValue(value, zone)));
