import type { Failure as NodeFailure } from 'n8n-workflow';

/**
 * Why a request failed. The specification says that errors have conventional statuses, but not which status means what. So
 * the texts say what a status means by convention, and the service's own words are added. How often and until when a request
 * is sent again, the table in `sender` says.
 */
interface Cause {
	message: string;
	/** What to do about it. */
	advice: string;
	/** The same request is sent again: a POST only if the service cannot have processed it. */
	again?: true;
	/** The request never reached the service. */
	notSent?: true;
	/** In n8n's terms, by which it decides when it polls again. By default `temporarily-unavailable` if the request is sent again, else `configuration-invalid`. */
	n8nCause?: NodeFailure['cause'];
	statuses?: readonly number[];
	/** Matches the codes and messages of what n8n's request helper throws. The first row that matches counts. */
	thrown?: RegExp;
}

const CHECK_BASE_URL =
	"Check 'Base URL' in the credential. It must be the URL of the API and end in /v1.";

const CHECK_PROXY =
	'Requests of n8n go through this proxy. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY in the environment of n8n.';

/** A failure before the request could be sent, above all of the TLS handshake. */
const neverSent = (message: string, advice: string, thrown: RegExp): Cause => ({
	message,
	advice,
	notSent: true,
	thrown,
});

