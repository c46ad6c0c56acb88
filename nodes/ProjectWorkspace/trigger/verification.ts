import type { IWebhookFunctions } from 'n8n-workflow';

import { secretsCache } from './dedupe/processState';
import type { Headers } from './headers';
import { readSecrets, type SigningSecrets } from './signingSecrets';
import type { TriggerOptions } from './triggerOptions';
import { refusals } from './words';
import { verify, type Accepted, type Rejected, type Scheme } from '../signature';

export interface Verified {
	rawBody: Buffer;
	signatureHeader: string;
	accepted: Accepted;
}

export interface Refusal {
	reason: string;
	words: string;
	seen?: Rejected['observed'];
}

/** How long a secret that was taken out of the credential may still pass. */
const KEPT_FOR_MS = 5_000;

/** How soon a delivery that the kept secrets do not fit makes the credential be read again. */
const READ_AGAIN_AFTER_MS = 1_000;

/** How the last accepted delivery of each node was signed: tried first, and nothing else depends on it. */
const knownSchemes = new Map<string, Scheme>();

const MOST_SCHEMES = 1_000;

/** Reads the raw body and checks its signature, before anything looks into it. Fails closed, and never throws. */
export async function verifyRequest(
	context: IWebhookFunctions,
	headers: Headers,
	options: TriggerOptions,
	node: string,
): Promise<Verified | Refusal> {
	const rawBody = await readRawBody(context);
	if (rawBody === undefined) return { reason: 'noBody', words: refusals.noBody };
	const isTest = context.getMode() === 'manual';
	const known = knownSchemes.get(node);
	const judge = (secrets: SigningSecrets) =>
		verify({ rawBody, headers }, { ...secrets, options, now: Date.now(), explain: isTest, known });
	try {
		let { secrets, readAt } = await secretsFor(context, node, isTest ? 0 : KEPT_FOR_MS);
		let verdict = judge(secrets);
		if (!verdict.ok && !isTest && Date.now() - readAt >= READ_AGAIN_AFTER_MS) {
			// The secret may have been changed a moment ago. If it was not, a second check would only cost time.
			const before = JSON.stringify(secrets);
			({ secrets, readAt } = await secretsFor(context, node, READ_AGAIN_AFTER_MS));
			if (JSON.stringify(secrets) !== before) verdict = judge(secrets);
		}
		if (!verdict.ok) {
			return { reason: verdict.reason, words: verdict.message, seen: verdict.observed };
		}
		remember(node, verdict.scheme);
		return { rawBody, signatureHeader: secrets.header, accepted: verdict };
	} catch (error) {
		context.logger.error('The credential of a trigger could not be read', { error });
		return { reason: 'noSettings', words: refusals.noSettings };
	}
}

/** The node that was silent for longest gives way. */
function remember(node: string, scheme: Scheme): void {
	knownSchemes.delete(node);
	const [silent] = knownSchemes.keys();
	if (knownSchemes.size >= MOST_SCHEMES && silent !== undefined) knownSchemes.delete(silent);
	knownSchemes.set(node, scheme);
}

async function secretsFor(context: IWebhookFunctions, node: string, maxAgeMs: number) {
	// Another credential chosen in the node must count at once.
	const credential = context.getNode().credentials?.projectWorkspaceApi?.id ?? '';
	return await secretsCache.get(`${node}:${credential}`, maxAgeMs, Date.now(), async () =>
		readSecrets(await context.getCredentials('projectWorkspaceApi')),
	);
}

/** The bytes as they came; undefined if n8n cannot give them any more (a form with files, a broken connection). */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (request.rawBody === undefined) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}
