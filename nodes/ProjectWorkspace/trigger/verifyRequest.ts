import type { Redact } from '../client/redact';
import type { Scheme } from '../signature/search';
import { verify, type Delivery, type Verdict } from '../signature/verify';
import { BoundedMap } from './boundedMap';
import type { TriggerOptions } from './options';
import { SecretsCache, type Secrets } from './secrets';

interface SignedRequest extends Delivery {
	options: TriggerOptions;
	node: string;
	/** Another one that is chosen must count at once. */
	credentialId: string;
	/** A person is watching: the credential is read anew, and a rejection looks for its cause. */
	isTest: boolean;
	url: string;
	/** How a delivery was signed before n8n was started. */
	known?: Scheme;
	readSecrets: () => Promise<Secrets>;
}

/** How long a secret that was taken out of the credential may still pass. */
const KEPT_FOR_MS = 5_000;
/** How soon a delivery that the kept secrets do not fit makes the credential be read again. */
const READ_AGAIN_AFTER_MS = 1_000;

const secretsCache = new SecretsCache();

/** How the last accepted delivery of each node was signed: tried first, and nothing else depends on it. */
const knownSchemes = new BoundedMap<Scheme>(1_000);

/** Checks the signature before anything looks into the body. It throws if the credential cannot be read. */
export async function verifyRequest(
	request: SignedRequest,
): Promise<{ verdict: Verdict; hide: Redact }> {
	const { rawBody, headers, options, node, isTest, url } = request;
	const known = knownSchemes.get(node) ?? request.known;
	const explain = isTest ? { url } : undefined;
	const judge = (secrets: Secrets): Verdict =>
		verify({ rawBody, headers }, { ...secrets, options, now: Date.now(), explain, known });
	const { secrets, readAt } = await secretsFor(request, isTest ? 0 : KEPT_FOR_MS);
	let { hide } = secrets;
	let verdict = judge(secrets);
	if (!verdict.ok && !isTest && Date.now() - readAt >= READ_AGAIN_AFTER_MS) {
		// The secret may have been changed a moment ago. If it was not, a second check would only cost time.
		const { secrets: current } = await secretsFor(request, READ_AGAIN_AFTER_MS);
		if (JSON.stringify(current) !== JSON.stringify(secrets)) verdict = judge(current);
		({ hide } = current);
	}
	if (verdict.ok) knownSchemes.set(node, verdict.scheme);
	return { verdict, hide };
}

const secretsFor = ({ node, credentialId, readSecrets }: SignedRequest, maxAgeMs: number) =>
	secretsCache.get(`${node}:${credentialId}`, maxAgeMs, Date.now(), readSecrets);
