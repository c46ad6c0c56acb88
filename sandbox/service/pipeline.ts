import { pause } from '../clock.ts';
import type { ApiKey } from '../store/keys.ts';
import { admit, keyOf, left, spend } from './access.ts';
import { actions } from './actions.ts';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { Refusal } from './conditions.ts';
import type { Endpoint } from './endpoints.ts';
import type { Parts } from '../parts.ts';

export const REMAINING = 'X-RateLimit-Remaining';

/** What every API request goes through: faults, key, plan, quota, the operation itself, and faults again. */
export async function serve(
	parts: Parts,
	call: Call,
	endpoint: Endpoint | undefined,
): Promise<Answer> {
	const key = keyOf(parts, call);
	const faulty = await parts.faults.before(call);
	if (faulty) return withRemaining(parts, key, faulty);
	const answer = await attempt(parts, call, key, endpoint);
	return withRemaining(parts, key, await parts.faults.after(call, answer));
}

async function attempt(
	parts: Parts,
	call: Call,
	key: ApiKey | undefined,
	endpoint: Endpoint | undefined,
): Promise<Answer> {
	try {
		// The value right after this request was counted, not after later ones.
		const remaining = spend(parts, admit(call, key));
		await pause(parts.clock, parts.settings.current.latencyMs);
		const answer = act(parts, call, endpoint);
		answer.headers[REMAINING] = String(remaining);
		return answer;
	} catch (error) {
		return refused(parts, error);
	}
}

/** A request that the operation rejects counts as well. */
function act(parts: Parts, call: Call, endpoint: Endpoint | undefined): Answer {
	try {
		if (!endpoint) {
			throw new Refusal('unknownRoute', `There is no ${call.method} ${call.path}`);
		}
		return actions[endpoint.action](parts, call, endpoint.kind);
	} catch (error) {
		return refused(parts, error);
	}
}

/** The documented error body (part 7). */
export function refused(parts: Parts, error: unknown): Answer {
	const refusal =
		error instanceof Refusal
			? error
			: new Refusal('serverError', error instanceof Error ? error.message : String(error));
	const { status, code } = parts.settings.current.errors[refusal.condition];
	return {
		status,
		headers: { ...refusal.headers },
		body: { error: { code, message: refusal.message } },
	};
}

export function withRemaining(parts: Parts, key: ApiKey | undefined, answer: Answer): Answer {
	const headers: Record<string, string> = {
		[REMAINING]: String(left(parts, key)),
		...answer.headers,
	};
	if (!parts.settings.current.quota.header) delete headers[REMAINING];
	return { ...answer, headers };
}
