/** n8n's guidelines: words that a person must not read in a message or in what to do about it. */
const AVOIDED = /\b(error|problem|failure|failed|fails?|mistake|wrong|invalid)s?\b/i;

/** A message says what happened and ends without a full stop; the description says what to do, in sentences. */
export function expectWorded({ message, description }: { message: string; description: string }) {
	expect(message).toMatch(/^[A-Zn\d].*[^.\s]$/);
	expect(message).not.toMatch(/(?<!e\.g)\. /);
	expect(description).toMatch(/^[A-Z].*\.$/);
	expect(`${message} ${description}`).not.toMatch(AVOIDED);
}

/** Names of properties as the editor shows them. */
export const labelsOf = (properties: readonly object[]): string[] =>
	properties.map((each) => ('displayName' in each ? String(each.displayName) : ''));

/** Each label stands in the text, and in the editor. */
export function expectLabels(text: string, named: readonly string[], known: readonly string[]) {
	for (const label of named) {
		expect(text).toContain(label);
		expect(known).toContain(label);
	}
}
