import type { Scheme } from '../signature/search';
import { verify, type Delivery } from '../signature/verify';
import { BoundedMap } from './boundedMap';
import type { TriggerOptions } from './properties';
import type { Secrets } from './secrets';

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 5_000;
/** If a signature does not match, the credential is read again after this time: a new secret may have been entered. */
const MISMATCH_MAX_AGE_MS = 1_000;

/**
 * Reading a credential takes n8n longer than the rest of a delivery (2.41 creates a V8 isolate for it), and forged
 * deliveries must be cheap. Promises, so that deliveries that arrive together read it once.
 */
const secretsCache = new BoundedMap<{ secrets: Promise<Secrets>; readAt: number }>(500);

/** How the last accepted delivery of each node was signed. It is tried first. */
const knownSchemes = new BoundedMap<Scheme>(1_000);

/**
 * Checks the signature before anything looks into the body.
 * @throws if the credential cannot be read
 */
export async function verifyRequest(
	request: Delivery & {
		options: TriggerOptions;
		node: string;
		/** So that another credential takes effect at once. */
		credentialId: string;
		/** In the editor, the credential is read each time, and a rejection looks for its cause. */
		isTest: boolean;
		url: string;
		/** How the last delivery before a restart of n8n was signed. */
		known?: Scheme;
		readSecrets: () => Promise<Secrets>;
	},
) {
	const { options, node, isTest, url } = request;
	const known = knownSchemes.get(node) ?? request.known;
	const explain = isTest ? { url } : undefined;
	const verifyWith = (secrets: Secrets) =>
		verify(request, { ...secrets, options, now: Date.now(), explain, known });
	const secretsNoOlderThan = async (maxAgeMs: number) => {
		const owner = `${node}:${request.credentialId}`;
		let cached = secretsCache.get(owner);
		if (!cached || Date.now() - cached.readAt >= maxAgeMs) {
			cached = { secrets: request.readSecrets(), readAt: Date.now() };
			secretsCache.set(owner, cached);
			cached.secrets.catch(() => secretsCache.delete(owner));
		}
		return { secrets: await cached.secrets, readAt: cached.readAt };
	};

	const { secrets, readAt } = await secretsNoOlderThan(isTest ? 0 : MAX_AGE_MS);
	let { hide } = secrets;
	let verdict = verifyWith(secrets);
	if (!verdict.ok && !isTest && Date.now() - readAt >= MISMATCH_MAX_AGE_MS) {
		const { secrets: current } = await secretsNoOlderThan(MISMATCH_MAX_AGE_MS);
		if (JSON.stringify(current) !== JSON.stringify(secrets)) verdict = verifyWith(current);
		({ hide } = current);
	}
	if (verdict.ok) knownSchemes.set(node, verdict.scheme);
	return { verdict, hide };
}
