import type { INodeProperties } from 'n8n-workflow';

import { algorithms } from './encodings';
import { placesOf } from './templates';

/** As in the libraries of Stripe and Standard Webhooks. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

export const text = <Name extends string>(
	name: Name,
	displayName: string,
	more: { placeholder: string; description: string },
) => ({ displayName, name, type: 'string', default: '', ...more }) as const;

/**
 * The service documents that deliveries are signed, but not how. The format is detected, or can be set, and then nothing
 * else is accepted. None of these options turns the check off.
 */
export const signatureProperties = [
	{
		displayName: 'Signature Algorithm',
		name: 'algorithm',
		type: 'options',
		default: 'sha256',
		description: 'Hash algorithm that the service signs with. Weaker ones are never accepted.',
		options: algorithms.map(({ title, name }) => ({ name: title, value: name })),
	},
	{
		displayName: 'Signature Encoding',
		name: 'encoding',
		type: 'options',
		default: 'hex',
		description: 'How the signature is encoded in its header',
		options: [
			{ name: 'Base64', value: 'base64' },
			{ name: 'Base64url', value: 'base64url' },
			{ name: 'Hex', value: 'hex' },
		],
	},
	text('prefix', 'Signature Prefix', {
		placeholder: 'e.g. sha256=',
		description: 'Text directly before the signature in the header',
	}),
	text('signedContent', 'Signed Content', {
		placeholder: 'e.g. {timestamp}.{body}',
		description:
			'Template of what the service signs: {body}, optionally with {timestamp}, the delivery ID (see the documentation of this package) and fixed text such as the webhook URL. Enter \\n for a line break. If nothing separates the ID from {timestamp}, the timestamp must be a Unix time in seconds or a date. Leave empty to try the common formats.',
	}),
	text('idHeader', 'Signed ID Header', {
		placeholder: 'e.g. Webhook-ID',
		description:
			"Header with the ID that is part of 'Signed Content'. Deliveries without it are rejected.",
	}),
	text('timestampHeader', 'Timestamp Header', {
		placeholder: 'e.g. X-Service-Timestamp',
		description:
			"Header with the value for {timestamp} in 'Signed Content'. Deliveries without it are rejected.",
	}),
	{
		displayName: 'Timestamp Tolerance',
		name: 'tolerance',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TOLERANCE_SECONDS,
		description:
			'Max age of a signed timestamp in seconds. The same applies to timestamps in the future.',
	},
] as const satisfies INodeProperties[];

/** The values of a collection with these properties. */
export type ValuesOf<List extends ReadonlyArray<{ name: string }>> = {
	[P in List[number] as P['name']]: P extends { options: ReadonlyArray<{ value: infer Value }> }
		? Value
		: P extends { type: 'number' }
			? number
			: P extends { type: 'boolean' }
				? boolean
				: string;
};

/** How deliveries are signed. What is missing or '' is detected. */
export type SignatureOptions = {
	[Name in keyof ValuesOf<typeof signatureProperties>]?:
		| ValuesOf<typeof signatureProperties>[Name]
		| '';
};

/** Senders may resend a delivery with its original timestamp for days. */
const MAX_TOLERANCE_SECONDS = 7 * 24 * 60 * 60;

const matching = (pattern: RegExp, why: string) => (value: string) =>
	pattern.test(value) ? undefined : why;

/** RFC 9110, section 5.6.2 */
export const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name.trim());

const headerName = (name: string) =>
	name.trim() === '' || isHeaderName(name)
		? undefined
		: 'is not a header name: enter it without a colon';

/** Why a value cannot work: the rest of a sentence that starts with the option's label. */
const checks: Record<keyof SignatureOptions, (value: string) => string | undefined> = {
	algorithm: matching(/^sha(256|384|512)$/, 'must be SHA-256, SHA-384 or SHA-512'),
	encoding: matching(/^(base64|base64url|hex)$/, 'must be Base64, Base64url or Hex'),
	prefix: matching(/^[\x20-\x7e]{1,64}$/, 'must have at most 64 plain characters, e.g. sha256='),
	signedContent: checkTemplate,
	idHeader: headerName,
	timestampHeader: headerName,
	tolerance: (value) =>
		Number(value) >= 1 && Number(value) <= MAX_TOLERANCE_SECONDS
			? undefined
			: `must be between 1 and ${MAX_TOLERANCE_SECONDS} seconds`,
};

function checkTemplate(template: string): string | undefined {
	if (template.length > 200) return 'is longer than 200 characters: shorten it';
	const places = placesOf(template);
	const unknown = places.find((place) => !['body', 'timestamp', 'id'].includes(place));
	if (unknown !== undefined) {
		return `contains {${unknown}}, which is not supported: use {body}, {timestamp} and {id}`;
	}
	if (!places.includes('body')) {
		return 'must contain {body}, or anyone could change the body of a signed delivery: try {timestamp}.{body}';
	}
	const twice = places.find((place, index) => places.indexOf(place) !== index);
	return twice === undefined ? undefined : `contains {${twice}} more than once: use it once`;
}

/**
 * The label of the first option that cannot work, as an expression can return any value. Deliveries are rejected until
 * it is fixed.
 */
export function findBadOption(
	options: SignatureOptions,
): { option: string; message: string } | undefined {
	for (const { name, displayName: option } of signatureProperties) {
		const value = String(options[name] ?? '');
		const why = value === '' ? undefined : checks[name](value);
		if (why !== undefined) return { option, message: `'${option}' ${why}` };
	}
	return undefined;
}