export const causes = {
	// The service, or something in front of it, has responded
	unauthorized: {
		message: 'The service rejected the API key',
		advice:
			"Check 'API Key' in the credential. You can create a key in the service under account settings → API Keys.",
		n8nCause: 'credential-invalid',
		statuses: [401],
	},
	forbidden: {
		message: 'The service does not allow this request',
		advice:
			'Check that your account has the Pro or Enterprise plan and that the API key has permission for this. If a firewall or a proxy responded, ask whoever runs it to allow requests from n8n.',
		statuses: [402, 403],
	},
	notFound: {
		message: 'The service could not find what you requested',
		advice: CHECK_BASE_URL,
		statuses: [404, 410],
	},
	rateLimited: {
		message: 'The rate limit was reached',
		advice: 'Try again later. Other apps that use the same API key count toward the limit, too.',
		again: true,
		n8nCause: 'rate-limited',
		statuses: [429],
	},
	rejected: {
		message: 'The service did not accept the data you sent',
		advice:
			'Check the names and types of the fields and query parameters, whether a required one is missing, and whether the record already exists or has changed.',
	},
	serverFault: {
		message: 'The service could not process the request',
		advice: 'Try again later. If it keeps happening, contact the support of the service.',
		n8nCause: 'temporarily-unavailable',
	},
	unavailable: {
		message: 'The service is not available',
		advice: 'Try again later.',
		again: true,
		statuses: [502, 503, 504],
	},
	redirected: {
		message:
			'The service redirects to another address, which is not followed to protect the API key',
		advice:
			"Change 'Base URL' in the credential to match the address in the message: http:// or https://, the host, the port and the path.",
	},
	redirectedWithinHost: {
		message: 'The service redirects to another path, which is not followed',
		advice:
			"The service wants another form of the address: add or remove the slash at its end, or correct the path of 'Base URL' in the credential.",
	},
	proxyLogin: {
		message: 'The proxy requires a login',
		advice: `${CHECK_PROXY} The login is part of its address: http://user:password@host:port.`,
		notSent: true,
		statuses: [407],
	},
	plainHttp: {
		message: "'Base URL' begins with http://, but the service uses HTTPS at this address",
		advice: "Change http:// to https:// in 'Base URL' in the credential.",
	},
	errorInSuccess: {
		message: 'The service rejected the request, although it returned a success status',
		advice: "Read the service's message, and change the fields or query parameters that it names.",
		n8nCause: 'temporarily-unavailable',
	},
	notJson: {
		message: 'The response is not JSON',
		advice: `${CHECK_BASE_URL} A login page or a proxy may have responded instead of the service.`,
		n8nCause: 'temporarily-unavailable',
	},
	tooLarge: {
		message: 'The response is too large to be read',
		advice:
			"If it is a list, set 'Page Size' in the credential under 'List Settings', or filter it with 'Query Parameters' under 'Options'.",
	},

	// There is no response
	cancelled: {
		// n8n recognizes a cancellation by this word, in this spelling.
		message: 'The execution was canceled',
		advice: 'Requests that had already been sent may have gone through.',
		thrown: /ERR_CANCELED|AbortError|CanceledError/,
	},
	addressBlocked: neverSent(
		'n8n does not allow connections to this address',
		'Requests to internal addresses are blocked (SSRF protection). Ask your n8n administrator to allow this address.',
		/ssrf|blocked (address|ip|host|by)/i,
	),
	proxyFailed: {
		message: 'The proxy does not respond',
		advice: CHECK_PROXY,
		again: true,
		notSent: true,
		thrown: /before receiving CONNECT response/,
	},
	hostUnknown: {
		message: "The host in 'Base URL' could not be found",
		advice: `${CHECK_BASE_URL} If it is correct, check the DNS settings of the machine that runs n8n.`,
		again: true,
		notSent: true,
		thrown: /ENOTFOUND|EAI_/,
	},
	connectFailed: {
		message: "Could not connect to 'Base URL'",
		advice: `${CHECK_BASE_URL} If it is correct, the service may be down or a firewall may block the connection.`,
		again: true,
		notSent: true,
		// An open connection can fail with the same codes, but it is never refused.
		thrown: /connect E[A-Z]+|ECONNREFUSED|before secure TLS connection was established/,
	},
	noTls: neverSent(
		"'Base URL' begins with https://, but the service does not use HTTPS at this address",
		"If the service uses HTTP there, change https:// to http:// in 'Base URL' in the credential. Otherwise, correct the port.",
		/wrong.version.number|packet.length.too.long/i,
	),
	oldTls: neverSent(
		'The service only supports an outdated version of TLS, such as 1.0',
		'The operator of the service has to enable TLS 1.2 or newer.',
		/alert.protocol.version|unsupported.protocol|version.too.low/i,
	),
	clientCertificate: neverSent(
		'The service ended the TLS handshake: it may demand a client certificate, which this node cannot send',
		'Ask the operator of the service for access without a client certificate, or let a proxy add it. If none is required, the service only supports encryption that n8n does not.',
		/alert.(handshake.failure|(bad|no).certificate|certificate.required|unknown.ca)/i,
	),
	certificateExpired: neverSent(
		'The certificate of the service has expired',
		'The operator of the service has to renew it. Check the clock of the machine that runs n8n as well.',
		/certificate.has.expired|CERT_HAS_EXPIRED/i,
	),
	certificateNotYetValid: neverSent(
		'The certificate of the service is not valid yet',
		'Check the clock of the machine that runs n8n. If it is right, the operator of the service has to replace the certificate.',
		/not.yet.valid/i,
	),
	certificateWeak: neverSent(
		'The key or the signature of the certificate of the service is too weak',
		'The operator of the service has to replace the certificate.',
		/key.too.(weak|small)|md.too.weak/i,
	),
	certificateOfOtherHost: neverSent(
		"The certificate of the service is for another host than the one in 'Base URL'",
		CHECK_BASE_URL,
		/ALTNAME_INVALID|does not match certificate|unrecognized.name/i,
	),
	certificateUntrusted: neverSent(
		'n8n does not trust the certificate of the service',
		"Check that the host in 'Base URL' in the credential is right. If it is, set NODE_EXTRA_CA_CERTS in n8n to the path of a PEM file with the certificate of its authority, and restart n8n.",
		/certificate|CERT|UNABLE_TO_/i,
	),
	timeout: {
		message: 'The service did not respond in time',
		advice: 'Try again later.',
		again: true,
		statuses: [408],
		thrown: /timeout of \d|ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT/,
	},
	connectionLost: {
		message: 'The connection was lost before the response was complete',
		advice:
			"Try again. If it is lost with every request and 'Base URL' begins with http://, change http:// to https://.",
		again: true,
		thrown:
			/ECONN|EPIPE|EHOSTUNREACH|ENET|EPROTO|ERR_SSL_|ERR_STREAM_|HPE_INVALID_EOF_STATE|\bZ_|socket hang up|aborted|premature close/i,
	},

	// Found by the node itself
	stoppedResponding: {
		message: 'The service stopped responding',
		advice: 'Earlier requests got no response. Try again later.',
		notSent: true,
		n8nCause: 'temporarily-unavailable',
	},
	onHold: {
		message: 'The service asked for a longer wait than two minutes',
		advice: 'Try again after that time.',
		notSent: true,
		n8nCause: 'rate-limited',
	},
	placeholder: {
		message: 'The data contains a placeholder such as [API key hidden]',
		advice:
			'An ID, a field or a parameter contains the text that replaces secrets in outputs. Provide the real value, or leave the field out.',
		notSent: true,
	},
	otherOrigin: {
		message: 'The link to the next page was not followed',
		advice:
			"The API key is only sent to the address in 'Base URL' in the credential. Check that the service links to the same address. If its pages are numbered, set 'Pagination' in the credential under 'List Settings' to 'Page Number'.",
		notSent: true,
	},
	unknown: {
		message: 'The request could not be completed',
		advice: `${CHECK_BASE_URL} Check http:// or https:// and the port, too.`,
		n8nCause: 'temporarily-unavailable',
	},
} as const satisfies Record<string, Cause>;

export type CauseName = keyof typeof causes;

export const causeRow = (name: CauseName): Cause => causes[name];

const rows = Object.entries<Cause>(causes) as Array<[CauseName, Cause]>; // the keys of the table

/** The cause of an error response. */
export function causeOfStatus(status: number): CauseName {
	const row = rows.find(([, { statuses }]) => statuses?.includes(status));
	if (row) return row[0];
	return status < 500 ? 'rejected' : 'serverFault';
}

/** @param text codes and messages, of which the first row that matches decides */
export const causeOfText = (text: string): CauseName =>
	rows.find(([, { thrown }]) => thrown?.test(text))?.[0] ?? 'unknown';
