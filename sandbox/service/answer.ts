import type { JsonValue } from '../json.ts';

/** What goes back to the caller, as plain data until the very end, so that a fault can still change it. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body?: JsonValue;
	/** Text in place of a JSON body. */
	text?: string;
	/** The connection ends before the answer, or in the middle of it. */
	broken?: 'dropped' | 'cut';
}

/** The text on the wire; undefined stands for no body at all. */
export function textOf(answer: Answer): string | undefined {
	if (answer.text !== undefined) return answer.text;
	return answer.body === undefined ? undefined : JSON.stringify(answer.body);
}
