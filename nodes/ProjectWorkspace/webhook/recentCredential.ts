import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/credential';
import { triggerOf } from './duplicates';

/** How long a secret that was removed from the credential may still be accepted. */
const MAX_AGE_MS = 1_000;

/** The last reading of each trigger. */
const lastRead = new Map<
	string,
	{ credential: Promise<ICredentialDataDecryptedObject>; readAt: number }
>();

/** Reading a credential takes n8n longer than the rest of a delivery, and forged ones must be cheap. */
export async function recentCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	// With the credential's ID, so that another credential takes effect at once.
	const owner = `${triggerOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const now = performance.now();
	const last = lastRead.get(owner);
	if (last && now - last.readAt < MAX_AGE_MS) return await last.credential;

	// A promise, so that deliveries that arrive together read it once.
	const credential = context.getCredentials(CREDENTIAL);
	lastRead.set(owner, { credential, readAt: now });
	credential.catch(() => lastRead.delete(owner));
	return await credential;
}
