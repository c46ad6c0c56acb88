/** Shorter than any key with a prefix of the service; a shorter "key" would be found in ordinary text. */
const SHORTEST_KEY = 8;

export type Redact = (text: string) => string;

/**
 * Some services repeat the key in a response or in a message. It must not get into outputs or logs, however it is
 * written there: as it is, escaped for JSON (`\/`, `\u002b`), percent-encoded in a link, as HTML entities, each also
 * several times over. The raw text is searched, so nothing that is read from it contains the key.
 */
export function redactor(apiKey: string, name = 'API key'): Redact {
	if (apiKey.length < SHORTEST_KEY) return (text) => text;
	const written = new RegExp([...apiKey].map(spellings).join(''), 'g');
	return (text) => text.replace(written, `[${name} hidden]`);
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
