import { isRecord } from './fields';
import { givenValue, isSame, type GivenValue } from './same';
import { compareTimes, readGivenTime, readSavedTime, type GivenTime } from './time';
import { booleanOf, fieldAt, isEmpty, numberOf, quoted, textOf, type JsonObject } from './value';

/** What kind of value each condition needs; `order` is that of a number or a time. The first is the default. */
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
	/** Empty for a condition that needs none. */
	value: string;
}

export interface RecordFilter {
	keeps: (record: JsonObject) => boolean;
	/** Messages about values of the records so far that could not be compared. */
	incomparable: () => string[];
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

	return {
		keeps: (record) => {
			// None is skipped, because each remembers what it could not compare.
			const results = checks.map((check) => passes(check, record, keepsIncomparable));
			return combine === 'any' ? results.includes(true) : !results.includes(false);
		},
		incomparable: () => checks.flatMap((check) => messageAbout(check) ?? []),
	};
}

/** What the value of a filter is, which decides what it can be compared with. */
type Operand =
	| { kind: 'time'; time: GivenTime }
	| { kind: 'number'; number: number }
	| { kind: 'boolean'; isTrue: boolean }
	| { kind: 'text' };

function operandOf(text: string, zone: string): Operand {
	const time = readGivenTime(text, zone);
	if (time) return { kind: 'time', time };

	const number = numberOf(text);
	if (number !== undefined) return { kind: 'number', number };

	const isTrue = booleanOf(text);
	return isTrue === undefined ? { kind: 'text' } : { kind: 'boolean', isTrue };
}

/** Whether a text is a number or a time, so that others can be larger. */
export const hasOrder = (text: string, zone: string): boolean =>
	['number', 'time'].includes(operandOf(text, zone).kind);

/** A filter with its value read, and what it has seen in the records so far. */
interface Check {
	filter: Filter;
	given: GivenValue;
	operand: Operand;
	hasCompared: boolean;
	/** A value that could not be compared. */
	incomparable?: unknown;
}

const checkOf = (filter: Filter, zone: string): Check => ({
	filter,
	given: givenValue(filter.value, zone),
	operand: operandOf(filter.value, zone),
	hasCompared: false,
});

function passes(check: Check, record: JsonObject, keepsIncomparable: boolean): boolean {
	const { field, condition } = check.filter;
	const saved = fieldAt(record, field);
	if (condition === 'isEmpty') return isEmpty(saved);
	if (condition === 'isNotEmpty') return !isEmpty(saved);

	const isNegative = condition === 'notContains' || condition === 'notEquals';
	if (isEmpty(saved)) return isNegative;

	const isMatch = matches(check, saved);
	if (isMatch === undefined) {
		check.incomparable ??= saved;
		return keepsIncomparable || isNegative;
	}
	check.hasCompared = true;
	return isNegative ? !isMatch : isMatch;
}

/** Undefined, here and below: the two cannot be compared. */
function matches({ filter, given, operand }: Check, saved: unknown): boolean | undefined {
	const { condition, value } = filter;
	if (CONDITIONS[condition] === 'order') {
		const order = compareTo(operand, saved);
		if (order === undefined) return undefined;
		return condition === 'larger' ? order > 0 : order < 0;
	}

	const isContaining = condition === 'contains' || condition === 'notContains';
	return isContaining ? contains(saved, value.toLowerCase()) : equals(given, operand, saved);
}

/** Texts and numbers may be mixed, so one value that can be compared is enough; sizes and times are all of one kind. */
function messageAbout({ filter, hasCompared, incomparable }: Check): string | undefined {
	const { field, condition, value } = filter;
	if (incomparable === undefined) return undefined;
	if (hasCompared && CONDITIONS[condition] !== 'order') return undefined;
	return `The filter on '${field}' cannot compare ${quoted(incomparable)} with ${quoted(value)}`;
}

/** Ignores case, as the lists to select from do. A list contains what one of its entries contains. */
function contains(saved: unknown, lowerCase: string): boolean {
	if (Array.isArray(saved)) return saved.some((entry) => contains(entry, lowerCase));
	return textOf(saved).toLowerCase().includes(lowerCase);
}

/** A list equals what one of its entries equals. */
function equals(given: GivenValue, operand: Operand, saved: unknown): boolean | undefined {
	if (isSame(given, saved)) return true;
	if (!Array.isArray(saved)) return equalsOtherwise(saved, operand);

	const results = saved.map((entry) => equals(given, operand, entry));
	if (results.includes(true)) return true;
	return results.includes(false) ? false : undefined;
}

/** Whether a value that is not the same is equal: any moment of a day, and what stands for true. */
function equalsOtherwise(saved: unknown, operand: Operand): boolean | undefined {
	if (isRecord(saved)) return false;

	switch (operand.kind) {
		case 'time': {
			const time = readSavedTime(saved);
			if (!time) return undefined;
			const { day } = operand.time;
			return day !== undefined && compareTimes(time, day) === 0;
		}
		case 'boolean': {
			const isTrue = booleanOf(saved);
			return isTrue === undefined ? undefined : isTrue === operand.isTrue;
		}
		case 'number':
			return numberOf(saved) === undefined ? undefined : false;
		case 'text':
			return typeof saved === 'string' ? false : undefined;
	}
}

/** Positive if a record has a larger number or a later time. */
function compareTo(operand: Operand, saved: unknown): number | undefined {
	if (operand.kind === 'number') {
		const number = numberOf(saved);
		return number === undefined ? undefined : number - operand.number;
	}
	if (operand.kind !== 'time') return undefined;
	const time = readSavedTime(saved);
	return time && compareTimes(time, operand.time.span);
}
