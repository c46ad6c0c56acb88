import { parseRemaining } from './rateLimit/remaining';
import type { ApiResponse } from './types';

/** When the same request may be sent again. GET, PUT and DELETE are idempotent (RFC 9110, section 9.2.2). */
export type Repeat =
	/** The service surely did not act: any method. */
	| 'always'
	/** The service may have acted: only methods that have the same effect once or twice. Never a POST. */
	| 'idempotent'
	/** After waiting for the rate limit, any method. It is a wait, not a retry. */
	| 'whenAllowed'
	| 'never';

/**
 * One way in which a request can go wrong: how it is recognized, what the person reads, whether it is repeated.
 *
 * The service documents that errors use conventional HTTP status codes and carry `error.code` and
 * `error.message`, but not which status follows which condition (specification, part 7). So the sentences
 * say what the status means by convention, and the service's own message is added.
 */
export interface ErrorRow {
	message: string;
	description: string;
	/** Description for a request that contains no ID. */
	withoutId?: string;
	repeat: Repeat;
	/** Whether the service may have acted although it did not say so. A repeated DELETE that then gets 404 is done. */
	mayHaveActed?: boolean;
	/** Attempts that may end this way, where it more often lasts: a mistyped host, a response cut by a proxy's limit. */
	maxAttempts?: number;
	/** The request never got out: it may be sent again without risk. */
	notSent?: boolean;
	statuses?: readonly number[];
	/** Matches what the request helper threw: `code` of Node.js, OpenSSL or axios, after its `syscall` if there is one. */
	code?: RegExp;
	/** The same by name and message, where there is no code. */
	says?: RegExp;
}

/** The label of its parameter is added where there is one. */
export const THE_ID = 'the ID';

const CHECK_ADDRESS =
	"Check 'Base URL' in the credential: it is the address of the API and ends with /v1.";

const serverFault = {
	message: 'The service could not process the request',
	description:
		'Try again later. If it goes on, tell the service, with the request ID if there is one.',
} as const;

