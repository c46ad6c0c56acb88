import { isObject } from '../records/json';

/**
 * Did the service find the request itself invalid, as it may an unknown parameter? The status stands
 * under different names in n8n's errors (`httpCode`) and in those of its HTTP library.
 */
export function isInvalidRequest(cause: unknown): boolean {
	if (!isObject(cause)) return false;
	const response = isObject(cause.response) ? cause.response : {};
	const statuses = [cause.httpCode, cause.status, cause.statusCode, response.status];
	return statuses.some(
		(status) => status === 400 || status === 422 || status === '400' || status === '422',
	);
}
