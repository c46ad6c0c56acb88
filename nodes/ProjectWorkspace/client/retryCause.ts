import type { CauseName } from './causes';
import type { Cause } from './retry/policy';
import { isQuotaRefusal } from './retry/quotaRefusal';
import type { Failure } from './types';

/** Statuses by which something between here and the service says that it got no answer (RFC 9110, section 15.6). */
const GATEWAY_STATUSES: Readonly<Record<number, Cause>> = {
	502: 'badGateway',
	503: 'unavailable',
	504: 'gatewayTimeout',
};

const WITHOUT_AN_ANSWER: Partial<Record<CauseName, Cause>> = {
	hostUnknown: 'connectionRefused',
	connectionRefused: 'connectionRefused',
	connectionLost: 'connectionLost',
	timeout: 'timeout',
	cutJson: 'cutAnswer',
};

/** Under which line of the retry policy a failure falls. */
export function retryCauseOf(
	{ cause, status, code, serviceMessage }: Failure,
	remaining: number | undefined,
): Cause {
	if (status !== undefined && status >= 300) {
		const words = [code, serviceMessage].join(' ');
		if (isQuotaRefusal({ status, remaining, words })) return 'quotaRefused';
		return GATEWAY_STATUSES[status] ?? 'other';
	}
	return WITHOUT_AN_ANSWER[cause] ?? 'other';
}
