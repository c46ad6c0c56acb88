import { errors, type CauseName, type ErrorRow } from './errors';
import { parseRemaining } from './rateLimit/remaining';
import type { ApiResponse } from './types';

const rows = Object.entries<ErrorRow>(errors) as Array<[CauseName, ErrorRow]>; // the keys of the table

const causeWhere = (matches: (row: ErrorRow) => boolean | undefined) =>
	rows.find(([, row]) => matches(row))?.[0];

/** By HTTP convention; a status without a row of its own counts by its hundred. */
function causeOfStatus(status: number): CauseName {
	const known = causeWhere(({ statuses }) => statuses?.includes(status));
	if (known) return known;
	if (status >= 500) return 'serverFault';
	if (status >= 400) return 'invalidRequest';
	if (status >= 300) return 'redirected';
	return 'otherStatus';
}

/** How services word a spent quota. */
const RATE_LIMITED =
	/rate.?limit|quota|too.?many.?requests|throttl|limit.{0,20}exceeded|exceeded.{0,20}limit/i;

/** How services say that they take no requests at present. */
const UNAVAILABLE = /unavailab|overload|maintenance|busy|capacity|starting|try again|retry/i;

/**
 * The status of a spent quota is not documented. Besides 429, a response means it if the header shows that nothing
 * is left and either the status (GitHub's 403) or the service's own words say so: a 404 or a 503 may also come
 * with the last of the quota, and would be repeated for nothing, or twice.
 * @param said the service's `error.code` and `error.message`
 */
export function causeOfResponse({ status, headers }: ApiResponse, said = ''): CauseName {
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	if (remaining === 0 && status >= 400 && (status === 403 || RATE_LIMITED.test(said))) {
		return 'quotaRefused';
	}
	const cause = causeOfStatus(status);
	// The header is documented for every response of the service, and a gateway knows nothing of it.
	const byService = said !== '' || remaining !== undefined;
	const saysSo = headers['retry-after'] !== undefined || UNAVAILABLE.test(said);
	return cause === 'unavailable' && byService && !saysSo ? 'interrupted' : cause;
}

/** How deep errors are wrapped: n8n's around axios's around Node.js's, with room to spare. */
const DEEPEST = 6;

/** Why no response came, from whatever the request helper threw. */
export function causeOfThrown(thrown: unknown): CauseName {
	for (const layer of layersOf(thrown)) {
		const { code, syscall, name, message } = layer;
		const fullCode = [syscall, code].filter((part) => typeof part === 'string').join(' ');
		const text = `${String(name ?? '')}: ${String(message ?? '')}`;
		const cause = causeWhere((row) => row.code?.test(fullCode) || row.says?.test(text));
		if (cause) return cause;
	}
	return 'unknown';
}

type Layer = Readonly<Record<string, unknown>>;

/** Innermost first: it names the reason, and the outer ones paraphrase it. */
function layersOf(thrown: unknown): Layer[] {
	const layers: Layer[] = [];
	let next = thrown;
	while (isLayer(next) && layers.length < DEEPEST) {
		layers.unshift(next);
		next = next.cause ?? next.reason ?? failedConnection(next);
	}
	return layers;
}

/** Where a host has several addresses, Node.js tries them all and throws their errors together, without `syscall`. */
function failedConnection({ errors: all }: Layer): unknown {
	if (!Array.isArray(all)) return undefined;
	const sent: unknown = all.find((each) => !isLayer(each) || each.syscall !== 'connect');
	return sent ?? all[0];
}

const isLayer = (value: unknown): value is Layer => typeof value === 'object' && value !== null;
