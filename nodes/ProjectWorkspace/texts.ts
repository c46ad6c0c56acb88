/**
 * The gate to HTML. n8n shows hints, notices, descriptions of errors and the toast of an error as HTML, so what they quote
 * could load images and show links. Elsewhere it shows plain text, which must not contain entities: items (`json.error`),
 * the headline of an error in the output panel, record lists and their errors, and the credential test.
 */
export const asHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** Of the panels of triggers, whose texts are HTML. */
export const paragraphs = (...texts: string[]) => texts.join('<br /><br />');

const MAX_LINE = 1_000;

/** Of a message or a description, which may quote names that the service has made up. */
const MAX_TEXT = 2_000;

/** The beginning of a long text. */
export const shortened = (text: string, most = MAX_TEXT) =>
	text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A line of text that cannot pass for several. */
export const oneLine = (text: string) => shortened(text.replace(/[\s\p{Cc}]+/gu, ' '), MAX_LINE);

const MAX_BRIEF = 200;

/** The message of a problem, which may quote the service at any length, for the editor's lists and notices. */
export const briefly = (message: string) => shortened(oneLine(message), MAX_BRIEF);

export const inBrief = ({ message, description }: { message: string; description: string }) =>
	joinSentences([briefly(message), description]);

export const joinSentences = (parts: readonly string[]) =>
	parts.map((part) => (/[.…]$/.test(part) ? part : `${part.trimEnd()}.`)).join(' ');

const INTERVAL_MS = 3_000;

/** When each reason was last logged. */
const logged = new Map<string, number>();

/** The gate to n8n's log, to which n8n also writes every error: at most one line for each reason in three seconds. */
export function logLine(write: (line: string) => void, reason: string, text: string): void {
	const now = Date.now();
	for (const [name, at] of logged) if (now - at >= INTERVAL_MS) logged.delete(name);
	if (logged.has(reason)) return;
	logged.set(reason, now);
	write(oneLine(text));
}
