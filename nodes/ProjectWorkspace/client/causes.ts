/**
 * Every way in which a request can go wrong: what happened, and what to do about it.
 *
 * The service documents that errors use conventional HTTP status codes and carry `error.code` and
 * `error.message`, but not which status follows which condition (specification, part 7). So the
 * sentences say what the status means by convention, and the service's own words are put behind.
 */
export interface Cause {
	message: string;
	description: string;
	/** Instead, where no ID stands in the request. */
	withoutId?: string;
}

/** The label of its parameter is put behind it where there is one. */
export const THE_ID = 'the ID';

const CHECK_ADDRESS =
	"Check 'Base URL' in the credential: it is the address of the API and ends with /v1.";

export const causes = {
	// Answers of the service
	keyRefused: {
		message: 'The service refused the API key',
		description:
			"Check 'API Key' in the credential. Keys are created, and revoked, in the account settings of the service, section API Keys.",
	},
	planRefused: {
		message: 'The plan of the account does not cover this request',
		description:
			'API access needs the Pro or Enterprise plan: check the plan in the account settings.',
	},
	forbidden: {
		message: 'The service does not allow this request',
		description:
			'Check that the account has the Pro or Enterprise plan, which API access needs, and that the key may do this.',
	},
	notFound: {
		message: 'The service found nothing at this address',
		description: `Check ${THE_ID}. If every request ends like this, the address is not the API. ${CHECK_ADDRESS}`,
		withoutId: CHECK_ADDRESS,
	},
	conflict: {
		message: 'The request conflicts with what the service holds',
		description: 'Get the record again, and decide what to change on its present state.',
	},
	invalidRequest: {
		message: 'The service did not accept what was sent',
		description:
			'Check the fields and query parameters that are sent: their names, their types, and which are required.',
	},
	quotaRefused: {
		message: 'The quota of requests per minute is spent',
		description:
			"Try again in a minute. In executions, raise 'Max Quota Wait' or lower 'Parallel Requests' under 'Options'. Other programs that use the same key count as well.",
	},
	serverFault: {
		message: 'The service could not process the request',
		description:
			'Try again later. If it goes on, tell the service, with the request ID if there is one.',
	},
	otherStatus: {
		message: 'The service answered with an unexpected status',
		description: CHECK_ADDRESS,
	},
	redirected: {
		message:
			'The service pointed to another address, which is not followed so that the key goes nowhere else',
		description: CHECK_ADDRESS,
	},
	refusedWithSuccess: {
		message: 'The service refused the request, although the status says success',
		description: 'Check what was sent against the words of the service.',
	},

	// Answers that cannot be read
	html: {
		message: 'A web page came back instead of JSON',
		description: `${CHECK_ADDRESS} A log-in page or a proxy in between answers like this as well.`,
	},
	notJson: {
		message: 'The answer is not JSON',
		description: `${CHECK_ADDRESS} A proxy in between may have answered instead.`,
	},
	cutJson: {
		message: 'The answer ends in the middle of its JSON',
		description:
			'The connection was cut, or a proxy in between limits the size of answers. Try again.',
	},

	// No answer
	timeout: {
		message: 'No answer came in time',
		description: "Try again later. In executions, raise 'Timeout' under 'Options'.",
	},
	hostUnknown: {
		message: "The host in 'Base URL' was not found",
		description: `${CHECK_ADDRESS} If it is right, look at the name resolution (DNS) of the machine that n8n runs on.`,
	},
	connectionRefused: {
		message: "Nothing accepts connections at 'Base URL'",
		description: `${CHECK_ADDRESS} If it is right, the service is down, or a firewall is in the way.`,
	},
	connectionLost: {
		message: 'The connection broke before the answer was complete',
		description:
			'Try again. For a request that changes something, look first whether it went through.',
	},
	certificateRefused: {
		message: 'The secure connection could not be established',
		description:
			"Check that 'Base URL' in the credential has the right host and https:// or http://, and that the certificate of the service is valid and trusted by n8n.",
	},
	addressBlocked: {
		message: 'n8n does not allow connections to this address',
		description:
			'Ask the administrator of n8n: its protection against requests to internal addresses is on.',
	},
	cancelled: {
		// n8n takes an error for a cancellation by this word, in this spelling.
		message: 'The execution was canceled',
		description: 'Requests that were under way may have gone through.',
	},
	notSent: {
		message: 'The request could not be sent',
		description: `${CHECK_ADDRESS} The log of n8n may say more.`,
	},
} as const satisfies Record<string, Cause>;

export type CauseName = keyof typeof causes;

/** By HTTP convention; what is not listed is told by its hundred. */
const byStatus: Readonly<Record<number, CauseName>> = {
	401: 'keyRefused',
	402: 'planRefused',
	403: 'forbidden',
	404: 'notFound',
	408: 'timeout',
	409: 'conflict',
	410: 'notFound',
	412: 'conflict',
	429: 'quotaRefused',
};

export function causeOfStatus(status: number): CauseName {
	const known = byStatus[status];
	if (known) return known;
	if (status >= 500) return 'serverFault';
	if (status >= 400) return 'invalidRequest';
	if (status >= 300) return 'redirected';
	return 'otherStatus';
}

/** Codes of Node.js, OpenSSL and axios, which n8n's request helper is built on. */
const byErrorCode: ReadonlyArray<readonly [RegExp, CauseName]> = [
	[/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/, 'hostUnknown'],
	[/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'connectionRefused'],
	[/^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_.*TIMEOUT)$/, 'timeout'],
	[
		/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|UND_ERR_SOCKET|HPE_.*)$/,
		'connectionLost',
	],
	[
		/CERT|^(ERR_TLS|ERR_SSL|EPROTO)|SELF_SIGNED|UNABLE_TO_VERIFY|SIGNATURE_FAILURE/,
		'certificateRefused',
	],
	[/^ERR_CANCELED$/, 'cancelled'],
];

export function causeOfErrorCode(code: string): CauseName | undefined {
	return byErrorCode.find(([pattern]) => pattern.test(code))?.[1];
}
