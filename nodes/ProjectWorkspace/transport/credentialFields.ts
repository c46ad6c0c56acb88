import { UserError } from '../errors';
import { isObject, type JsonObject } from '../records/value';

/** The fields of a fixed collection that can be added once. */
export function collectionFields(collection: unknown, name: string): JsonObject {
	const fields = isObject(collection) ? collection[name] : undefined;
	return isObject(fields) ? fields : {};
}

/**
 * Reads fields of the credential by their name; messages have their label. Unlike the parameters of an item, they have no
 * expressions any more: n8n has evaluated them. It leaves out the fields that it does not show.
 */
export class CredentialFields {
	constructor(private readonly fields: JsonObject) {}

	/** A text; undefined if it is not filled in. */
	text(name: string, label: string): string | undefined {
		const value = this.fields[name] ?? null;
		if (name in this.fields && value === null) {
			throw badSetting(label, 'a text, but its expression returned nothing');
		}
		// The editor saves an empty text for a field that is not filled in.
		const text = String(value ?? '').trim();
		return text === '' ? undefined : text;
	}

	/** The name of a header in lower case; undefined if it is not filled in. */
	headerName(name: string, label: string): string | undefined {
		const header = this.text(name, label)?.toLowerCase();
		if (header === undefined || /^[\w-]+$/.test(header)) return header;
		throw badSetting(label, 'the name of a header, without a colon');
	}

	/** A number without its decimals. */
	atLeastOne(name: string, label: string, byDefault: number): number {
		const { [name]: value = byDefault } = this.fields;
		const number = Number(value);
		if (number >= 1) return Math.floor(number);
		throw badSetting(label, 'a number of at least 1');
	}
}

export const badSetting = (label: string, mustBe: string): UserError =>
	new UserError(
		`'${label}' must be ${mustBe}`,
		'Change it in the credential, or the expression that sets it.',
	);
