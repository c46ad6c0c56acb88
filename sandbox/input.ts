import { z } from 'zod';
import { isJsonObject } from './json.ts';
import type { JsonObject } from './json.ts';

/** A value does not fit its schema. The message says what it must be. */
export class InputError extends Error {}

/** The value with the defaults of its schema, or an InputError. */
export function checked<T extends z.ZodTypeAny>(schema: T, value: unknown): z.output<T> {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new InputError(result.error.issues.map(messageOf).join('; '));
}

function messageOf(issue: z.ZodIssue): string {
	const name = issue.path.join('.') || 'the body';
	switch (issue.code) {
		case 'unrecognized_keys':
			return `there is no setting ${[...issue.path, ...issue.keys.slice(0, 1)].join('.')}`;
		case 'invalid_enum_value':
			return `${name} must be one of ${issue.options.join(', ')}`;
		case 'invalid_type':
			if (issue.received === 'undefined') return `${name} is missing`;
			return `${name} must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
		case 'too_small':
			return `${name} must ${issue.type === 'string' ? 'not be empty' : `be from ${issue.minimum}`}`;
		default:
			return `${name} ${issue.message}`;
	}
}

/** One of several names; the first is the default. */
export function oneOf<T extends string>(...names: [T, ...T[]]) {
	// zod's type for a default does not know that the first name is allowed.
	return z.enum(names).default(names[0] as never);
}

/** The names of a table's entries, for `oneOf`. */
export function namesOf<T extends string>(table: Readonly<Record<T, unknown>>): [T, ...T[]] {
	// Object.keys knows neither the names nor that there is one.
	return Object.keys(table) as [T, ...T[]];
}

/** A number from `least`. */
export const amount = (otherwise: number, least = 0) => z.number().min(least).default(otherwise);
export const flag = (otherwise: boolean) => z.boolean().default(otherwise);
export const text = (otherwise: string) => z.string().default(otherwise);
export const jsonObject = z.custom<JsonObject>(isJsonObject, 'must be an object');
