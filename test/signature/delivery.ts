import { readFormat, type SignatureFormat } from '../../nodes/ProjectWorkspace/old/signature/format';
import {
	verify as verifySignature,
	type SignatureSettings,
} from '../../nodes/ProjectWorkspace/old/signature/verify';

type SignedDelivery = Parameters<typeof verifySignature>[0];

/** The result and what it contains as one object. */
export function verify(...given: Parameters<typeof verifySignature>) {
	const result = verifySignature(...given);
	return result.ok
		? { ok: true as const, ...result.value }
		: { ok: false as const, ...result.problem };
}

/** 1792567680 in seconds. */
export const NOW = Date.parse('2026-10-21T07:28:00Z');
export const SECRET = 'a signing secret';
export const BODY = '{"event":"task.created","data":{"id":"task_1","title":"Löschen"}}';

export function delivery(
	signature: string | undefined,
	extra: Record<string, string> = {},
	body = BODY,
): SignedDelivery {
	const own = signature === undefined ? {} : { 'x-service-signature': signature };
	return { rawBody: Buffer.from(body), headers: { ...own, ...extra } };
}

/** The format with what is set; the rest is detected. */
export function formatOf(set: object = {}): SignatureFormat {
	const format = readFormat({ format: set });
	if (!format.ok) throw new Error(format.problem.message);
	return format.value;
}

/** Changes to the settings; of the format, what is set. */
export type Change = Partial<Omit<SignatureSettings, 'format'>> & { format?: object };

export const settings = ({ format, ...change }: Change = {}): SignatureSettings => ({
	...{ header: 'X-Service-Signature', secrets: [SECRET], format: formatOf(format), now: NOW },
	...change,
});

/** 'accepted', or the reason why a delivery is rejected. */
export function resultOf(sent: SignedDelivery, change?: Change) {
	const verdict = verify(sent, settings(change));
	return verdict.ok ? 'accepted' : verdict.reason;
}
