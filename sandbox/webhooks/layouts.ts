import { createHmac } from 'node:crypto';

/**
 * How a delivery is signed, and how the signature is written. `content` may contain {body}, {timestamp} and {id};
 * `candidate` {digest}; `header` {candidates} and {timestamp}.
 */
export interface Layout {
	algorithm: 'sha256' | 'sha384' | 'sha512';
	encoding: 'hex' | 'base64' | 'base64url';
	/** What is signed. */
	content: string;
	/** How one signature is written; there is one for each secret. */
	candidate: string;
	/** What separates several signatures. */
	separator: string;
	/** The value of the header. */
	header: string;
	/** A header for the time; '' sends none. */
	timestampHeader: string;
	timestampUnit: 'seconds' | 'milliseconds';
	/** Whether the secret is used as it is, or decoded from base64 after its prefix. */
	key: 'text' | 'base64';
}

const plain: Layout = {
	algorithm: 'sha256',
	encoding: 'hex',
	content: '{body}',
	candidate: '{digest}',
	separator: ',',
	header: '{candidates}',
	timestampHeader: '',
	timestampUnit: 'seconds',
	key: 'text',
};

const standard: Layout = {
	...plain,
	encoding: 'base64',
	content: '{id}.{timestamp}.{body}',
	candidate: 'v1,{digest}',
	separator: ' ',
	timestampHeader: 'X-Service-Timestamp',
};

/** The layouts. A new one is one entry. */
export const layouts = {
	sha256Hex: { ...plain, candidate: 'sha256={digest}' },
	hex: plain,
	base64: { ...plain, encoding: 'base64' },
	base64url: { ...plain, encoding: 'base64url' },
	sha256Base64: { ...plain, encoding: 'base64', candidate: 'sha256={digest}' },
	sha384Hex: { ...plain, algorithm: 'sha384', candidate: 'sha384={digest}' },
	sha512Hex: { ...plain, algorithm: 'sha512', candidate: 'sha512={digest}' },
	sha512PlainHex: { ...plain, algorithm: 'sha512' },
	sha512Base64: { ...plain, algorithm: 'sha512', encoding: 'base64' },
	v1Hex: { ...plain, candidate: 'v1={digest}' },
	timestamped: {
		...plain,
		content: '{timestamp}.{body}',
		candidate: 'v1={digest}',
		header: 't={timestamp},{candidates}',
	},
	timestampedMilliseconds: {
		...plain,
		content: '{timestamp}.{body}',
		candidate: 'v1={digest}',
		header: 't={timestamp},{candidates}',
		timestampUnit: 'milliseconds',
	},
	timestampHeader: {
		...plain,
		content: '{timestamp}.{body}',
		timestampHeader: 'X-Service-Timestamp',
	},
	versioned: {
		...plain,
		content: 'v0:{timestamp}:{body}',
		candidate: 'v0={digest}',
		timestampHeader: 'X-Service-Timestamp',
	},
	/** Needs delivery.idHeader, since the receiver has to know the signed ID. */
	standard,
	standardDecodedSecret: { ...standard, key: 'base64' },
} satisfies Record<string, Layout>;

export interface Signed {
	id: string;
	body: string;
	/** Milliseconds since 1970. */
	time: number;
}

/** The value of the signature header, and other headers that the layout needs. */
export function sign(
	layout: Layout,
	secrets: readonly string[],
	signed: Signed,
): { value: string; headers: Record<string, string> } {
	const timestamp = String(
		layout.timestampUnit === 'seconds' ? Math.floor(signed.time / 1000) : signed.time,
	);
	const content = fill(layout.content, { body: signed.body, id: signed.id, timestamp });
	const candidates = secrets.map((secret) => {
		const mac = createHmac(layout.algorithm, keyOf(secret, layout.key)).update(content);
		return fill(layout.candidate, { digest: mac.digest(layout.encoding), timestamp });
	});
	const value = fill(layout.header, { candidates: candidates.join(layout.separator), timestamp });
	return {
		value,
		headers: layout.timestampHeader ? { [layout.timestampHeader]: timestamp } : {},
	};
}

function keyOf(secret: string, form: Layout['key']): Buffer {
	if (form === 'text') return Buffer.from(secret);
	return Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
}

/** Replaces all placeholders at once, so that braces in the body are not replaced. */
function fill(template: string, values: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
