import type { IDataObject } from 'n8n-workflow';

import { fieldAt, isObject } from './json';
import { orderedTime } from './moment';

/** What a filter can ask of a field: one entry for each, with what the editor calls it. */
export const CONDITIONS = {
	contains: { name: 'Contains', needsValue: true },
	notContains: { name: 'Does Not Contain', needsValue: true },
	equals: { name: 'Equals', needsValue: true },
	notEquals: { name: 'Does Not Equal', needsValue: true },
	isEmpty: { name: 'Is Empty', needsValue: false },
	larger: { name: 'Is Greater or Later Than', needsValue: true },
	smaller: { name: 'Is Less or Earlier Than', needsValue: true },
	isNotEmpty: { name: 'Is Not Empty', needsValue: false },
} as const;

export type Condition = keyof typeof CONDITIONS;

export interface Filter {
	/** `owner.email` is the field `email` inside `owner`. */
	field: string;
	condition: Condition;
	value: string;
}

/** Whether a record passes all filters, or any of them. */
export const passes = (record: IDataObject, filters: readonly Filter[], any: boolean): boolean =>
	any
		? filters.some((filter) => passesOne(record, filter))
		: filters.every((filter) => passesOne(record, filter));

function passesOne(record: IDataObject, { field, condition, value }: Filter): boolean {
	const held = fieldAt(record, field);
	switch (condition) {
		case 'contains':
			return contains(held, value);
		case 'notContains':
			return !contains(held, value);
		case 'equals':
			return equals(held, value);
		case 'notEquals':
			return !equals(held, value);
		case 'isEmpty':
			return isNothing(held);
		case 'isNotEmpty':
			return !isNothing(held);
		case 'larger':
			return (order(held, value) ?? 0) > 0;
		case 'smaller':
			return (order(held, value) ?? 0) < 0;
	}
}

/** In any case of letters, as in the lists to pick from; of a list, whether any entry does. */
function contains(held: unknown, value: string): boolean {
	if (Array.isArray(held)) return held.some((entry) => contains(entry, value));
	return textOf(held).toLowerCase().includes(value.toLowerCase());
}

/** The number 5 equals "5.0", one moment equals itself in another zone, and a list what is one of its entries. */
function equals(held: unknown, value: string): boolean {
	if (Array.isArray(held)) return held.some((entry) => equals(entry, value));
	if (textOf(held) === value) return true;
	// A text of digits may be an ID: "007" is not "7".
	return (typeof held === 'number' || isTime(held)) && order(held, value) === 0;
}

/** Numbers by their size, times by the clock; undefined where there is no order. */
function order(held: unknown, value: string): number | undefined {
	const [left, right] = isTime(held)
		? [orderedTime(held), orderedTime(value)]
		: [sizeOf(held), sizeOf(value)];
	return left === undefined || right === undefined ? undefined : left - right;
}

/** Whether a value can be greater or later than another at all. */
export const hasOrder = (value: string) => isTime(value) || sizeOf(value) !== undefined;

function sizeOf(side: unknown): number | undefined {
	if (typeof side !== 'number' && (typeof side !== 'string' || side.trim() === ''))
		return undefined;
	const size = Number(side);
	return Number.isNaN(size) ? undefined : size;
}

const isTime = (side: unknown): side is string =>
	typeof side === 'string' && orderedTime(side) !== undefined;

const isNothing = (held: unknown) =>
	held === undefined ||
	held === null ||
	held === '' ||
	(Array.isArray(held) && held.length === 0) ||
	(isObject(held) && Object.keys(held).length === 0);

const textOf = (held: unknown) =>
	held === undefined || held === null
		? ''
		: typeof held === 'object'
			? JSON.stringify(held)
			: String(held);
