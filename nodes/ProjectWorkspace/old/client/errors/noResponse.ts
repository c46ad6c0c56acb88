import { CHECK_ADDRESS, CHECK_FIRST, type ErrorRow } from './row';

const TRUST_IT =
	"Check that the host in 'Base URL' in the credential is right. If it is, set NODE_EXTRA_CA_CERTS in n8n to the path of a PEM file with the certificate (or that of its authority), and restart n8n.";

/** The connection failed, or there was none: `code` and `messagePattern` say which. */
export const noResponse = {
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
} as const satisfies Record<string, ErrorRow>;
