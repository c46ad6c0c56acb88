import type { Problem } from './request';
import { isEmpty } from './request';

export type BodyText = { ok: true; text: string } | { ok: false; problem: Problem };

/** `JSON` mode: what the person wrote is sent as it is, once it is sure that it is a JSON object. */
export function bodyFromJson(value: unknown): BodyText {
	if (isEmpty(value)) return { ok: true, text: '{}' };
	if (typeof value !== 'string') {
		return isPlainObject(value)
			? { ok: true, text: JSON.stringify(value) }
			: notAnObject(Array.isArray(value) ? 'a list' : `a ${typeof value}`);
	}
	const text = value.trim();
	const parsed = parseJson(text);
	if (!parsed.ok) {
		return {
			ok: false,
			problem: {
				message: `JSON is not valid JSON: ${parsed.reason}`,
				description:
					'Check the commas, quotes and brackets of the parameter JSON, e.g. { "name": "Website" }',
			},
		};
	}
	return isPlainObject(parsed.value)
		? { ok: true, text }
		: notAnObject(Array.isArray(parsed.value) ? 'a list' : `${text.slice(0, 40)}`);
}

const notAnObject = (what: string): BodyText => ({
	ok: false,
	problem: {
		message: `JSON has to be an object, and it is ${what}`,
		description: 'Write the parameter JSON in braces, e.g. { "name": "Website" }',
	},
});

/** One row of Additional Fields. */
export interface NamedField {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'json' | 'null';
	value: unknown;
}

/**
 * `Fields` mode: the mapped fields that are set, then those named by hand.
 * An empty mapped field is not sent; one named by hand is sent as it stands.
 */
export function bodyFromFields(
	mapped: Record<string, unknown>,
	named: readonly NamedField[],
): BodyText {
	const entries = new Map(Object.entries(mapped).filter(([, value]) => !isEmpty(value)));
	for (const field of named) {
		const name = field.name.trim();
		if (name === '') {
			return problem(
				'A field under Additional Fields has no name',
				'Fill in its Name, or remove the row.',
			);
		}
		if (entries.has(name)) {
			return problem(
				`The field ${name} is set twice`,
				'Remove it from Fields or from Additional Fields.',
			);
		}
		const value = typed(field);
		if (!value.ok) {
			return problem(
				`The field ${name} is not ${value.wanted}`,
				'Change its Value or its Type under Additional Fields.',
			);
		}
		entries.set(name, value.value);
	}
	return { ok: true, text: JSON.stringify(Object.fromEntries(entries)) };
}

const problem = (message: string, description: string): BodyText => ({
	ok: false,
	problem: { message, description },
});

type Typed = { ok: true; value: unknown } | { ok: false; wanted: string };

function typed({ type, value }: NamedField): Typed {
	switch (type) {
		case 'string':
			return { ok: true, value: typeof value === 'object' ? JSON.stringify(value) : String(value) };
		case 'null':
			return { ok: true, value: null };
		case 'number': {
			const number = isEmpty(value) ? Number.NaN : Number(value);
			if (!Number.isFinite(number)) return { ok: false, wanted: 'a number' };
			return Number.isInteger(number) && !Number.isSafeInteger(number)
				? { ok: false, wanted: 'a number that can be kept exactly: send it with Body set to JSON' }
				: { ok: true, value: number };
		}
		case 'boolean': {
			const word = String(value).trim().toLowerCase();
			if (word !== 'true' && word !== 'false') return { ok: false, wanted: 'true or false' };
			return { ok: true, value: word === 'true' };
		}
		case 'json': {
			if (typeof value !== 'string') return { ok: true, value };
			const parsed = parseJson(value);
			return parsed.ok ? parsed : { ok: false, wanted: `valid JSON: ${parsed.reason}` };
		}
	}
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; reason: string };

function parseJson(text: string): ParsedJson {
	try {
		return { ok: true, value: JSON.parse(text) };
	} catch (error) {
		return { ok: false, reason: error instanceof Error ? error.message : 'it cannot be read' };
	}
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
