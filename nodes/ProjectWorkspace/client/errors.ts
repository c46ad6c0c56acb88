import { WINDOW_MS } from './rateLimit/rateLimitHeaders';

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
	/**
	 * When the same request may be sent again; never if undefined. GET, PUT and DELETE are idempotent (RFC 9110, section
	 * 9.2.2).
	 * - `always`: the service cannot have processed it
	 * - `idempotent`: the service may have processed it, so a POST is only repeated with an idempotency key
	 */
	retry?: 'always' | 'idempotent';
	/** The next attempt waits for the rate limit, which does not count as a failed attempt. */
	isRateLimit?: boolean;
	/** How long it waits if the response does not say so. By default, the limiter finds out. */
	waitMs?: number;
	/** With `idempotent`: most likely not processed, so a 404 for a repeated DELETE is still an error. */
	notProcessed?: boolean;
	/** Fewer attempts, if waiting rarely helps: a mistyped host, a response cut by a proxy. */
	maxAttempts?: number;
	neverSent?: boolean;
	/** The cause in n8n's terms, which decides when n8n polls again. Left out if it may be any of them. */
	n8nCause?:
		| ('rate-limited' | 'quota-exhausted' | 'temporarily-unavailable')
		| ('credential-invalid' | 'configuration-invalid' | 'node-defect');
	statuses?: readonly number[];
	/** 4 means 400 to 499; only if no other row has the status. */
	statusClass?: 2 | 3 | 4 | 5;
	/** Responses with this cause, even if another row has their status. */
	response?: (signs: ResponseSigns) => boolean;
	/** Matches what the request helper threw: `code` of Node.js, OpenSSL or axios, after its `syscall` if there is one. */
	code?: RegExp;
	/** The same by name and message, if there is no code. */
	messagePattern?: RegExp;
}

/** What a response says about its cause. */
interface ResponseSigns {
	status: number;
	/** The service's own code and message. */
	text: string;
	/** Of the rate limit; undefined without the header, as from a gateway. */
	remaining: number | undefined;
	hasRetryAfter: boolean;
	/** HTML instead of JSON. */
	isPage: boolean;
}

/** How services say that the rate limit was reached. */
const RATE_LIMITED = /(rate|requests?|api).?limit|quota|too.?many.?requests|throttl/i;

const isLimitExceeded = (text: string) => /limit/i.test(text) && /exceed/i.test(text);

/** The same with a success status, where a quota may also be one of records or storage. */
const RATE_LIMITED_IN_SUCCESS = /rate.?limit|too.?many.?requests|throttl/i;

const UNAVAILABLE =
	/unavailab|upstream|overload|maintenance|busy|capacity|starting|try again|retry/i;

/** Replaced by the ID with the label of its parameter, if it has one. */
export const THE_ID = 'the ID';

/** Precedes the description of a conflict, if it is true. */
export const EARLIER_ATTEMPT = 'An earlier attempt may have made this change. ';

/** Left out for a GET. */
export const CHECK_FIRST = ' Check whether the change was made before you try again.';

const CHECK_ADDRESS =
	"Check 'Base URL' in the credential. It must be the URL of the API and end in /v1.";

const TRUST_IT =
	"Check that the host in 'Base URL' in the credential is right. If it is, set NODE_EXTRA_CA_CERTS in n8n to the path of a PEM file with the certificate (or that of its authority), and restart n8n.";

const WAIT_LONGER =
	"In executions, you can add 'Requests' under 'Options' and increase 'Max Rate Limit Wait' or reduce 'Parallel Requests'. Other apps that use the same API key count toward the limit too.";

const rateLimited = {
	message: 'The rate limit was reached',
	description: `Try again in a minute. ${WAIT_LONGER}`,
	isRateLimit: true,
	n8nCause: 'rate-limited',
} as const;

const serverFault = {
	message: 'The service could not process the request',
	description: `Try again later.${CHECK_FIRST} If it keeps happening, contact the support of the service and include the request ID, if there is one.`,
	n8nCause: 'temporarily-unavailable',
} as const;

