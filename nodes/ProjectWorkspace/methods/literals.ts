/**
 * What the editor gets is saved in workflows, where n8n evaluates each text that begins with `=`, and looks for arguments
 * of an agent's tool in each text with `$fromAI`.
 */
export const isEvaluated = (text: string): boolean => /^\s*=|\$fromAI/i.test(text);

/** The same value, where each text that n8n would evaluate is an expression that returns it. */
export function withLiterals<T>(value: T): T;
export function withLiterals(value: unknown): unknown {
	if (typeof value === 'string') return isEvaluated(value) ? literal(value) : value;
	if (Array.isArray(value)) return value.map((entry: unknown) => withLiterals(entry));
	if (typeof value !== 'object' || value === null) return value;

	const entries = Object.entries(value).map(([name, inner]) => [name, withLiterals(inner)]);
	return Object.fromEntries(entries);
}

/** Only characters that mean nothing to n8n stay as they are. */
const literal = (text: string): string => `={{ "${text.replace(/[^\w =-]/g, escaped)}" }}`;

const escaped = (character: string): string =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
