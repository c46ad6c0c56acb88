/** The gate to n8n's log, to which n8n also writes the message of every error. */

const MAX_LINE = 1_000;

/** A line of text that cannot pass for several. */
export function oneLine(text: string): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
	return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}

const INTERVAL_MS = 3_000;

/** When each reason was last logged. */
const logged = new Map<string, number>();

/** At most one line for each reason in three seconds. */
export function logLine(write: (line: string) => void, reason: string, text: string): void {
	const now = Date.now();
	for (const [name, at] of logged) if (now - at >= INTERVAL_MS) logged.delete(name);
	if (logged.has(reason)) return;
	logged.set(reason, now);
	write(oneLine(text));
}
