import { anyId } from './fields';
import { compareToGiven, numberOf } from './order';
import { givenValue, isSame, type GivenValue } from './same';
import { compareToDay, readGivenTime, readSavedTime, type GivenTime } from './time';
import { booleanOf, fieldAt, isEmpty, isObject, quoted, textOf, type JsonObject } from './value';

/** What kind of value each condition needs; `order` is that of a number or a time. */
export const CONDITIONS = {
	contains: 'text',
	notContains: 'text',
	equals: 'text',
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
	/** The fields that it looks at. */
	fields: string[];
	/** Messages about values of the records so far that could not be compared. */
	incomparable: () => string[];
}

/** @param zone of the workflow */
export function recordFilter(
	filters: readonly Filter[],
	combine: 'all' | 'any',
	zone: string,
): RecordFilter {
	const checks = filters.map((filter) => new FilterCheck(filter, zone));
	return {
		fields: filters.map(({ field }) => field),
		keeps: (record) => {
			// Each filter looks at each record, so that it can tell what it could not compare.
			const results = checks.map((check) => check.passes(record));
			return combine === 'any' ? results.includes(true) : !results.includes(false);
		},
		incomparable: () => checks.flatMap((check) => check.incomparable() ?? []),
	};
}

/** Undefined: the two cannot be compared. */
type Comparison = boolean | undefined;

/** The value of a filter, read once. */
interface Expected {
	text: string;
	value: GivenValue;
	order: number | GivenTime | undefined;
}

/** A number or a time; undefined for any other text. */
export const orderOf = (text: string, zone: string): number | GivenTime | undefined =>
	readGivenTime(text, zone) ?? numberOf(text);

class FilterCheck {
	private readonly expected: Expected;
	private compared = 0;
	private example: unknown;

	constructor(
		private readonly filter: Filter,
		zone: string,
	) {
		const { value } = filter;
		// `TRUE` is that of spreadsheets.
		const isBoolean = /^(true|false)$/i.test(value);
		this.expected = {
			text: value,
			value: givenValue(isBoolean ? booleanOf(value) : value, zone),
			order: orderOf(value, zone),
		};
	}

	passes(record: JsonObject): boolean {
		const { field, condition } = this.filter;
		const value = fieldAt(record, field);
		if (condition === 'isEmpty') return isEmpty(value);
		if (condition === 'isNotEmpty') return !isEmpty(value);

		const isNot = condition === 'notContains' || condition === 'notEquals';
		if (isEmpty(value)) return isNot;

		const result = this.compare(value);
		if (result === undefined) this.example ??= value;
		else this.compared += 1;
		return isNot ? result !== true : result === true;
	}

	private compare(value: unknown): Comparison {
		const { text, order } = this.expected;
		switch (this.filter.condition) {
			case 'contains':
			case 'notContains':
				return contains(value, text.toLowerCase());
			case 'larger':
			case 'smaller': {
				const by = order === undefined ? undefined : compareToGiven(value, order);
				if (by === undefined) return undefined;
				return this.filter.condition === 'larger' ? by > 0 : by < 0;
			}
			default:
				return equals(value, this.expected);
		}
	}

	/** A field of texts may have numbers among them; sizes and times are all of one kind. */
	incomparable(): string | undefined {
		const { field, condition, value } = this.filter;
		const needsOrder = CONDITIONS[condition] === 'order';
		if (this.example === undefined || (this.compared > 0 && !needsOrder)) return undefined;
		return `The filter on '${field}' cannot compare ${quoted(this.example)} with ${quoted(value)}`;
	}
}

/** Ignores case, as the lists to select from do. A list contains what one of its entries contains. */
function contains(value: unknown, lowerCase: string): boolean {
	if (Array.isArray(value)) return value.some((entry) => contains(entry, lowerCase));
	return textOf(value).toLowerCase().includes(lowerCase);
}

/** The same value, any moment of a day, or a list with an entry that equals. */
function equals(value: unknown, expected: Expected): Comparison {
	if (isSame(expected.value, value)) return true;
	if (Array.isArray(value)) return equalsEntry(value, expected);
	if (isObject(value)) return anyId(value) === undefined ? undefined : false;

	const { order } = expected;
	const time = readSavedTime(value);
	if (time && typeof order === 'object') return order.isWholeDay && compareToDay(time, order) === 0;
	return isOfSameKind(value, expected) ? false : undefined;
}

function equalsEntry(entries: readonly unknown[], expected: Expected): Comparison {
	const results = entries.map((entry) => equals(entry, expected));
	if (results.includes(true)) return true;
	return results.includes(false) ? false : undefined;
}

/** Texts are compared with any text, but a time in another form than ISO 8601 may be the same as the one given. */
function isOfSameKind(value: unknown, { text, order }: Expected): boolean {
	const isBoolean = booleanOf(value) !== undefined && booleanOf(text) !== undefined;
	if (isBoolean) return true;
	if (typeof order === 'number') return numberOf(value) !== undefined;
	return order === undefined && typeof value === 'string';
}