/**
 * All of them. For a response, the first row counts whose `response` matches, or else that has its status, or else its
 * class; for what was thrown, the first whose `code` or `messagePattern` matches.
 */
export const errors = {
	// Responses of the service
	unauthorized: {
		message: 'The service rejected the API key',
		description:
			"Check 'API Key' in the credential. You can create a new key in the service under account settings → API Keys.",
		statuses: [401],
		n8nCause: 'credential-invalid',
	},
	planRefused: {
		message: 'The plan of your account does not cover this request',
		description: 'API access requires the Pro or Enterprise plan. Check the plan of your account.',
		statuses: [402],
		n8nCause: 'configuration-invalid',
	},
	forbidden: {
		message: 'The service does not allow this request',
		description:
			'Check that your account has the Pro or Enterprise plan and that the API key has permission for this.',
		statuses: [403],
		n8nCause: 'configuration-invalid',
	},
	/** The service responds with JSON. */
	firewall: {
		message: 'A firewall or a proxy in front of the service rejected the request',
		description:
			'The response is a web page and not JSON, so it does not come from the API. Ask whoever runs the firewall to allow requests from n8n.',
		response: ({ status, isPage }) => status === 403 && isPage,
	},
	notFound: {
		message: 'The service could not find what you requested',
		description: `Check ${THE_ID}. If this happens with every request, check 'Base URL' in the credential: it must be the URL of the API and end in /v1.`,
		withoutId: CHECK_ADDRESS,
		statuses: [404, 410],
		n8nCause: 'configuration-invalid',
	},
	conflict: {
		message: 'The request conflicts with existing data in the service',
		description: 'Check whether the record already exists or has changed, then try again.',
		statuses: [409, 412, 423],
	},
	/** The only status that says so (RFC 6585). A 5xx is never a rate limit: the service may have processed the request. */
	rateLimited: { ...rateLimited, retry: 'always', statuses: [429] },
	/** Another 4xx that says so. It may also mean another limit, so it waits once. */
	limitReached: {
		...rateLimited,
		retry: 'always',
		waitMs: WINDOW_MS,
		maxAttempts: 2,
		// Not by `remaining` alone: the last request of the limit may get a 404.
		response: ({ status, text, remaining }) =>
			status >= 400 &&
			status < 500 &&
			status !== 429 &&
			remaining === 0 &&
			(RATE_LIMITED.test(text) || isLimitExceeded(text)),
	},
	/** An error with a success status, after which a change may have been made. */
	limitInSuccess: {
		...rateLimited,
		description: `${rateLimited.description}${CHECK_FIRST}`,
		retry: 'idempotent',
		waitMs: WINDOW_MS,
		maxAttempts: 2,
		response: ({ status, text }) => status < 300 && RATE_LIMITED_IN_SUCCESS.test(text),
	},
	invalidRequest: {
		message: 'The service did not accept the data you sent',
		description:
			'Check the names and types of the fields and query parameters, and whether a required one is missing.',
		statusClass: 4,
		n8nCause: 'configuration-invalid',
	},
	serverFault: { ...serverFault, statusClass: 5 },
	/** A gateway got no usable response from the service behind it (RFC 9110, section 15.6.3). */
	badGateway: { ...serverFault, retry: 'idempotent', statuses: [502] },
	/** A gateway without a service behind it, or a service that accepts no requests at the moment (RFC 8470 for 425). */
	unavailable: { ...serverFault, retry: 'idempotent', notProcessed: true, statuses: [503, 425] },
	/** 503 from the service itself that does not say it is unavailable: it may have stopped halfway. */
	interrupted: {
		...serverFault,
		retry: 'idempotent',
		response: ({ status, text, remaining, hasRetryAfter }) =>
			status === 503 &&
			(text !== '' || remaining !== undefined) &&
			!hasRetryAfter &&
			!UNAVAILABLE.test(text),
	},
	gatewayTimeout: { ...serverFault, retry: 'idempotent', statuses: [504] },
	redirected: {
		message:
			'The service redirected to another address, which was not followed to protect the API key',
		description: CHECK_ADDRESS,
		statusClass: 3,
		n8nCause: 'configuration-invalid',
	},
	otherStatus: {
		message: 'The service returned an unexpected status',
		description: CHECK_ADDRESS,
		// A server of web pages, a proxy that requires a login, or 304, which is no redirect.
		statuses: [304, 405, 407],
	},
	errorInSuccessResponse: {
		message: 'The service rejected the request, although it returned a success status',
		description:
			"Read the service's message, and change the fields or query parameters that it names.",
		statusClass: 2,
	},

	// Responses that cannot be read
	html: {
		message: 'The service returned a web page instead of JSON',
		description: `${CHECK_ADDRESS} A login page or a proxy can also cause this.${CHECK_FIRST}`,
	},
	notJson: {
		message: 'The response is not JSON',
		description: `${CHECK_ADDRESS} A proxy may have responded instead of the service.${CHECK_FIRST}`,
	},
	brokenJson: {
		message: 'The response is not valid JSON, although it is complete',
		description: `It contains something that JSON does not have, such as NaN or a comma after the last value. Contact the support of the service.${CHECK_FIRST}`,
	},
	cutJson: {
		message: 'The JSON response is incomplete',
		description: `The connection was interrupted, or a proxy limits the response size. Try again.${CHECK_FIRST}`,
		retry: 'idempotent',
		maxAttempts: 5,
		// Compressed data that is cut or damaged (zlib, Brotli).
		code: /^(Z_|ERR__ERROR_)/,
		n8nCause: 'temporarily-unavailable',
	},

	tooLarge: {
		message: 'The response is too large to be read',
		description: `If it is a list, request smaller pages with 'Page Size' in the credential under 'Service Details', or filter it with 'Query Parameters' under 'Options'. 'Max Response Size' is there, too.${CHECK_FIRST}`,
		n8nCause: 'configuration-invalid',
	},

	// No response
	cancelled: {
		// n8n recognizes a cancellation by this word, in this spelling.
		message: 'The execution was canceled',
		description: 'Requests that had already been sent may have gone through.',
		code: /^ERR_CANCELED$/,
		messagePattern: /^(AbortError|CanceledError):/,
	},
	addressBlocked: {
		message: 'n8n does not allow connections to this address',
		description:
			'Requests to internal addresses are blocked (SSRF protection). Ask your n8n administrator to allow this address.',
		neverSent: true,
		messagePattern: /ssrf|blocked (address|ip|host|by)/i,
		n8nCause: 'configuration-invalid',
	},
	hostUnknown: {
		message: "The host in 'Base URL' could not be found",
		description: `${CHECK_ADDRESS} If it is correct, check the DNS settings of the machine that runs n8n.`,
		retry: 'always',
		neverSent: true,
		maxAttempts: 5,
		code: /\b(ENOTFOUND|EAI_\w+)$/,
		n8nCause: 'temporarily-unavailable',
	},
	/**
	 * Any code while connecting. An open connection can fail with the same codes; only `syscall` tells them apart, so
	 * without it they count as a lost connection.
	 */
	connectFailed: {
		message: "Could not connect to 'Base URL'",
		description: `${CHECK_ADDRESS} If it is correct, the service may be down or a firewall may block the connection.`,
		retry: 'always',
		neverSent: true,
		maxAttempts: 5,
		// TCP only refuses new connections; it resets open ones.
		code: /^connect |^(ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/,
		messagePattern:
			/before secure TLS connection was established|before receiving CONNECT response/i,
		n8nCause: 'temporarily-unavailable',
	},
	certificateSelfSigned: {
		message: 'The certificate of the service is self-signed, so n8n does not trust it',
		description: TRUST_IT,
		neverSent: true,
		code: /DEPTH_ZERO_SELF_SIGNED/,
		messagePattern: /self.signed certificate$/i,
		n8nCause: 'configuration-invalid',
	},
	certificateUntrusted: {
		message: 'n8n does not know the authority that issued the certificate of the service',
		description: TRUST_IT,
		neverSent: true,
		code: /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|UNKNOWN_CA|CERT_UNTRUSTED/,
		messagePattern: /self.signed certificate in|unable to (get|verify)|unknown ca/i,
		n8nCause: 'configuration-invalid',
	},
	certificateExpired: {
		message: 'The certificate of the service has expired',
		description:
			'The operator of the service has to renew it. Check the clock of the machine that runs n8n as well.',
		neverSent: true,
		code: /CERT_HAS_EXPIRED/,
		messagePattern: /certificate has expired/i,
	},
	certificateOfAnother: {
		message: "The certificate of the service is for another host than the one in 'Base URL'",
		description: `${CHECK_ADDRESS} The certificate names the hosts that it is for.`,
		neverSent: true,
		code: /CERT_ALTNAME_INVALID|UNRECOGNIZED_NAME/,
		messagePattern: /does not match certificate/i,
		n8nCause: 'configuration-invalid',
	},
	noTls: {
		message: "'Base URL' begins with https://, but the service does not use HTTPS at this address",
		description:
			"If the service uses HTTP there, change https:// to http:// in 'Base URL' in the credential. Otherwise, correct the port.",
		neverSent: true,
		code: /WRONG_VERSION|PACKET_LENGTH_TOO_LONG/,
		messagePattern: /wrong version number|packet length too long/i,
		n8nCause: 'configuration-invalid',
	},
	/** The rest of the errors of the handshake: others may come after the request was sent. */
	certificateRefused: {
		message: 'A secure connection could not be established',
		description:
			"Check that 'Base URL' in the credential has the right host and https:// or http://, and that the certificate of the service is valid and trusted by n8n.",
		neverSent: true,
		code: /CERT|UNABLE_TO_|SIGNATURE_FAILURE|HANDSHAKE|UNSUPPORTED_PROTOCOL|ALERT_PROTOCOL_VERSION/,
		messagePattern: /certificate|handshake failure|unsupported protocol|alert protocol version/i,
	},
	timeout: {
		message: 'The service did not respond in time',
		description: `Try again later. In executions, you can add 'Requests' under 'Options' and increase 'Timeout'.${CHECK_FIRST}`,
		retry: 'idempotent',
		maxAttempts: 5,
		statuses: [408],
		code: /\b(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY|SOCKET)_TIMEOUT)$/,
		messagePattern: /timeout of \d|timed out/i,
		n8nCause: 'temporarily-unavailable',
	},
	/** llhttp stopped reading; a service sends the same again. */
	brokenHttp: {
		message: 'The response breaks the rules of HTTP or has too many headers',
		description: `Check that 'Base URL' in the credential has the right port and https:// or http://. If it has, contact the support of the service: Node.js reads at most 16 KB of headers.${CHECK_FIRST}`,
		code: /\bHPE_(?!INVALID_EOF_STATE)/,
	},
	connectionLost: {
		message: 'The connection was lost before the response was complete',
		description: `Try again.${CHECK_FIRST}`,
		retry: 'idempotent',
		code: /\b(ECONNRESET|ECONNREFUSED|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET|EADDRNOTAVAIL|ENOTCONN|EPROTO|ERR_BAD_RESPONSE|UND_ERR_SOCKET)$|HPE_INVALID_EOF_STATE$|\b(ERR_SSL|ERR_STREAM)_/,
		messagePattern: /socket hang up|aborted|premature close|ssl routines/i,
		n8nCause: 'temporarily-unavailable',
	},
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

/** The first cause whose row matches. */
export const findCause = (matches: (row: ErrorRow) => boolean | undefined) =>
	rows.find(([, row]) => matches(row))?.[0];
