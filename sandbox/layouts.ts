import { createHmac } from 'node:crypto';

/** How a delivery is signed, and how the signature is written. */
export interface Layout {
	/** What is signed. */
	content: string;
	/** The value of the signature header. */
	header: string;
	encoding: 'hex' | 'base64';
	/** How the time is written, in the signed content and in the headers. */
	time: 'seconds' | 'iso';
	/** Whether the time, or the time and the ID, are sent in headers of their own. */
	more: 'nothing' | 'time' | 'timeAndId';
}

const body: Layout = {
	content: '{body}',
	header: 'sha256={digest}',
	encoding: 'hex',
	time: 'seconds',
	more: 'nothing',
};

/** Each has a well-known service that signs like this. */
export const layouts = {
	// GitHub
	body,
	// Stripe
	timestampDotBody: {
		...body,
		content: '{timestamp}.{body}',
		header: 't={timestamp},v1={digest}',
	},
	// Standard Webhooks
	idDotTimestampDotBody: {
		...body,
		content: '{id}.{timestamp}.{body}',
		header: 'v1,{digest}',
		encoding: 'base64',
		more: 'timeAndId',
	},
	// Slack
	versioned: {
		...body,
		content: 'v0:{timestamp}:{body}',
		header: 'v0={digest}',
		more: 'time',
	},
	// Paddle
	timestampColonBody: {
		...body,
		content: '{timestamp}:{body}',
		header: 'ts={timestamp};h1={digest}',
	},
	// Zendesk
	timestampBody: {
		...body,
		content: '{timestamp}{body}',
		header: '{digest}',
		encoding: 'base64',
		time: 'iso',
		more: 'time',
	},
	// Box
	bodyTimestamp: {
		...body,
		content: '{body}{timestamp}',
		header: '{digest}',
		encoding: 'base64',
		time: 'iso',
		more: 'time',
	},
} satisfies Record<string, Layout>;

export type LayoutName = keyof typeof layouts;

export interface Signed {
	id: string;
	body: string;
	/** Milliseconds since 1970. */
	time: number;
}

/** The headers of a signed delivery. */
export function sign(name: LayoutName, secret: string, signed: Signed): Record<string, string> {
	const layout: Layout = layouts[name];
	const timestamp = timeOf(signed.time, layout.time);
	const content = fill(layout.content, { body: signed.body, id: signed.id, timestamp });
	const digest = createHmac('sha256', secret).update(content).digest(layout.encoding);

	const headers: Record<string, string> = {
		'X-Service-Signature': fill(layout.header, { digest, timestamp }),
	};
	if (layout.more !== 'nothing') headers['X-Service-Timestamp'] = timestamp;
	if (layout.more === 'timeAndId') headers['X-Service-Id'] = signed.id;

	return headers;
}

function timeOf(time: number, form: Layout['time']): string {
	if (form === 'iso') return new Date(time).toISOString();

	return String(Math.floor(time / 1000));
}

/** Replaces all placeholders at once, so that braces in the body are not replaced. */
function fill(template: string, values: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
