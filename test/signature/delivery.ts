import {
	verify,
	type Delivery,
	type SignatureSettings,
} from '../../nodes/ProjectWorkspace/signature/verify';

/** 1792567680 in seconds. */
export const NOW = Date.parse('2026-10-21T07:28:00Z');
export const SECRET = 'a signing secret';
export const BODY = '{"event":"task.created","data":{"id":"task_1","title":"Löschen"}}';

export function delivery(
	signature: string | undefined,
	extra: Record<string, string> = {},
	body = BODY,
): Delivery {
	const own = signature === undefined ? {} : { 'x-service-signature': signature };
	return { rawBody: Buffer.from(body), headers: { ...own, ...extra } };
}

export function settings(change: Partial<SignatureSettings> = {}): SignatureSettings {
	return { header: 'X-Service-Signature', secrets: [SECRET], options: {}, now: NOW, ...change };
}

/** 'accepted', or the reason why a delivery is rejected. */
export function resultOf(sent: Delivery, change?: Partial<SignatureSettings>) {
	const verdict = verify(sent, settings(change));
	return verdict.ok ? 'accepted' : verdict.reason;
}