/** All of them. The first row that matches counts. */
export const errors = {
	// Responses of the service
	keyRefused: {
		message: 'The service refused the API key',
		description:
			"Check 'API Key' in the credential. Keys are created, and revoked, in the account settings of the service, section API Keys.",
		repeat: 'never',
		statuses: [401],
	},
	planRefused: {
		message: 'The plan of the account does not cover this request',
		description:
			'API access needs the Pro or Enterprise plan: check the plan in the account settings.',
		repeat: 'never',
		statuses: [402],
	},
	forbidden: {
		message: 'The service does not allow this request',
		description:
			'Check that the account has the Pro or Enterprise plan, which API access needs, and that the key may do this.',
		repeat: 'never',
		statuses: [403],
	},
	notFound: {
		message: 'The service found nothing at this address',
		description: `Check ${THE_ID}. If every request ends like this, the address is not the API. ${CHECK_ADDRESS}`,
		withoutId: CHECK_ADDRESS,
		repeat: 'never',
		statuses: [404, 410],
	},
	conflict: {
		message: 'The request conflicts with what the service holds',
		description: 'Get the record again, and decide what to change on its present state.',
		repeat: 'never',
		statuses: [409, 412],
	},
	quotaRefused: {
		message: 'The quota of requests per minute is spent',
		description:
			"Try again in a minute. In executions, raise 'Max Rate Limit Wait' or lower 'Parallel Requests' under 'Options'. Other programs that use the same key count as well.",
		repeat: 'whenAllowed',
		// 420 and 509 are used by some services for nothing else.
		statuses: [420, 429, 509],
	},
	invalidRequest: {
		message: 'The service did not accept what was sent',
		description:
			'Check the fields and query parameters that are sent: their names, their types, and which are required.',
		repeat: 'never',
	},
	serverFault: { ...serverFault, repeat: 'never' },
	/** A gateway got no usable response from the service behind it (RFC 9110, section 15.6.3). */
	badGateway: { ...serverFault, repeat: 'idempotent', mayHaveActed: true, statuses: [502] },
	/** A gateway without a service behind it, or the service saying that it takes no requests now: it did not act. */
	unavailable: { ...serverFault, repeat: 'idempotent', statuses: [503] },
	/** 503 by the service itself, which does not say that it is unavailable: it may have stopped half-way. */
	interrupted: { ...serverFault, repeat: 'idempotent', mayHaveActed: true },
	gatewayTimeout: { ...serverFault, repeat: 'idempotent', mayHaveActed: true, statuses: [504] },
	redirected: {
		message:
			'The service pointed to another address, which is not followed so that the key goes nowhere else',
		description: CHECK_ADDRESS,
		repeat: 'never',
	},
	otherStatus: {
		message: 'The service answered with an unexpected status',
		description: CHECK_ADDRESS,
		repeat: 'never',
	},
	refusedWithSuccess: {
		message: 'The service refused the request, although the status says success',
		description: 'Check what was sent against the words of the service.',
		repeat: 'never',
	},

	// Responses that cannot be read
	html: {
		message: 'A web page came back instead of JSON',
		description: `${CHECK_ADDRESS} A log-in page or a proxy in between answers like this as well.`,
		repeat: 'never',
	},
	notJson: {
		message: 'The answer is not JSON',
		description: `${CHECK_ADDRESS} A proxy in between may have answered instead.`,
		repeat: 'never',
	},
	cutJson: {
		message: 'The answer ends in the middle of its JSON',
		description:
			'The connection was cut, or a proxy in between limits the size of answers. Try again.',
		repeat: 'idempotent',
		mayHaveActed: true,
		maxAttempts: 5,
	},

	// No response
	cancelled: {
		// n8n takes an error for a cancellation by this word, in this spelling.
		message: 'The execution was canceled',
		description: 'Requests that were under way may have gone through.',
		repeat: 'never',
		code: /^ERR_CANCELED$/,
		says: /^(AbortError|CanceledError):/,
	},
	addressBlocked: {
		message: 'n8n does not allow connections to this address',
		description:
			'Ask the administrator of n8n: its protection against requests to internal addresses is on.',
		repeat: 'never',
		notSent: true,
		says: /ssrf|blocked.*(address|ip|host)/i,
	},
	hostUnknown: {
		message: "The host in 'Base URL' was not found",
		description: `${CHECK_ADDRESS} If it is right, look at the name resolution (DNS) of the machine that n8n runs on.`,
		repeat: 'always',
		notSent: true,
		maxAttempts: 5,
		code: /\b(ENOTFOUND|EAI_\w+)$/,
	},
	/**
	 * Any code while connecting: nothing was sent. The same codes occur on a connection that stood, by a host that
	 * became unreachable under way; only `syscall` tells, so without it they count as a lost connection.
	 */
	connectionRefused: {
		message: "Nothing accepts connections at 'Base URL'",
		description: `${CHECK_ADDRESS} If it is right, the service is down, or a firewall is in the way.`,
		repeat: 'always',
		notSent: true,
		maxAttempts: 5,
		// TCP refuses a connection that is being made, and resets one that stands.
		code: /^(connect \w+|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/,
		says: /before secure TLS connection was established|before receiving CONNECT response/i,
	},
	certificateRefused: {
		message: 'The secure connection could not be established',
		description:
			"Check that 'Base URL' in the credential has the right host and https:// or http://, and that the certificate of the service is valid and trusted by n8n.",
		repeat: 'never',
		notSent: true,
		// Only what ends a handshake. Other TLS errors may come after the request was sent.
		code: /CERT|SELF_SIGNED|UNABLE_TO_|SIGNATURE_FAILURE|HANDSHAKE|WRONG_VERSION|UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION|UNKNOWN_CA|UNRECOGNIZED_NAME|PACKET_LENGTH_TOO_LONG/,
		says: /certificate|handshake failure|wrong version number|unsupported protocol|alert protocol version|unknown ca|packet length too long/i,
	},
	timeout: {
		message: 'No answer came in time',
		description: "Try again later. In executions, raise 'Timeout' under 'Options'.",
		repeat: 'idempotent',
		mayHaveActed: true,
		maxAttempts: 5,
		statuses: [408],
		code: /\b(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT)$/,
		says: /timeout of \d+ ?ms exceeded|timed out/i,
	},
	connectionLost: {
		message: 'The connection broke before the answer was complete',
		description:
			'Try again. For a request that changes something, look first whether it went through.',
		repeat: 'idempotent',
		mayHaveActed: true,
		code: /\b(ECONNRESET|ECONNREFUSED|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET|EADDRNOTAVAIL|ENOTCONN|EPROTO|ERR_SSL_\w+|ERR_STREAM_\w+|ERR_BAD_RESPONSE|UND_ERR_SOCKET|HPE_\w+)$/,
		says: /socket hang up|aborted|premature close|ssl routines/i,
	},
	stoppedResponding: {
		message: 'The service stopped responding',
		description:
			'This request was not sent, because those before it got no answer in time. Try again later.',
		repeat: 'never',
		notSent: true,
	},
	waitTooLong: {
		message: 'The quota of requests per minute is spent, and the wait is longer than allowed',
		description:
			"This request was not sent. Try again later, or raise 'Max Rate Limit Wait' under 'Options'. Other programs that use the same key count as well.",
		repeat: 'never',
		notSent: true,
	},
	unexpected: {
		message: 'This node did something unexpected',
		description: 'Please report it to the maintainers of this node, with the text of this message.',
		repeat: 'never',
		mayHaveActed: true,
	},
	notSent: {
		message: 'The request could not be completed',
		description: `${CHECK_ADDRESS} The log of n8n may say more.`,
		repeat: 'never',
		mayHaveActed: true,
	},
} as const satisfies Record<string, ErrorRow>;

export type CauseName = keyof typeof errors;

export const errorRow = (cause: CauseName): ErrorRow => errors[cause];

const rows = Object.entries<ErrorRow>(errors) as Array<[CauseName, ErrorRow]>; // the keys of the table

const causeWhere = (matches: (row: ErrorRow) => boolean | undefined) =>
	rows.find(([, row]) => matches(row))?.[0];

/** By HTTP convention; a status without a row of its own counts by its hundred. */
export function causeOfStatus(status: number): CauseName {
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
	return 'notSent';
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
