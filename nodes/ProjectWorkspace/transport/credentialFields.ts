import { UserError } from '../errors';
import { fieldAt, isObject, textOf, type JsonObject } from '../records/value';

/** The fields of a fixed collection that can be added once. */
export function collectionFields(collection: unknown, name: string): JsonObject {
	const fields = fieldAt(collection, name);
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
		const text = textOf(value).trim();
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

/** Set by the node, about the connection, or the same for every request where each must have its own. */
const RESERVED = new Set([
	'__proto__',
	'accept',
	'accept-encoding',
	'authorization',
	'connection',
	'cookie',
	'host',
	'idempotency-key',
	'transfer-encoding',
	'x-idempotency-key',
]);

/** About the body, a proxy, or a condition for one change. */
const RESERVED_PREFIX = /^(content|proxy|if)-/;

/** A token (RFC 9110, section 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

const PRINTABLE = /^[\x20-\x7e]+$/;

interface HeaderRow {
	name: string;
	value: string;
}

/** The rows of 'Additional Headers' in the credential that are filled in. */
export function headerRows(collection: unknown): HeaderRow[] {
	const rows: HeaderRow[] = [];
	// Expressions can yield values of any type.
	for (const row of [fieldAt(collection, 'header') ?? []].flat()) {
		const name = textOf(fieldAt(row, 'name')).trim();
		const value = textOf(fieldAt(row, 'value')).trim();
		if (name !== '' || value !== '') rows.push({ name, value });
	}
	return rows;
}

/** @throws UserError for the first row that cannot be sent */
export function readHeaders(collection: unknown): Record<string, string> {
	const headers = new Map<string, string>();
	for (const { name, value } of headerRows(collection)) {
		const key = name.toLowerCase();
		const isReserved = RESERVED.has(key) || RESERVED_PREFIX.test(key);
		const isText = TOKEN.test(name) && PRINTABLE.test(value);
		// The error names the row, because a key or a whole header may have been pasted as a name.
		if (isReserved || !isText || headers.has(key)) throw badHeader(headers.size + 1);
		headers.set(key, value);
	}
	return Object.fromEntries(headers);
}

const badHeader = (row: number) =>
	new UserError(
		`The header in row ${row} of 'Additional Headers' cannot be sent`,
		'Change it in the credential, or remove the row. Each header can be set once, with a name and a value of plain ASCII text. Headers about the connection, the body or a single request (such as Host, Authorization or Idempotency-Key) cannot be set.',
	);
