import { isRecord } from './fields';
import { numberOf } from './order';
import { givenValue, isSame, type GivenValue } from './same';
import { compareTimes, compareToDay, readGivenTime, readSavedTime, type GivenTime } from './time';
import { booleanOf, fieldAt, isEmpty, quoted, textOf, type JsonObject } from './value';

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
	/** Whether it keeps the record, or would if a value that cannot be compared passed. */
	mayKeep: (record: JsonObject) => boolean;
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
	const combined = (results: readonly boolean[]) =>
		combine === 'any' ? results.includes(true) : !results.includes(false);

	return {
		fields: filters.map(({ field }) => field),
		// Each filter looks at each record, so that it can tell what it could not compare.
		keeps: (record) => combined(checks.map((check) => check.passes(record) ?? check.isNegative)),
		mayKeep: (record) => combined(checks.map((check) => check.passes(record) ?? true)),
		incomparable: () => checks.flatMap((check) => check.incomparable() ?? []),
	};
}

/** Undefined: the two cannot be compared. */
type Comparison = boolean | undefined;

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

	// Spreadsheets write `TRUE`.
	if (/^(true|false)$/i.test(text)) return { kind: 'boolean', isTrue: /^true$/i.test(text) };
	return { kind: 'text' };
}

/** Whether a text is a number or a time, so that others can be larger. */
export const hasOrder = (text: string, zone: string): boolean =>
	['number', 'time'].includes(operandOf(text, zone).kind);

/** One filter, and what it has seen in the records so far. */
class FilterCheck {
	private readonly value: GivenValue;
	private readonly operand: Operand;
	private readonly filter: Filter;
	/** Whether it passes what is not the same, and what cannot be compared is not. */
	readonly isNegative: boolean;
	private compared = 0;
	private incomparableValue: unknown;

	constructor(filter: Filter, zone: string) {
		this.filter = filter;
		this.isNegative = filter.condition === 'notContains' || filter.condition === 'notEquals';
		this.value = givenValue(filter.value, zone);
		this.operand = operandOf(filter.value, zone);
	}

	passes(record: JsonObject): Comparison {
		const { field, condition } = this.filter;
		const saved = fieldAt(record, field);
		if (condition === 'isEmpty') return isEmpty(saved);
		if (condition === 'isNotEmpty') return !isEmpty(saved);

		if (isEmpty(saved)) return this.isNegative;

		const result = this.compare(saved);
		if (result === undefined) {
			this.incomparableValue ??= saved;
			return undefined;
		}
		this.compared += 1;
		return this.isNegative ? !result : result;
	}

	private compare(saved: unknown): Comparison {
		switch (this.filter.condition) {
			case 'contains':
			case 'notContains':
				return contains(saved, this.filter.value.toLowerCase());
			case 'larger':
			case 'smaller':
				return this.isInOrder(compareTo(this.operand, saved));
			default:
				return this.equals(saved);
		}
	}

	private isInOrder(difference: number | undefined): Comparison {
		if (difference === undefined) return undefined;
		return this.filter.condition === 'larger' ? difference > 0 : difference < 0;
	}

	/** A list equals what one of its entries equals. */
	private equals(saved: unknown): Comparison {
		if (isSame(this.value, saved)) return true;
		if (!Array.isArray(saved)) return isEqual(saved, this.operand);

		const results = saved.map((entry) => this.equals(entry));
		if (results.includes(true)) return true;
		return results.includes(false) ? false : undefined;
	}

	/** A field of texts may have numbers among them; sizes and times are all of one kind. */
	incomparable(): string | undefined {
		const { field, condition, value } = this.filter;
		if (this.incomparableValue === undefined) return undefined;
		if (this.compared > 0 && CONDITIONS[condition] !== 'order') return undefined;
		return `The filter on '${field}' cannot compare ${quoted(this.incomparableValue)} with ${quoted(value)}`;
	}
}

/** Ignores case, as the lists to select from do. A list contains what one of its entries contains. */
function contains(saved: unknown, lowerCase: string): boolean {
	if (Array.isArray(saved)) return saved.some((entry) => contains(entry, lowerCase));
	return textOf(saved).toLowerCase().includes(lowerCase);
}

/** Whether a value that is not the same is equal: any moment of a day, and what stands for true. */
function isEqual(saved: unknown, operand: Operand): Comparison {
	if (isRecord(saved)) return false;

	switch (operand.kind) {
		case 'time': {
			const time = readSavedTime(saved);
			return time && operand.time.isWholeDay && compareToDay(time, operand.time) === 0;
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
	return time && compareTimes(time, operand.time);
}
