/**
 * What the editor gets is saved in workflows, where n8n evaluates every text that begins with `=`, and looks for
 * arguments of an agent's tool in every text with `$fromAI`. Texts of the service must do neither.
 */
export const acts = (text: string) => text.trimStart().startsWith('=') || /\$fromAI/i.test(text);

/** The same value, in which expressions that evaluate to such texts replace them. */
export function savedText<T>(given: T): T;
export function savedText(given: unknown): unknown {
	if (typeof given === 'string') return acts(given) ? literal(given) : given;
	if (Array.isArray(given)) return given.map((each: unknown) => savedText(each));
	if (typeof given !== 'object' || given === null) return given;
	return Object.fromEntries(Object.entries(given).map(([name, each]) => [name, savedText(each)]));
}

/** Only characters that mean nothing to n8n stay as they are. */
const literal = (text: string) => `={{ "${text.replace(/[^\p{L}\p{N} _=-]/gu, unicodeEscapes)}" }}`;

/** Each half of a surrogate pair has its own escape. */
const unicodeEscapes = (character: string) =>
	character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
