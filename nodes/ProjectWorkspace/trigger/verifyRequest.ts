import type { Redact } from '../client/redact';
import type { Scheme } from '../signature/search';
import { verify, type Delivery, type Verdict } from '../signature/verify';
import { BoundedMap } from './boundedMap';
import type { TriggerOptions } from './properties';
import type { Secrets } from './secrets';

interface SignedRequest extends Delivery {
	options: TriggerOptions;
	node: string;
	/** So that another credential counts at once. */
	credentialId: string;
	/** In the editor the credential is read each time, and a rejection looks for its cause. */
	isTest: boolean;
	url: string;
	/** The layout that was saved before n8n was restarted. */
	known?: Scheme;
	readSecrets: () => Promise<Secrets>;
}

/** How long a secret that was removed from the credential may still pass. */
const MAX_AGE_MS = 5_000;
/** How soon a delivery that does not match the cached secrets makes the credential be read again. */
const MISMATCH_MAX_AGE_MS = 1_000;

/**
 * Reading a credential costs n8n more than the rest of a delivery (2.41 makes a V8 isolate for it), and forged deliveries
 * must be cheap. Promises, so that deliveries that arrive together read it once.
 */
const secretsCache = new BoundedMap<{ secrets: Promise<Secrets>; readAt: number }>(500);

/** How the last accepted delivery of each node was signed: it is tried first. */
const knownSchemes = new BoundedMap<Scheme>(1_000);

/**
 * Checks the signature before anything looks into the body.
 * @throws if the credential cannot be read
 */
export async function verifyRequest(
	request: SignedRequest,
): Promise<{ verdict: Verdict; hide: Redact }> {
	const { rawBody, headers, options, node, isTest, url } = request;
	const known = knownSchemes.get(node) ?? request.known;
	const explain = isTest ? { url } : undefined;
	const judge = (secrets: Secrets): Verdict =>
		verify({ rawBody, headers }, { ...secrets, options, now: Date.now(), explain, known });
	const { secrets, readAt } = await secretsFor(request, isTest ? 0 : MAX_AGE_MS);
	let { hide } = secrets;
	let verdict = judge(secrets);
	if (!verdict.ok && !isTest && Date.now() - readAt >= MISMATCH_MAX_AGE_MS) {
		const { secrets: current } = await secretsFor(request, MISMATCH_MAX_AGE_MS);
		if (JSON.stringify(current) !== JSON.stringify(secrets)) verdict = judge(current);
		({ hide } = current);
	}
	if (verdict.ok) knownSchemes.set(node, verdict.scheme);
	return { verdict, hide };
}

async function secretsFor(
	{ node, credentialId, readSecrets }: SignedRequest,
	maxAgeMs: number,
): Promise<{ secrets: Secrets; readAt: number }> {
	const owner = `${node}:${credentialId}`;
	let cached = secretsCache.get(owner);
	if (!cached || Date.now() - cached.readAt >= maxAgeMs) {
		cached = { secrets: readSecrets(), readAt: Date.now() };
		secretsCache.set(owner, cached);
		cached.secrets.catch(() => secretsCache.delete(owner));
	}
	return { secrets: await cached.secrets, readAt: cached.readAt };
}
