import type { KeyWish } from '../control/schema.ts';
import type { ApiKey } from '../store/keys.ts';
import type { Call } from './call.ts';
import { Refusal } from './conditions.ts';
import type { Parts } from '../parts.ts';
import type { QuotaRule } from './quota.ts';

/** Requests a minute on each plan (part 8). An account without API access is shown the smaller number. */
const planLimits: Record<KeyWish['plan'], number> = { pro: 1_000, enterprise: 10_000, none: 1_000 };

/** The key of a request, valid or not. */
function sentKey(call: Call): string | undefined {
	return /^Bearer +(\S+) *$/i.exec(call.authorization ?? '')?.[1];
}

/** The entry of the key of a request, if it is valid. */
export function keyOf(parts: Parts, call: Call): ApiKey | undefined {
	const sent = sentKey(call);
	return sent === undefined ? undefined : parts.keys.find(sent);
}

/** Returns the entry of the key, or rejects the request. */
export function admit(call: Call, key: ApiKey | undefined): ApiKey {
	if (sentKey(call) === undefined) {
		throw new Refusal(
			'missingKey',
			'No API key was sent: the Authorization header must read "Bearer <API key>"',
		);
	}
	if (!key) throw new Refusal('invalidKey', 'The API key is unknown or was revoked');
	if (key.plan === 'none') {
		throw new Refusal('planRequired', 'API access requires the Pro or Enterprise plan');
	}
	return key;
}

/** Counts the request and returns how many are left, or rejects it. */
export function spend(parts: Parts, key: ApiKey): number {
	const settings = parts.settings.current.quota;
	const now = parts.clock.now();
	const state = parts.quota.of(key.id, settings.mode).take(now, ruleFor(parts, key.plan));
	if (state.allowed) return state.remaining;
	const headers: Record<string, string> = {};
	const seconds = Math.max(1, Math.ceil(state.waitMs / 1000));
	if (settings.retryAfter === 'seconds') headers['Retry-After'] = String(seconds);
	if (settings.retryAfter === 'date') {
		// A date has no parts of a second, so it is rounded up.
		const at = Math.ceil((now + state.waitMs) / 1000) * 1000;
		headers['Retry-After'] = new Date(at).toUTCString();
	}
	throw new Refusal('quotaExceeded', 'The quota of requests for this minute is used up', headers);
}

/**
 * What is left without counting. The header is on every response, but the specification does not say what it holds
 * for a caller without a valid key: the sandbox shows the untouched quota.
 */
export function left(parts: Parts, key: ApiKey | undefined): number {
	const rule = ruleFor(parts, key?.plan ?? 'none');
	if (!key || key.plan === 'none') return rule.limit;
	return parts.quota.of(key.id, parts.settings.current.quota.mode).peek(parts.clock.now(), rule);
}

function ruleFor(parts: Parts, plan: KeyWish['plan']): QuotaRule {
	const { limit, windowMs } = parts.settings.current.quota;
	return { limit: limit ?? planLimits[plan], windowMs };
}
