import type { Cause } from './policy';

/** Statuses that say something about the way to the service (RFC 9110, section 15.6). */
const STATUSES: Readonly<Record<number, Cause>> = {
	502: 'badGateway',
	503: 'unavailable',
	504: 'gatewayTimeout',
};

/**
 * Codes of failed connections: Node's own (`errors.html#common-system-errors`), the resolver's, axios's
 * (n8n's request helper) and undici's.
 */
const CODES: Readonly<Record<string, Cause>> = {
	ECONNREFUSED: 'connectionRefused',
	ENOTFOUND: 'connectionRefused',
	EAI_AGAIN: 'connectionRefused',
	EHOSTUNREACH: 'connectionRefused',
	ENETUNREACH: 'connectionRefused',
	UND_ERR_CONNECT_TIMEOUT: 'connectionRefused',
	ECONNRESET: 'connectionLost',
	EPIPE: 'connectionLost',
	UND_ERR_SOCKET: 'connectionLost',
	ETIMEDOUT: 'timeout',
	ESOCKETTIMEDOUT: 'timeout',
	ECONNABORTED: 'timeout',
	UND_ERR_HEADERS_TIMEOUT: 'timeout',
	UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** What is known of an attempt that brought no usable answer. */
export interface Failure {
	status?: number;
	code?: string;
	/** The failed system call, where Node names it. */
	syscall?: string;
	message?: string;
}

export function causeOf({ status, code, syscall, message = '' }: Failure): Cause {
	if (status !== undefined) return STATUSES[status] ?? 'other';
	// A time-out while connecting: no request had gone out.
	if (code === 'ETIMEDOUT' && syscall === 'connect') return 'connectionRefused';
	if (code !== undefined && CODES[code] !== undefined) return CODES[code];
	if (/socket hang up/i.test(message)) return 'connectionLost';
	if (/\btime(d)?[- ]?out\b/i.test(message)) return 'timeout';
	return 'other';
}
