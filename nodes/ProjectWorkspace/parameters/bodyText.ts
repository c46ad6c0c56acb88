import type { Problem } from './request';
import { isObject } from '../records/json';
import { isEmpty } from './request';
import { inType, readJson, typed, type MappedField, type NamedField } from './typedValue';

export type BodyText = { ok: true; text: string } | { ok: false; problem: Problem };

/** `JSON` mode: what the person wrote is sent as it is, once it is sure that it is a JSON object. */
export function bodyFromJson(value: unknown): BodyText {
	if (isEmpty(value)) return { ok: true, text: '{}' };
	if (typeof value !== 'string') {
		return isObject(value)
			? { ok: true, text: JSON.stringify(value) }
			: notAnObject(Array.isArray(value) ? 'a list' : `a ${typeof value}`);
	}
	const text = value.trim();
	const parsed = readJson(value);
	if (!parsed.ok) {
		return {
			ok: false,
			problem: {
				message: `'JSON Body' is not valid JSON: ${parsed.reason}`,
				description: `Check the commas, quotes and brackets in 'JSON Body', e.g. { "name": "Website" }.`,
			},
		};
	}
	return isObject(parsed.value)
		? { ok: true, text }
		: notAnObject(Array.isArray(parsed.value) ? 'a list' : `${text.slice(0, 40)}`);
}

const notAnObject = (what: string): BodyText => ({
	ok: false,
	problem: {
		message: `'JSON Body' must be an object, but it is ${what}`,
		description: `Put 'JSON Body' in curly braces, e.g. { "name": "Website" }.`,
	},
});

/**
 * `Fields` mode: the mapped fields that are set, then those named by hand.
 * An empty mapped field is not sent; one named by hand is sent as it stands.
 *
 * @param fields the mapped ones, as the service's records showed them
 */
export function bodyFromFields(
	mapped: Record<string, unknown>,
	named: readonly NamedField[],
	fields: ReadonlyMap<string, MappedField> = new Map(),
): BodyText {
	/** JSON texts, so that no number passes through JavaScript. */
	const entries = new Map<string, string>();
	for (const [name, given] of Object.entries(mapped)) {
		if (isEmpty(given)) continue;
		const value = inType(fields.get(name) ?? {}, given);
		if (!value.ok) {
			return { ok: false, problem: unfitField(name, value.wanted) };
		}
		entries.set(name, value.json);
	}
	for (const field of named) {
		const name = isEmpty(field.name) ? '' : String(field.name).trim();
		if (name === '') {
			return problem(
				"A field under 'Additional Fields' has no name",
				"Fill in its 'Name', or remove the row.",
			);
		}
		if (entries.has(name)) {
			return problem(
				`The field '${name}' is set twice`,
				"Remove it from 'Fields to Send' or from 'Additional Fields'.",
			);
		}
		const value = typed(field);
		if (!value.ok) {
			return problem(
				`The field '${name}' must be ${value.wanted}`,
				"Change its 'Value' or its 'Type' under 'Additional Fields'.",
			);
		}
		entries.set(name, value.json);
	}
	const members = [...entries].map(([name, json]) => `${JSON.stringify(name)}:${json}`);
	return { ok: true, text: `{${members.join(',')}}` };
}

/** @param wanted what its value must be */
export const unfitField = (name: string, wanted: string): Problem => ({
	message: `The field '${name}' must be ${wanted}`,
	description:
		"Change its value under 'Fields to Send', or add it under 'Additional Fields' with another 'Type'.",
});

const problem = (message: string, description: string): BodyText => ({
	ok: false,
	problem: { message, description },
});
