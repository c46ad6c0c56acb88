import { UserError } from '../errors';
import { isObject, isRounded, quoted, type JsonObject } from '../records/value';
import { idParameter, type Resource } from '../resources';
import { cannotBeRead, type ParameterReader } from './reader';

/** The ID of the record that an operation is about. */
export function readId(reader: ParameterReader, { name, displayName }: Resource): string | number {
	const id = readLocator(reader, idParameter(name), displayName);
	if (id !== undefined) return id;
	throw new UserError(
		`'${displayName}' is empty`,
		`Select one from the list, or enter its ID in '${displayName}'.`,
	);
}

/**
 * The ID in a resource locator.
 * @returns undefined if it is not set
 */
export function readLocator(
	reader: ParameterReader,
	parameter: string,
	label: string,
): string | number | undefined {
	const locator = reader.get(parameter);
	const value = isLocator(locator) ? locator.value : locator;
	const id = reader.givenAt(value, label, parameter, 'value');
	if (id === undefined) return undefined;

	if (typeof id === 'string') return idIn(id, label);
	if (typeof id !== 'number') throw cannotBeRead(label, id);
	if (!isRounded(id)) return id;
	throw new UserError(
		`'${label}' must be an exact number`,
		`JavaScript has rounded the ID in '${label}'. Provide it as text with all its digits.`,
	);
}

/** The editor writes both; an expression for the whole parameter may leave one out. */
const isLocator = (value: unknown): value is JsonObject =>
	isObject(value) && ('__rl' in value || 'value' in value);

function idIn(text: string, label: string): string {
	// Copied IDs may have spaces or a line break around them.
	const id = text.trim();
	requireWholeCharacters(id);
	if (!/^https?:\/\//i.test(id)) return id;
	throw new UserError(
		`'${label}' must be an ID, but is a URL: ${quoted(id)}`,
		`Enter the ID alone in '${label}'. It is often the last part of the URL.`,
	);
}

/** JavaScript writes a character such as an emoji as two halves, and no URL can contain one of them. */
function requireWholeCharacters(id: string): void {
	if (!/\p{Surrogate}/u.test(id)) return;
	throw new UserError(
		`The ID ${quoted(id)} contains half a character`,
		'It was cut in the middle of a character such as an emoji. Check where the ID comes from.',
	);
}

/**
 * An ID as one part of a path, whoever has provided it.
 * @throws UserError if the request would go to another address
 */
export function idInPath(id: string | number): string {
	const text = String(id);
	requireWholeCharacters(text);
	if (!leavesItsPath(text)) return encodeURIComponent(text);
	throw new UserError(
		`The ID ${quoted(id)} cannot be used, because the request would go to another address`,
		'Between slashes, an ID cannot be . or .., and it cannot be a slash alone. Check where the ID comes from.',
	);
}

/** Proxies decode an ID and then remove `..` with the part before it, and some ignore what follows a semicolon. */
function leavesItsPath(id: string): boolean {
	const decoded = id.replace(ENCODED, (_, code: string) => decodeURIComponent(`%${code}`));
	const parts = decoded.split(/[/\\]/).map((part) => part.replace(/;.*|\s/gs, ''));
	return parts.includes('.') || parts.includes('..') || parts.every((part) => part === '');
}

/** A dot, a slash, a backslash or a semicolon, encoded once or several times. */
const ENCODED = /%(?:25)*(2e|2f|5c|3b)/gi;
