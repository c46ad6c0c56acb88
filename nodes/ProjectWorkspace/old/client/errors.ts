import { noResponse } from './errors/noResponse';
import { responses } from './errors/responses';
import {
	CHECK_ADDRESS,
	CHECK_FIRST,
	WAIT_LONGER,
	type ErrorRow,
	type ResponseSigns,
} from './errors/row';

export type { ErrorRow } from './errors/row';

/**
 * All of them. For a response, the first row counts whose `response` matches, or else that has its status, or else its
 * class; for what was thrown, the first whose `code` or `messagePattern` matches.
 */
export const errors = {
	...responses,
	...noResponse,

	// Found by the node itself
	stoppedResponding: {
		message: 'The service stopped responding',
		description: 'This request was not sent: earlier ones got no response. Try again later.',
		neverSent: true,
		n8nCause: 'temporarily-unavailable',
	},
	waitTooLong: {
		message: 'The rate limit was reached, and the wait is longer than allowed',
		description: `This request was not sent. Try again later. ${WAIT_LONGER}`,
		neverSent: true,
		n8nCause: 'rate-limited',
	},
	keyReused: {
		message: "The idempotency key in 'Additional Headers' was already used for a different request",
		description:
			"Use an expression in 'Additional Headers' under 'Options', so that each item has its own key, such as the ID of the row it comes from.",
		neverSent: true,
		n8nCause: 'configuration-invalid',
	},
	hiddenValue: {
		message: 'The data contains a hidden value instead of the real one',
		description:
			'An ID, a field or a parameter contains text such as [API key hidden], which replaces secrets in outputs. Provide the real value, or leave the field out.',
		neverSent: true,
		n8nCause: 'configuration-invalid',
	},
	unexpected: {
		message: 'The request could not be completed because of a bug in this node',
		description: 'Please report it with this message and the version of the node.',
		n8nCause: 'node-defect',
	},
	unknown: {
		message: 'The request could not be completed',
		description: `${CHECK_ADDRESS} The n8n logs may have more details.${CHECK_FIRST}`,
	},
} as const satisfies Record<string, ErrorRow>;

export type CauseName = keyof typeof errors;

export const errorRow = (cause: CauseName): ErrorRow => errors[cause];

const rows = Object.entries<ErrorRow>(errors) as Array<[CauseName, ErrorRow]>; // the keys of the table

/** By the table, or else by HTTP convention. */
export function causeOfResponse(signs: ResponseSigns): CauseName {
	const { status } = signs;
	const statusClass = Math.min(Math.floor(status / 100), 5);
	return (
		findCause((row) => row.response?.(signs)) ??
		findCause((row) => row.statuses?.includes(status)) ??
		findCause((row) => row.statusClass === statusClass) ??
		'otherStatus'
	);
}

/** Errors are wrapped: Node.js's in axios's in n8n's. */
const DEEPEST = 6;

/** Why there is no response, by what n8n's request helper has thrown. */
export function causeOfThrown(thrown: unknown): CauseName {
	for (const layer of layersOf(thrown)) {
		// n8n 1 passes on the code as `httpCode`, without the cause.
		const { httpCode, code = httpCode, syscall, name, message } = layer;
		const fullCode = [syscall, code].filter((part) => typeof part === 'string').join(' ');
		const text = `${String(name ?? '')}: ${String(message ?? '')}`;
		const cause = findCause((row) => row.code?.test(fullCode) || row.messagePattern?.test(text));
		if (cause) return cause;
	}
	return 'unknown';
}

/** Innermost first, because it is the most specific. */
function layersOf(thrown: unknown) {
	const layers: Array<Record<string, unknown>> = [];
	let next = thrown;
	while (isLayer(next) && layers.length < DEEPEST) {
		layers.unshift(next);
		next = next.cause ?? next.reason ?? failedConnection(next);
	}
	return layers;
}

/** If a host has several addresses, Node.js throws all their errors together, without `syscall`. */
function failedConnection({ errors: all }: Record<string, unknown>): unknown {
	if (!Array.isArray(all)) return undefined;
	const sent: unknown = all.find((each) => !isLayer(each) || each.syscall !== 'connect');
	return sent ?? all[0];
}

const isLayer = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;

/** The first cause whose row matches. */
const findCause = (matches: (row: ErrorRow) => boolean | undefined) =>
	rows.find(([, row]) => matches(row))?.[0];
