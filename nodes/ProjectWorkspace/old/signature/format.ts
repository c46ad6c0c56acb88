import type { INodeProperties } from 'n8n-workflow';

import {
	number,
	oneOf,
	propertiesOf,
	readCollection,
	text,
	withoutLevel,
	type Described,
	type Option,
	type ValuesOf,
} from '../optionKinds';
import { isNothing, isObject } from '../records/value';
import { ok, reject, type Result } from '../result';
import { algorithms, encodings, type Algorithm } from './encodings';
import { findRelated, isHeaderName, type DeliveryHeaders } from './deliveryHeaders';
import { isTemplate } from './templates';

/** As in the libraries of Stripe and Standard Webhooks. */
const DEFAULT_TOLERANCE_SECONDS = 300;

const AUTO = { name: 'Detected Automatically', value: 'auto' } as const;

/** In lower case, as Node.js has the names of headers. */
export const headerName = (label: string, property: Described): Option<string | undefined> => ({
	...text(label, [], property),
	read: (given) => {
		const name = String(given).trim().toLowerCase();
		return isHeaderName(name) ? ok(name) : reject('the name of a header, without a colon');
	},
});

/**
 * How the service signs deliveries, which it does not document. What is not set is detected; what is set is the only
 * format that is accepted. Nothing turns the check off.
 */
export const format = {
	algorithm: oneOf(
		'Algorithm',
		[],
		[AUTO, ...algorithms.map(({ title, name }) => ({ name: title, value: name }))],
		{
			default: 'auto',
			description: 'Hash algorithm that the service signs with. Weaker ones are never accepted.',
		},
	),
	encoding: oneOf(
		'Encoding',
		[],
		[
			AUTO,
			{ name: 'Base64', value: 'base64' },
			{ name: 'Base64url', value: 'base64url' },
			{ name: 'Hex', value: 'hex' },
		],
		{ default: 'auto', description: 'How the signature is encoded in its header' },
	),
	prefix: {
		...text('Prefix', [], {
			placeholder: 'e.g. sha256=',
			description: 'Text directly before the signature in the header',
		}),
		read: (given) =>
			/^[\x20-\x7e]{1,64}$/.test(String(given))
				? ok(String(given))
				: reject('at most 64 plain characters, e.g. sha256='),
	},
	signedContent: {
		...text('Signed Content', [], {
			placeholder: 'e.g. {timestamp}.{body}',
			description:
				'Template of what the service signs: {body}, optionally with {timestamp}, {ID} (of the delivery) and fixed text such as the webhook URL. Enter \\n for a line break. If nothing separates {ID} from {timestamp}, the timestamp must be a Unix time in seconds or a date.',
		}),
		read: (given) => {
			const template = String(given).replaceAll('{ID}', '{id}');
			return isTemplate(template)
				? // A line break cannot be typed into a one-line field.
					ok(template.replaceAll('\\n', '\n'))
				: reject(
						'a template with {body} once, {timestamp} and {ID} at most once, and up to 200 characters',
					);
		},
	},
	idHeader: headerName('Signed ID Header', {
		placeholder: 'e.g. Webhook-ID',
		description:
			"Header with the value for {ID} in 'Signed Content'. Deliveries without it are rejected. A delivery with the same ID and body is a duplicate.",
	}),
	timestampHeader: headerName('Timestamp Header', {
		placeholder: 'e.g. X-Service-Timestamp',
		description:
			"Header with the value for {timestamp} in 'Signed Content'. Deliveries without it are rejected.",
	}),
	tolerance: number('Timestamp Tolerance', [], {
		default: DEFAULT_TOLERANCE_SECONDS,
		description:
			"Max age of the signature's timestamp in seconds. The same applies to timestamps in the future.",
	}),
} as const satisfies Record<string, Option>;

/** How deliveries are signed. What is not set is detected: it is 'auto' or undefined. */
export type SignatureFormat = ValuesOf<typeof format>;

/** The field of the credential. */
export const signatureProperty: INodeProperties = {
	displayName: 'Signature Format',
	name: 'signature',
	type: 'fixedCollection',
	placeholder: 'Add format',
	default: {},
	description:
		'Only set what is detected incorrectly. Then no other format is accepted. The test URL of Project Workspace Trigger says what to set.',
	options: [{ displayName: 'Format', name: 'format', values: propertiesOf(format) }],
};

/**
 * What cannot be read is rejected: left out, it would be detected, and other formats would be accepted.
 * @param signature - the field of the credential
 */
export function readFormat(signature: unknown): Result<SignatureFormat> {
	const description = "Change it in the credential under 'Signature Format', or remove it.";
	const refuse = (message: string) => reject({ message, description });
	const set = withoutLevel(signature, 'format') ?? '';
	if (!isObject(set) && !isNothing(set)) return refuse("'Signature Format' must be an object");
	for (const [name, value] of Object.entries(set)) {
		if (!Object.hasOwn(format, name)) return refuse(`'Signature Format' has no field "${name}"`);
		const { displayName } = format[name as keyof typeof format].property; // checked above
		// The editor saves an empty text. A tolerance has a default.
		if ((value ?? null) === null && name !== 'tolerance')
			return refuse(`The expression in '${displayName}' returned nothing`);
	}
	const read = readCollection(format, set);
	return read.ok ? read : refuse(read.problem.message);
}

/** How an accepted delivery was signed, as it can be set in the credential. */
export function describeFormat(
	found: {
		algorithm: Algorithm;
		encoding: (typeof encodings)[number]['title'];
		prefix: string;
		template: string;
		/** Only if they are signed. */
		timestamp?: string;
		id?: string;
	},
	headers: DeliveryHeaders,
	signatureHeader: string,
): string {
	const headerOf = (kind: 'timestamp' | 'id', text?: string) =>
		findRelated(kind, headers, signatureHeader).find((related) => related.text === text)?.name;
	const settings = {
		Algorithm: algorithms.find(({ name }) => name === found.algorithm)?.title,
		Encoding: encodings.find(({ title }) => title === found.encoding)?.option,
		// A prefix may contain a timestamp.
		Prefix: /\d{10}/.test(found.prefix) ? '' : found.prefix,
		'Signed Content': found.template.replaceAll('\n', '\\n'),
		'Signed ID Header': found.id && headerOf('id', found.id),
		'Timestamp Header': found.timestamp && headerOf('timestamp', found.timestamp),
	};
	const set = Object.entries(settings).flatMap(([label, value]) =>
		value ? [`${label}: ${value}`] : [],
	);
	return `Deliveries are signed in this way: ${set.join('; ')}. To accept no other, set this under 'Signature Format' in the credential.`;
}
