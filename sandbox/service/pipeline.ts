import { pause } from '../clock.ts';
import type { ApiKey } from '../store/keys.ts';
import { requireKey, keyOf, remainingFor, countRequest } from './access.ts';
import { actions } from './actions.ts';
import type { ServiceResponse } from './response.ts';
import type { Call } from './call.ts';
import { conditions, Rejection } from './conditions.ts';
import type { Endpoint } from './endpoints.ts';
import type { Parts } from '../parts.ts';

const REMAINING = 'X-RateLimit-Remaining';

/** What every API request goes through: faults, key, plan, quota, the operation itself, and faults again. */
export async function serve(
	parts: Parts,
	call: Call,
	endpoint: Endpoint | undefined,
): Promise<ServiceResponse> {
	const key = keyOf(parts, call);
	const faulty = await parts.faults.responseFor('before', call);
	if (faulty) return withRemaining(parts, key, faulty);
	const response = await attempt(parts, call, key, endpoint);
	return withRemaining(parts, key, (await parts.faults.responseFor('after', call)) ?? response);
}

async function attempt(
	parts: Parts,
	call: Call,
	key: ApiKey | undefined,
	endpoint: Endpoint | undefined,
): Promise<ServiceResponse> {
	try {
		// The value right after this request was counted, not after later ones.
		const remaining = countRequest(parts, requireKey(call, key));
		await pause(parts.clock, parts.settings.current.latencyMs);
		const response = act(parts, call, endpoint);
		response.headers[REMAINING] = String(remaining);
		return response;
	} catch (error) {
		return errorResponse(error);
	}
}

/** A request that the operation rejects counts as well. */
function act(parts: Parts, call: Call, endpoint: Endpoint | undefined): ServiceResponse {
	try {
		if (!endpoint) {
			throw new Rejection('unknownRoute', `There is no ${call.method} ${call.path}`);
		}
		return actions[endpoint.action](parts, call, endpoint.kind);
	} catch (error) {
		return errorResponse(error);
	}
}

/** The documented error body (part 7). */
export function errorResponse(error: unknown): ServiceResponse {
	const rejection =
		error instanceof Rejection
			? error
			: new Rejection('serverError', error instanceof Error ? error.message : String(error));
	const { status, code } = conditions[rejection.condition];
	return {
		status,
		headers: { ...rejection.headers },
		body: { error: { code, message: rejection.message } },
	};
}

export function withRemaining(
	parts: Parts,
	key: ApiKey | undefined,
	response: ServiceResponse,
): ServiceResponse {
	return {
		...response,
		headers: { [REMAINING]: String(remainingFor(parts, key)), ...response.headers },
	};
}
