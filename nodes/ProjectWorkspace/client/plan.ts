import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** Requests a minute, by the service's documentation, part 8. */
const PLANS: Readonly<Record<string, number>> = { pro: 1_000, enterprise: 10_000 };

const SMALLEST_PLAN = 1_000;

/** What the credential says of the quota; the smaller plan where it says nothing that can be used. */
export function requestsPerMinute({
	plan,
	requestsPerMinute: own,
}: ICredentialDataDecryptedObject): number {
	if (plan === 'custom') return Number(own) >= 1 ? Math.floor(Number(own)) : SMALLEST_PLAN;
	return PLANS[String(plan)] ?? SMALLEST_PLAN;
}
