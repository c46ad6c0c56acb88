import type { IDataObject } from 'n8n-workflow';

import { fieldAt, textOf } from './json';
import { orderedTime } from './moment';

interface ConditionEntry {
	name: string;
	needs: 'value' | 'order' | 'nothing';
	test: (value: unknown, expected: string) => boolean;
}

/** The conditions of filters: the name in the editor, and what kind of value each one needs. */
export const CONDITIONS = {
	contains: { name: 'Contains', needs: 'value', test: contains },
	notContains: { name: 'Does Not Contain', needs: 'value', test: (a, b) => !contains(a, b) },
	equals: { name: 'Equals', needs: 'value', test: equals },
	notEquals: { name: 'Does Not Equal', needs: 'value', test: (a, b) => !equals(a, b) },
	isEmpty: { name: 'Is Empty', needs: 'nothing', test: isEmpty },
	isNotEmpty: { name: 'Is Not Empty', needs: 'nothing', test: (a) => !isEmpty(a) },
	larger: { name: 'Is Greater Than or After', needs: 'order', test: (a, b) => order(a, b) > 0 },
	smaller: { name: 'Is Less Than or Before', needs: 'order', test: (a, b) => order(a, b) < 0 },
} as const satisfies Record<string, ConditionEntry>;

export type Condition = keyof typeof CONDITIONS;

export interface Filter {
	/** `owner.email` is the field `email` inside `owner`. */
	field: string;
	condition: Condition;
	value: string;
}

export function passes(record: IDataObject, filters: readonly Filter[], any: boolean): boolean {
	const passesOne = ({ field, condition, value }: Filter) =>
		CONDITIONS[condition].test(fieldAt(record, field), value);
	return any ? filters.some(passesOne) : filters.every(passesOne);
}

export interface RecordFilter {
	/** All records if there are no filters. */
	keeps?: (record: IDataObject) => boolean;
	/** The fields that records are filtered, sorted or counted by. */
	fields: readonly string[];
}

/** Whether a value is a number or a time, so that it can be compared by size. */
export const hasOrder = (value: string) => order(value, value) === 0;

/** Ignores case, as the lists to select from do. A list contains what one of its entries contains. */
function contains(value: unknown, expected: string): boolean {
	if (Array.isArray(value)) return value.some((entry) => contains(entry, expected));
	return textOf(value).toLowerCase().includes(expected.toLowerCase());
}

/** The number 5 equals "5.0", a time equals the same moment in another zone, and a list equals each of its entries. */
function equals(value: unknown, expected: string): boolean {
	if (Array.isArray(value)) return value.some((entry) => equals(entry, expected));
	// A string of digits may be an ID: "007" is not "7".
	const isComparable = typeof value === 'number' || timeOf(value) !== undefined;
	return textOf(value) === expected || (isComparable && order(value, expected) === 0);
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '';
}

/** Numbers by their size, times by the clock; NaN if there is no order. */
function order(value: unknown, expected: string): number {
	const measure = timeOf(value) === undefined ? sizeOf : timeOf;
	return (measure(value) ?? NaN) - (measure(expected) ?? NaN);
}

function sizeOf(value: unknown): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	return isText || typeof value === 'number' ? Number(value) : NaN;
}

const timeOf = (value: unknown) => (typeof value === 'string' ? orderedTime(value) : undefined);
