import { createHmac } from 'node:crypto';
import { SECRET } from './triggerWorkflow';

/** What is signed: the body alone (GitHub), with a time (Stripe), or with an ID and a time (Standard Webhooks). */
export type Layout = 'body' | 'time' | 'id';

export interface Sent {
	body: object;
	/** These are not signed. */
	headers?: Record<string, string>;
	/** Seconds since the signed time. */
	ago?: number;
	signedId?: string;
}

export interface Delivery {
	body: string;
	headers: Record<string, string>;
}

const hmac = (content: string) => createHmac('sha256', SECRET).update(content);

/** A delivery that was signed at `now`, in seconds since 1970, or earlier. */
export function sign(
	layout: Layout,
	{ body: payload, headers, ago = 0, signedId }: Sent,
	now: number,
): Delivery {
	const body = JSON.stringify(payload);
	const time = String(now - ago);
	const signed = {
		body: () => ({ 'x-service-signature': `sha256=${hmac(body).digest('hex')}` }),
		time: () => ({
			'x-service-signature': `t=${time},v1=${hmac(`${time}.${body}`).digest('hex')}`,
		}),
		id: () => ({
			'webhook-id': signedId ?? '',
			'webhook-timestamp': time,
			'x-service-signature': `v1,${hmac(`${signedId}.${time}.${body}`).digest('base64')}`,
		}),
	};
	return { body, headers: { ...signed[layout](), ...headers } };
}
