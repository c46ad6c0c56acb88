import type { IDataObject } from 'n8n-workflow';

import { ownId } from './fieldNames';
import { sameValue } from './sameValue';
import { booleanOf, fieldAt, isEmpty, isObject, textOf } from './value';
import { dayBegunIn, readAnyTime, readTime } from './moment';
import { orderOf } from './order';

/** Undefined: the two cannot be compared. */
type Test = (value: unknown, expected: string, zone: string) => boolean | undefined;

/**
 * The conditions of filters: the name in the editor, and what kind of value each one needs. If the key begins with `not`, a
 * value that cannot be compared passes.
 */
export const CONDITIONS = {
	contains: { name: 'Contains', needs: 'value', test: contains },
	notContains: { name: 'Does Not Contain', needs: 'value', test: not(contains) },
	equals: { name: 'Equals', needs: 'value', test: equals },
	notEquals: { name: 'Does Not Equal', needs: 'value', test: not(equals) },
	isEmpty: { name: 'Is Empty', needs: 'nothing', test: isEmpty },
	isNotEmpty: { name: 'Is Not Empty', needs: 'nothing', test: not(isEmpty) },
	larger: { name: 'Is Greater Than or After', needs: 'order', test: ordered((by) => by > 0) },
	smaller: { name: 'Is Less Than or Before', needs: 'order', test: ordered((by) => by < 0) },
} as const satisfies Record<
	string,
	{ name: string; needs: 'value' | 'order' | 'nothing'; test: Test }
>;

export type Condition = keyof typeof CONDITIONS;

export interface Filter {
	/** `owner.email` is the field `email` inside `owner`. */
	field: string;
	condition: Condition;
	value: string;
}

export interface RecordFilter {
	/** All records if there are no filters. */
	keeps?: (record: IDataObject) => boolean;
	/** The fields that records are filtered, sorted or counted by. */
	fields: readonly string[];
	/** Filters that could not compare values of the records so far, each with one of the values. */
	incomparable?: () => Array<Filter & { example: string }>;
	/** The values that the records so far have in the fields of Equals, where they are few. */
	fewValues?: () => Array<{ field: string; values: string[] }>;
}

/** So many short values can be told in a sentence. */
const FEW = { values: 5, characters: 40 };

/**
 * A filter of several conditions.
 * @param any whether one of them is enough
 * @param zone the time zone of the workflow
 * @param keepsIncomparable whether a value that cannot be compared passes; by default, it only passes a negation
 */
export function recordFilter(
	filters: readonly Filter[],
	any: boolean,
	zone: string,
	keepsIncomparable = false,
): RecordFilter {
	const checks = filters.map((filter) => checkOf(filter, zone, keepsIncomparable));
	return {
		fields: filters.map(({ field }) => field),
		keeps: (record) => {
			// Each filter looks at each record, so that it can tell what it could not compare.
			const results = checks.map(({ passes }) => passes(record));
			return any ? results.includes(true) : !results.includes(false);
		},
		fewValues: () => checks.flatMap((check) => check.fewValues()),
		incomparable: () => checks.flatMap((check) => check.incomparable()),
	};
}

/** One filter, and what it has seen in the records so far. */
function checkOf(filter: Filter, zone: string, keepsIncomparable: boolean) {
	const { field, condition, value } = filter;
	const isEquality = condition === 'equals' || condition === 'notEquals';
	const wanted = isEquality ? dayIn(value, zone) : value;
	/** At most one more than are few. */
	const values = new Set<string>();
	let compared = 0;
	let example: string | undefined;
	return {
		passes(record: IDataObject): boolean {
			const own = fieldAt(record, field);
			const isNone = isEmpty(own);
			const comparison = CONDITIONS[condition].test(own, wanted, zone);
			if (condition === 'equals') addFew(values, own);
			if (!isNone && comparison !== undefined) compared += 1;
			else if (!isNone) example ??= textOf(own);
			return comparison ?? (condition.startsWith('not') || (keepsIncomparable && !isNone));
		},
		fewValues() {
			const isShort = [...values].every(({ length }) => length <= FEW.characters);
			const isFew = values.size > 0 && values.size <= FEW.values;
			return isFew && isShort ? [{ field, values: [...values].sort() }] : [];
		},
		incomparable() {
			// A field of texts may have numbers among them; sizes and times are all of one kind.
			const tells = CONDITIONS[condition].needs === 'order' || compared === 0;
			return example !== undefined && tells ? [{ ...filter, example }] : [];
		},
	};
}

/** `{{ $today }}` is the first moment of the day, and means the whole day. */
function dayIn(value: string, zone: string): string {
	const time = readTime(value);
	return (time && dayBegunIn(zone, time)) ?? value;
}

function addFew(values: Set<string>, own: unknown): void {
	for (const each of Array.isArray(own) ? own : [own]) {
		if (values.size > FEW.values) return;
		if (!isEmpty(each)) values.add(textOf(each));
	}
}

/** Whether a value is a number or a time, so that it can be compared by size. */
export const hasOrder = (value: string) => orderOf(value, value, 'UTC') === 0;

/** Ignores case, as the lists to select from do. A list contains what one of its entries contains. */
function contains(value: unknown, expected: string): boolean {
	if (Array.isArray(value)) return value.some((entry) => contains(entry, expected));
	return textOf(value).toLowerCase().includes(expected.toLowerCase());
}

/** The same value, a day and a moment of that day, an object with that ID, and a list with an entry that equals. */
function equals(value: unknown, expected: string, zone: string): boolean | undefined {
	if (Array.isArray(value)) {
		const results = value.map((entry) => equals(entry, expected, zone));
		return results.includes(true) || (results.includes(false) ? false : undefined);
	}
	if (isEmpty(value)) return false;
	const id = isObject(value) ? ownId(value) : undefined;
	if (id !== undefined) return equals(id, expected, zone);
	// Digits may be an ID: "007" is not 7.
	const isCode = typeof value !== 'object' && isNumeric(String(value)) && isNumeric(expected);
	const order = isCode ? undefined : orderOf(value, expected, zone);
	if (order === 0 || (order === undefined && sameValue(value, expected, zone))) return true;
	const truth = [value, expected].map(booleanOf);
	const isBoolean = [value, expected].some((each) => /^(true|false)$/i.test(textOf(each)));
	if (isBoolean && truth[0] !== undefined && truth[1] !== undefined) return truth[0] === truth[1];
	if (order !== undefined || isCode) return false;
	// Only texts can be compared with any text.
	const isText = !isNumeric(expected) && readAnyTime(expected) === undefined;
	return typeof value === 'string' && isText && booleanOf(expected) === undefined
		? false
		: undefined;
}

const isNumeric = (text: string) => text.trim() !== '' && !Number.isNaN(Number(text));

function not(test: Test): Test {
	return (...given) => {
		const result = test(...given);
		return result === undefined ? undefined : !result;
	};
}

function ordered(passes: (by: number) => boolean): Test {
	return (value, expected, zone) => {
		const by = orderOf(value, expected, zone);
		return by === undefined ? undefined : passes(by);
	};
}
