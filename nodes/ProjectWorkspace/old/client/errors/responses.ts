import { WINDOW_MS } from '../headers';
import { CHECK_ADDRESS, CHECK_FIRST, THE_ID, WAIT_LONGER, type ErrorRow } from './row';

/** How services say that the rate limit was reached. */
const RATE_LIMITED = /(rate|requests?|api).?limit|quota|too.?many.?requests|throttl/i;

const isLimitExceeded = (text: string) => /limit/i.test(text) && /exceed/i.test(text);

/** The same with a success status, where a quota may also be one of records or storage. */
const RATE_LIMITED_IN_SUCCESS = /rate.?limit|too.?many.?requests|throttl/i;

const UNAVAILABLE =
	/unavailab|upstream|overload|maintenance|busy|capacity|starting|try again|retry/i;

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

/** The service, or something in front of it, has responded. */
export const responses = {
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
		response: ({ status, text, remaining, retryAfterMs, ignoredRetryAfter: ignored }) =>
			status === 503 &&
			(text !== '' || remaining !== undefined) &&
			(retryAfterMs ?? ignored) === undefined &&
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

	// That cannot be read
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
} as const satisfies Record<string, ErrorRow>;
