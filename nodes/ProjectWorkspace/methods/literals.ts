import { mapTexts } from '../records/value';

/**
 * What the editor gets is saved in workflows, where n8n evaluates each text that begins with `=`, and looks for arguments
 * of an agent's tool in each text with `$fromAI`.
 */
export const isEvaluated = (text: string): boolean => /^\s*=|\$fromAI/i.test(text);

/** The same value, where each text that n8n would evaluate is an expression that returns it. */
export const withLiterals = <T>(value: T): T =>
	mapTexts(value, (text) => (isEvaluated(text) ? literal(text) : text));

/** Only characters that mean nothing to n8n stay as they are. */
const literal = (text: string) => `={{ "${text.replace(/[^\w =-]/g, escaped)}" }}`;

const escaped = (character: string) =>
	`\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
