import { isRecord } from './fields';
import { givenValue, isSame, type GivenValue } from './same';
import { compareTimes, readSavedTime, timeSpan, type TimeSpan } from './time';
import {
	booleanOf,
	fieldAt,
	isEmpty,
	isStructure,
	numberOf,
	quoted,
	textOf,
	type JsonObject,
} from './value';

/** The kind of value that each condition needs; `order` is a number or a time. The first condition is the default. */
export const CONDITIONS = {
	equals: 'text',
	contains: 'text',
	notContains: 'text',
	notEquals: 'text',
	isEmpty: 'nothing',
	isNotEmpty: 'nothing',
	larger: 'order',
	smaller: 'order',
} as const;

export type Condition = keyof typeof CONDITIONS;

/** One row of 'Filters'. */
export interface Filter {
	/** `owner.email` is the field `email` inside `owner`. */
	field: string;
	condition: Condition;
	/** The value to compare with. It is empty for a condition that needs none. */
	value: string;
}

export interface RecordFilter {
	keeps: (record: JsonObject) => boolean;
	/** Messages about values of the records so far that could not be compared. */
	incomparable: () => string[];
	/** These messages, and those about fields that the service may have left out. For a whole list. */
	warnings: () => string[];
}

/**
 * @param zone of the workflow
 * @param keepsIncomparable whether a value that a filter cannot compare passes it; otherwise it is not the same
 */
export function recordFilter(
	filters: readonly Filter[],
	combine: 'all' | 'any',
	zone: string,
	keepsIncomparable = false,
): RecordFilter {
	const checks = filters.map((filter) => checkOf(filter, zone));
	const incomparable = () => checks.flatMap((check) => incomparableIn(check) ?? []);

	return {
		keeps: (record) => {
			// None is skipped, because each remembers what it could not compare.
			const results = checks.map((check) => passes(check, record, keepsIncomparable));
			return combine === 'any' ? results.includes(true) : !results.includes(false);
		},
		incomparable,
		warnings: () => [...incomparable(), ...checks.flatMap((check) => leftOutIn(check) ?? [])],
	};
}

/** Whether a text is a number or a time, so that others can be larger. */
export const hasOrder = (text: string, zone: string): boolean =>
	numberOf(text) !== undefined || timeSpan(text, zone, false) !== undefined;

/** A filter with its value read, and what it has seen in the records so far. */
interface Check {
	filter: Filter;
	given: GivenValue;
	/** The value as a time, and as a number, if it is one. */
	time: TimeSpan | undefined;
	number: number | undefined;
	/** Whether a record had a value that could be compared. */
	hasCompared: boolean;
	/** Whether a record had the value of the filter, or one that is larger or smaller as the filter asks for it. */
	hasMatched: boolean;
	/** Whether a record did not have the field. */
	isMissing: boolean;
	/** A value that could not be compared. */
	incomparable?: unknown;
}

const checkOf = (filter: Filter, zone: string): Check => ({
	filter,
	given: givenValue(filter.value, zone),
	time: timeSpan(filter.value, zone, CONDITIONS[filter.condition] !== 'order'),
	number: numberOf(filter.value),
	hasCompared: false,
	hasMatched: false,
	isMissing: false,
});

function passes(check: Check, record: JsonObject, keepsIncomparable: boolean): boolean {
	const { field, condition } = check.filter;
	const saved = fieldAt(record, field);
	if (condition === 'isEmpty') return isEmpty(saved);
	if (condition === 'isNotEmpty') return !isEmpty(saved);

	const isNegative = condition === 'notContains' || condition === 'notEquals';
	check.isMissing ||= saved === undefined;
	if (isEmpty(saved)) return isNegative;

	const isMatch = matches(check, saved);
	if (isMatch === undefined) {
		check.incomparable ??= saved;
		return keepsIncomparable || isNegative;
	}
	check.hasCompared = true;
	check.hasMatched ||= isMatch;
	return isNegative ? !isMatch : isMatch;
}

/** @returns undefined, here and below, if the two cannot be compared */
function matches(check: Check, saved: unknown): boolean | undefined {
	const { condition, value } = check.filter;
	if (CONDITIONS[condition] === 'order') {
		const order = compareTo(check, saved);
		if (order === undefined) return undefined;
		return condition === 'larger' ? order > 0 : order < 0;
	}

	const isContaining = condition === 'contains' || condition === 'notContains';
	return isContaining ? contains(saved, searchForm(value)) : equals(check, saved);
}

/** Texts and numbers may be mixed, so one value that can be compared is enough; sizes and times are all of one kind. */
function incomparableIn({ filter, hasCompared, incomparable }: Check): string | undefined {
	const { field, condition, value } = filter;
	if (incomparable === undefined) return undefined;
	if (hasCompared && CONDITIONS[condition] !== 'order') return undefined;
	return `The filter on '${field}' cannot compare ${quoted(incomparable)} with ${quoted(value)}`;
}

/** A service may leave out what is false or 0, which only a whole list can show: some records lack the field, and none has it. */
function leftOutIn({ filter, hasCompared, hasMatched, isMissing }: Check): string | undefined {
	const { field, condition, value } = filter;
	if (condition !== 'equals' || booleanOf(value) !== false) return undefined;
	if (!isMissing || !hasCompared || hasMatched) return undefined;

	const instead = numberOf(value) === undefined ? `'Does Not Equal' "true"` : "'Is Empty'";
	return `No record has ${quoted(value)} in '${field}', and some do not have the field: the service may leave it out then. If so, use ${instead}`;
}

/** Case does not count, as in the lists to select from, and accents may be composed or not. */
const searchForm = (value: unknown): string => textOf(value).toLowerCase().normalize();

/** A list contains what one of its entries contains. */
function contains(saved: unknown, form: string): boolean {
	if (Array.isArray(saved)) return saved.some((entry) => contains(entry, form));
	return searchForm(saved).includes(form);
}

/** A list equals what one of its entries equals. */
function equals(check: Check, saved: unknown): boolean | undefined {
	if (isSame(check.given, saved)) return true;
	if (!Array.isArray(saved)) return equalsOtherwise(check, saved);

	const results = saved.map((entry) => equals(check, entry));
	if (results.includes(true)) return true;
	return results.includes(false) ? false : undefined;
}

/** Whether a value that is not the same is equal: any moment of a day, and another word for true or false. */
function equalsOtherwise({ filter, time }: Check, saved: unknown): boolean | undefined {
	// A record counts as its ID.
	if (isRecord(saved)) return false;
	if (isStructure(saved)) return undefined;

	const savedTime = readSavedTime(saved);
	if (time && savedTime) return compareTimes(savedTime, time) === 0;
	if (time || savedTime) return undefined;

	const isTrue = booleanOf(filter.value);
	return isTrue !== undefined && isTrue === booleanOf(saved);
}

/** Positive if a record has a larger number or a later time. */
function compareTo({ time, number }: Check, saved: unknown): number | undefined {
	const savedTime = time && readSavedTime(saved);
	if (time) return savedTime && compareTimes(savedTime, time);

	const savedNumber = numberOf(saved);
	return number === undefined || savedNumber === undefined ? undefined : savedNumber - number;
}
