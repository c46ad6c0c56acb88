import type { KeyInput } from '../control/schema.ts';
import type { ApiKey } from '../store/keys.ts';
import type { Call } from './call.ts';
import { Rejection } from './conditions.ts';
import type { Parts } from '../parts.ts';
import type { QuotaRule } from './quota.ts';

/** Requests a minute on each plan (part 8). Without API access, the smaller number is sent. */
const planLimits: Record<KeyInput['plan'], number> = {
	pro: 1_000,
	enterprise: 10_000,
	none: 1_000,
};

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
export function requireKey(call: Call, key: ApiKey | undefined): ApiKey {
	if (sentKey(call) === undefined) {
		throw new Rejection(
			'missingKey',
			'No API key was sent: the Authorization header must read "Bearer <API key>"',
		);
	}
	if (!key) throw new Rejection('invalidKey', 'The API key is unknown or was revoked');
	if (key.plan === 'none') {
		throw new Rejection('planRequired', 'API access requires the Pro or Enterprise plan');
	}
	return key;
}

/** Counts the request and returns how many remain, or rejects it. */
export function countRequest(parts: Parts, key: ApiKey): number {
	const settings = parts.settings.current.quota;
	const now = parts.clock.now();
	const state = parts.quota.of(key.id, settings.mode).take(now, ruleFor(parts, key.plan));
	if (state.allowed) return state.remaining;
	const seconds = Math.max(1, Math.ceil(state.waitMs / 1000));
	const headers = settings.retryAfter ? { 'Retry-After': String(seconds) } : undefined;
	throw new Rejection('quotaExceeded', 'The rate limit is used up', headers);
}

/**
 * The remaining requests, without counting one. Every response has the header, but the specification does not say what
 * it is without a valid key: the sandbox sends the full rate limit.
 */
export function remainingFor(parts: Parts, key: ApiKey | undefined): number {
	const rule = ruleFor(parts, key?.plan ?? 'none');
	if (!key || key.plan === 'none') return rule.limit;
	return parts.quota.of(key.id, parts.settings.current.quota.mode).peek(parts.clock.now(), rule);
}

function ruleFor(parts: Parts, plan: KeyInput['plan']): QuotaRule {
	const { limit, windowMs } = parts.settings.current.quota;
	return { limit: limit ?? planLimits[plan], windowMs };
}
