import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { cleanApiKey, cleanSecret, CREDENTIAL } from '../client/connection';
import { readHeaders } from '../client/headers';
import { redactorOf, type Redactor } from '../client/redact';
import { logLine } from '../texts';
import { readFilter } from '../parameters/filters';
import { triggerReader } from '../parameters/reader';
import type { RecordFilter } from '../records/filter';
import { isEmpty, sha256 } from '../records/value';
import { ok, reject, type Problem, type Result } from '../result';
import { isUsableSecret } from '../signature/encodings';
import { readFormat } from '../signature/format';
import type { DeliveryHeaders } from '../signature/deliveryHeaders';
import type { Reason } from '../signature/messages';
import { verify, type Scheme } from '../signature/verify';
import { labelOf, nodeOf } from './dedupe/execute';
import type { SignedDelivery } from './dedupe/key';
import { rejections, tooLarge } from './messages';
import { parsePayload } from './names';
import { readTriggerOptions, readSelectedEvents } from './options';

/** How long a secret that was removed from the credential may still be accepted, and a new one rejected. */
const MAX_AGE_MS = 1_000;

/**
 * Reading a credential takes n8n longer than the rest of a delivery (2.41 creates a V8 isolate for it), and forged
 * deliveries must be cheap. Promises, so that deliveries that arrive together read it once.
 */
const secretsCache = new Map<
	string,
	{ secrets: Promise<ReturnType<typeof readSecrets>>; readAt: number }
>();

/** How the last accepted delivery of each node was signed. It is tried first. */
const knownSchemes = new Map<string, Scheme>();

/** A verified delivery, and the settings for it. */
export interface Verified extends SignedDelivery {
	/** As JSON, or as text if it is none. */
	payload: unknown;
	/** Names of events. */
	selected: string[];
	filter?: RecordFilter;
	/** Sent to the test URL. */
	isTest: boolean;
	hide: Redactor;
}

export interface Rejection {
	reason: Reason | 'badSettings' | 'noSettings' | 'noBody' | 'tooLarge';
	message: string;
	error?: unknown;
}

export async function readVerified(
	context: IWebhookFunctions,
): Promise<Result<Verified, Rejection>> {
	try {
		const options = readTriggerOptions(context.getNodeParameter('options', {}));
		if (!options.ok) return badSettings(options.problem);
		const selected = readSelectedEvents(context.getNodeParameter('events', []));
		const rawBody = await readRawBody(context);
		if (!rawBody) return reject({ reason: 'noBody', message: rejections.noBody });
		const headers: DeliveryHeaders = context.getHeaderData();
		const { header, secrets, format, hide } = await secretsFor(context);
		if (!format.ok) return badSettings(format.problem);
		const node = nodeOf(context);
		const known = knownSchemes.get(node);
		const settings = { header, secrets, format: format.value, now: Date.now(), known };
		const signature = verify({ rawBody, headers }, settings);
		if (!signature.ok) {
			const { reason, message } = signature.problem;
			return reject({ reason, message: hide.inMessages(message) });
		}
		const { scheme, id, timestamp, description } = signature.value;
		if (description !== undefined) {
			const text = `${labelOf(context)}: ${hide.inMessages(description)}`;
			logLine((line) => context.logger.info(line), `${node}:format`, text);
		}
		knownSchemes.set(node, scheme);
		// Only now, as a filter may have expressions, which take n8n long.
		const hasFilter = !isEmpty(context.getNodeParameter('filters.filter', []));
		const filter = hasFilter ? readFilter(triggerReader(context), true) : ok(undefined);
		if (!filter.ok) return badSettings(filter.problem);
		const payload = parsePayload(rawBody);
		if (!payload.ok) return reject({ reason: 'tooLarge', message: tooLarge(payload.problem) });
		return ok({
			bodyHash: sha256(rawBody),
			payload: payload.value,
			headers,
			signature: { id, timestamp },
			signedIdHeader: format.value.idHeader,
			options: options.value,
			selected,
			filter: filter.value,
			isTest: context.getMode() === 'manual',
			hide,
		});
	} catch (error) {
		return reject({ reason: 'noSettings', message: rejections.noSettings, error });
	}
}

const badSettings = ({ message, description }: Problem) =>
	reject({ reason: 'badSettings' as const, message: `${message}. ${description}` });

/** The received bytes; undefined if n8n no longer has them (a form with files, a broken connection). */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (request.rawBody === undefined) await request.readRawBody().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

async function secretsFor(context: IWebhookFunctions) {
	// With the credential's ID, so that another credential takes effect at once.
	const owner = `${nodeOf(context)}:${context.getNode().credentials?.[CREDENTIAL]?.id}`;
	const cached = secretsCache.get(owner);
	if (cached && Date.now() - cached.readAt < MAX_AGE_MS) return await cached.secrets;
	const secrets = context.getCredentials(CREDENTIAL).then(readSecrets);
	const now = Date.now();
	// A redactor keeps more than a megabyte of compiled patterns.
	for (const [other, { readAt }] of secretsCache)
		if (now - readAt >= MAX_AGE_MS) secretsCache.delete(other);
	secretsCache.set(owner, { secrets, readAt: now });
	secrets.catch(() => secretsCache.delete(owner));
	return await secrets;
}

/** The current secret first, then the previous one. */
const FIELDS = [
	['signingSecret', 'Signing Secret'],
	['previousSigningSecret', 'Previous Signing Secret'],
] as const;

const DEFAULT_HEADER = 'X-Service-Signature';

/** The credential's fields about signatures. */
export function readSecrets(credential: ICredentialDataDecryptedObject) {
	const pasted = (name: string) => String(credential[name] ?? '').trim();
	const secretIn = (name: string) => cleanSecret(pasted(name));
	const secrets = FIELDS.map(([name]) => secretIn(name)).filter((secret) => secret !== '');
	/** The label of a field with a value that is no secret, such as `whsec_` alone: anyone could sign with it. */
	const [, unusable] =
		FIELDS.find(([name]) => pasted(name) !== '' && !isUsableSecret(secretIn(name))) ?? [];
	const apiKey = cleanApiKey(String(credential.apiKey ?? ''));
	const read = readHeaders(credential.headers ?? {}, 'credential');
	const headers = read.ok ? read.value : {};
	const hide = redactorOf({ apiKey, headers, signingSecrets: secrets });
	const [name = ''] = cleanSecret(pasted('signatureHeader')).split(':', 1);
	const header = name.trim() || DEFAULT_HEADER;
	return { header, secrets, unusable, format: readFormat(credential.signature), hide };
}
