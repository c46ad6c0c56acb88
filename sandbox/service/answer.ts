import type { JsonValue } from '../json.ts';

/** A response as plain data, so that a fault can change it before it is sent. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	body?: JsonValue;
	/** Text in place of a JSON body. */
	text?: string;
	/** The connection ends before the response, or in the middle of it. */
	broken?: 'dropped' | 'cut';
}

/** The text of the body; undefined if there is none. */
export function textOf(answer: Answer): string | undefined {
	if (answer.text !== undefined) return answer.text;
	return answer.body === undefined ? undefined : JSON.stringify(answer.body);
}
