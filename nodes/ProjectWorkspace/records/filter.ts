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

/** Which records are kept, and what has been noticed about them. */
export class RecordFilter {
	private readonly checks: Check[] = [];

	/**
	 * @param zone of the workflow
	 * @param keepsIncomparable whether a value that a filter cannot compare passes it; otherwise it is not the same
	 */
	constructor(
		filters: readonly Filter[],
		private readonly combine: 'all' | 'any',
		zone: string,
		keepsIncomparable = false,
	) {
		for (const filter of filters) this.checks.push(new Check(filter, zone, keepsIncomparable));
	}

	/** A function of its own, so that it can be handed on without the rest. */
	readonly keeps = (record: JsonObject): boolean => {
		// None is skipped, because each remembers what it could not compare.
		const results = this.checks.map((check) => check.passes(record));
		return this.combine === 'any' ? results.includes(true) : !results.includes(false);
	};

	/** Messages about values of the records so far that could not be compared. */
	incomparable(): string[] {
		return this.checks.flatMap((check) => check.incomparable());
	}

	/** These messages, and those about fields that the service may have left out. For a whole list. */
	warnings(): string[] {
		return [...this.incomparable(), ...this.checks.flatMap((check) => check.leftOut())];
	}
}

/** Whether a text is a number or a time, so that others can be larger. */
export const hasOrder = (text: string, zone: string): boolean =>
	numberOf(text) !== undefined || timeSpan(text, zone, false) !== undefined;

/** One filter, its value read, with what it has noticed in the records so far. */
class Check {
	private readonly given: GivenValue;
	/** The value as a time, if it is one. */
	private readonly time: TimeSpan | undefined;

	/** Whether a record had a value that could be compared. */
	private hasCompared = false;
	/** Whether a record had the value of the filter, or one that is larger or smaller as the filter asks for it. */
	private hasMatched = false;
	/** Whether a record did not have the field. */
	private isMissing = false;
	/** A value that could not be compared. */
	private notCompared: unknown;

	constructor(
		private readonly filter: Filter,
		zone: string,
		private readonly keepsIncomparable: boolean,
	) {
		const { condition, value } = filter;
		this.given = givenValue(value, zone);
		this.time = timeSpan(value, zone, CONDITIONS[condition] !== 'order');
	}

	passes(record: JsonObject): boolean {
		const { field, condition } = this.filter;
		const saved = fieldAt(record, field);
		if (condition === 'isEmpty') return isEmpty(saved);
		if (condition === 'isNotEmpty') return !isEmpty(saved);

		const isNegative = condition === 'notContains' || condition === 'notEquals';
		this.isMissing ||= saved === undefined;
		if (isEmpty(saved)) return isNegative;

		const isMatch = this.matches(saved);
		if (isMatch === undefined) {
			this.notCompared ??= saved;
			return this.keepsIncomparable || isNegative;
		}
		this.hasCompared = true;
		this.hasMatched ||= isMatch;
		return isNegative !== isMatch;
	}

	/** @returns undefined if the two cannot be compared */
	private matches(saved: unknown): boolean | undefined {
		const { condition, value } = this.filter;
		if (condition === 'equals' || condition === 'notEquals') return this.equals(saved);
		if (CONDITIONS[condition] === 'text') return contains(saved, foldCase(value));

		const order = this.compareTo(saved);
		if (order === undefined) return undefined;
		return condition === 'larger' ? order > 0 : order < 0;
	}

	/**
	 * A list equals what one of its entries equals.
	 * @returns undefined if the two cannot be compared
	 */
	private equals(saved: unknown): boolean | undefined {
		if (isSame(this.given, saved)) return true;
		if (!Array.isArray(saved)) return this.equalsOtherwise(saved);

		const results = saved.map((entry) => this.equals(entry));
		if (results.includes(true)) return true;
		return results.includes(false) ? false : undefined;
	}

	/**
	 * Whether a value that is not the same is equal: any moment of a day, and another word for true or false.
	 * @returns undefined if the two cannot be compared
	 */
	private equalsOtherwise(saved: unknown): boolean | undefined {
		// A record counts as its ID.
		if (isRecord(saved)) return false;
		if (isStructure(saved)) return undefined;

		const savedTime = readSavedTime(saved);
		if (this.time && savedTime) return compareTimes(savedTime, this.time) === 0;
		if (this.time || savedTime) return undefined;

		const isTrue = booleanOf(this.filter.value);
		return isTrue !== undefined && isTrue === booleanOf(saved);
	}

	/** @returns positive if a record has a larger number or a later time, and undefined if the two cannot be compared */
	private compareTo(saved: unknown): number | undefined {
		if (this.time) {
			const savedTime = readSavedTime(saved);
			return savedTime && compareTimes(savedTime, this.time);
		}
		const [given, number] = [numberOf(this.filter.value), numberOf(saved)];
		return given === undefined || number === undefined ? undefined : number - given;
	}

	/** Texts and numbers may be mixed, so one value that can be compared is enough; sizes and times are all of one kind. */
	incomparable(): string[] {
		const { field, condition, value } = this.filter;
		if (this.notCompared === undefined) return [];
		if (this.hasCompared && CONDITIONS[condition] !== 'order') return [];
		return [
			`The filter on '${field}' cannot compare ${quoted(this.notCompared)} with ${quoted(value)}`,
		];
	}

	/** A service may leave out what is false or 0, which only a whole list can show: some records lack the field, and none has it. */
	leftOut(): string[] {
		const { field, condition, value } = this.filter;
		if (condition !== 'equals' || booleanOf(value) !== false) return [];
		if (!this.isMissing || !this.hasCompared || this.hasMatched) return [];

		const instead = numberOf(value) === undefined ? `'Does Not Equal' "true"` : "'Is Empty'";
		return [
			`No record has ${quoted(value)} in '${field}', and some do not have the field: the service may leave it out then. If so, use ${instead}`,
		];
	}
}

/** Case does not count, as in the lists to select from, and accents may be composed or not. */
const foldCase = (value: unknown) => textOf(value).toLowerCase().normalize();

/** A list contains what one of its entries contains. */
function contains(saved: unknown, folded: string): boolean {
	if (Array.isArray(saved)) return saved.some((entry) => contains(entry, folded));
	return foldCase(saved).includes(folded);
}
