import type { Connection } from './connection';

/** Shorter keys could occur in ordinary text. */
const SHORTEST_KEY = 8;

export type Redact = (text: string) => string;

/**
 * Hides the key in responses, in whatever form the service repeats it: as it is, escaped for JSON (`\/`, `\u002b`),
 * percent-encoded, as HTML entities, or encoded several times. It works on the raw text, before it is parsed.
 */
export function redactor(apiKey: string, name = 'API key'): Redact {
	if (apiKey.length < SHORTEST_KEY) return (text) => text;
	const written = new RegExp([...apiKey].map(spellings).join(''), 'g');
	// A function: the name of a header may contain `$&`.
	return (text) => text.replace(written, () => `[${name} hidden]`);
}

/** The text that replaces a hidden value of the credential. */
export const HIDDEN_VALUE = /\[(API key|header [^"\s]+) hidden\]/;

/** Which values of headers are hidden: others, such as a tenant's name, could occur in ordinary text. */
const isSecret = (value: string) =>
	value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));

/** Hides all secrets of the credential, also the token of a `Bearer …`; the longest first, as it may contain another. */
export function redactorOf({ apiKey, headers }: Pick<Connection, 'apiKey' | 'headers'>): Redact {
	const redactors = Object.entries(headers)
		.flatMap(([name, value]) =>
			[value, ...value.split(' ')].map((text) => ({ name: `header ${name}`, text })),
		)
		.filter(({ text }) => isSecret(text))
		.concat({ name: 'API key', text: apiKey })
		.sort((a, b) => b.text.length - a.text.length)
		.map(({ name, text }) => redactor(text, name));
	return (text) => redactors.reduce((rest, redact) => redact(rest), text);
}

/** Headers as text, with their names in lower case. */
export const redactHeaders = (
	headers: Readonly<Record<string, unknown>>,
	redact: Redact,
): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			redact(Array.isArray(value) ? value.join(', ') : String(value)),
		]),
	);

/** All ways in which one character of the key may be written. Repetitions are bounded to keep the search linear. */
function spellings(character: string): string {
	const code = character.charCodeAt(0);
	const hex = [...code.toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
	const entities = [`#0{0,5}${code}`, `#[xX]0{0,5}${hex}`, ENTITIES[character]].filter(Boolean);
	return `(?:${[
		/\w/.test(character) ? character : `\\\\{0,3}\\${character}`,
		`\\\\{1,3}u00${hex}`,
		`%(?:25){0,3}${hex}`,
		`&(?:amp;){0,3}(?:${entities.join('|')});`,
	].join('|')})`;
}

/** The characters of keys that HTML writes by name, in plain text or by strict encoders. */
const ENTITIES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'+': 'plus',
	'/': 'sol',
	'=': 'equals',
};
