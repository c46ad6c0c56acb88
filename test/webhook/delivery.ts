import type { Refusal } from '../../nodes/ProjectWorkspace/webhook/responses';
import type { ReceivedDelivery, Signature } from '../../nodes/ProjectWorkspace/webhook/delivery';
import type { SignatureSettings } from '../../nodes/ProjectWorkspace/webhook/signatureSettings';
import { verify } from '../../nodes/ProjectWorkspace/webhook/verify';

/** 1792567680 in seconds. */
export const NOW = Date.parse('2026-10-21T07:28:00Z');
export const SECRET = 'a signing secret';
export const BODY = '{"event":"task.created","data":{"id":"task_1","title":"Löschen"}}';

export type Headers = Record<string, string>;

/** @param signature undefined: without the header */
export function delivery(
	signature: string | undefined,
	extra: Headers = {},
	body: string | Buffer = BODY,
): ReceivedDelivery {
	const headers = new Map(Object.entries(extra));
	if (signature !== undefined) headers.set('x-service-signature', signature);
	return { body: Buffer.from(body), headers };
}

/** What is signed in a layout. */
export const contentOf = (
	layout: string,
	values: Readonly<Record<'body' | 'timestamp' | 'id', string>>,
) => layout.replace(/\{(body|timestamp|id)\}/g, (_, name: keyof typeof values) => values[name]);

export type Change = Partial<SignatureSettings> & { now?: number };

/** The verdict: what is signed, or why it is rejected. */
export function judge(
	sent: ReceivedDelivery,
	{ now = NOW, ...change }: Change = {},
): Signature | Refusal {
	const settings = {
		secrets: [SECRET],
		header: 'x-service-signature',
		toleranceSeconds: 300,
		...change,
	};
	try {
		return verify(sent, settings, now);
	} catch (error) {
		return error as Refusal; // nothing else is thrown
	}
}

/** What the message about a rejected delivery says, in a word. */
const REASONS: ReadonlyArray<[reason: string, message: RegExp]> = [
	['noSignature', /Headers with a hash: /],
	['noTimestamp', /^The header ".+" must have one timestamp/],
	['noId', /^No header has the signed ID/],
	['notJson', /^The body is not a JSON object or list/],
	['mismatch', /^The signature does not match/],
	['stale', /^The signature is correct, but its time /],
	['tooLarge', /^The delivery is too large/],
];

export const reasonOf = ({ message }: Refusal): string | undefined =>
	REASONS.find(([, pattern]) => pattern.test(message))?.[0];

/** 'accepted', or the reason why a delivery is rejected. */
export function resultOf(sent: ReceivedDelivery, change?: Change): string | undefined {
	const verdict = judge(sent, change);
	return verdict instanceof Error ? reasonOf(verdict) : 'accepted';
}
