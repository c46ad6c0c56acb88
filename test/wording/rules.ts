import { known, singleWords, words } from './labels';

/** n8n's guidelines: words that a person must not read in a message or in what to do about it. */
const AVOIDED = /\b(error|problem|failure|failed|fails?|mistake|wrong|invalid)s?\b/i;

/** They contain a label, but do not refer to it. */
const NAMES =
	/Project Workspace( (Polling )?Trigger)?|Custom API Call|HTTP Request|Project Management|"[^"]*"|<[^>]*>/g;

const QUOTED = /(?<![\p{L}\d])'([^']+)'(?![\p{L}\d])/gu;

export function expectNoAvoided(text: string) {
	// What n8n calls its own settings.
	expect(text.replaceAll(/'On Error'|'Retry On Fail'/g, '')).not.toMatch(AVOIDED);
}

/** n8n's guidelines: names of parameters are in single quotation marks. Each must be a parameter. */
export function expectQuoted(text: string) {
	expect({ text, unquoted: unquotedIn(text) }).toEqual({ text, unquoted: [] });
	expect({ text, unknown: unknownIn(text) }).toEqual({ text, unknown: [] });
}

/** Labels without quotation marks. */
export function unquotedIn(text: string): string[] {
	const rest = text.replace(NAMES, '…').replace(QUOTED, '…');
	return [
		...words.filter((label) => new RegExp(`\\b${escaped(label)}(?!\\w)`).test(rest)),
		...singleWords.filter((label) => new RegExp(`[a-z,:] ${label}\\b`).test(rest)),
	];
}

/** Texts in quotation marks that begin with a capital, like a label, but are not one. */
export const unknownIn = (text: string) =>
	Array.from(text.matchAll(QUOTED), ([, label = '']) => label).filter(
		(label) => /^[A-Z]/.test(label) && !known.has(label),
	);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A message says what happened and ends without a full stop; the description says what to do, in sentences. */
export function expectWorded({ message, description }: { message: string; description: string }) {
	expect(message).toMatch(/^('|[A-Zn\d]).*[^.\s]$/);
	expect(message).not.toMatch(/(?<!e\.g)\. /);
	expect(description).toMatch(/^[A-Z].*\.$/);
	expectNoAvoided(`${message} ${description}`);
	expectQuoted(message);
	expectQuoted(description);
}

/** What happened and what to do, in sentences. */
export function expectSaid(text: string) {
	expect(text).toMatch(/^[\dA-Z'].*\.$/);
	expectNoAvoided(text);
	expectQuoted(text);
}

/** Names of properties as the editor shows them. */
export const labelsOf = (properties: readonly object[]): string[] =>
	properties.map((each) => ('displayName' in each ? String(each.displayName) : ''));

/** Each label is in the text, in quotation marks, and in the editor. */
export function expectLabels(text: string, named: readonly string[], shown: readonly string[]) {
	for (const label of named) {
		expect(text).toContain(`'${label}'`);
		expect(shown).toContain(label);
	}
}
