/**
 * The gate to HTML. n8n shows hints, notices, descriptions of errors and the toast of an error as HTML, so what they quote
 * could load images and show links. Elsewhere it shows plain text, which must not contain entities: items (`json.error`),
 * the headline of an error in the output panel, record lists and their errors, and the credential test.
 */
export const asHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Joins texts for the panels of triggers, which show HTML. */
export const paragraphs = (...texts: string[]): string => texts.join('<br /><br />');

/** The longest message or description: both may quote names that the service has made up. */
const LONGEST_TEXT = 2_000;

/** The beginning of a long text. */
export const shortened = (text: string, longest = LONGEST_TEXT): string =>
	text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

const LONGEST_LINE = 1_000;

/** A text that cannot pass for several lines of n8n's log, to which n8n also writes every error. */
export const oneLine = (text: string): string =>
	shortened(text.slice(0, 2 * LONGEST_LINE).replace(/[\s\p{Cc}]+/gu, ' '), LONGEST_LINE);

const LONGEST_BRIEF = 200;

/** A message, which may quote the service at any length, for the editor's lists and notices. */
export const briefly = (message: string): string => shortened(oneLine(message), LONGEST_BRIEF);

/** Each part with a full stop; without those that there are not. */
export function joinSentences(parts: ReadonlyArray<string | false | undefined>): string {
	const sentences: string[] = [];
	for (const part of parts) {
		if (part) sentences.push(/[.…]$/.test(part) ? part : `${part.trimEnd()}.`);
	}
	return sentences.join(' ');
}

/** `1 record`, `2 records`. */
export const countOf = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;
