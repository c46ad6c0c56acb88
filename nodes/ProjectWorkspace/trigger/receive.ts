import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Accepted } from '../signature/verify';
import type { Headers } from '../signature/relatedHeaders';
import { packDelivery, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin } from './dedupe/inFlight';
import { deliveryKey, type DeliveryIdentity } from './dedupe/key';
import { deliveryDetails } from './details';
import { findEvent, type FoundEvent } from './findEvent';
import { ignored, rejections } from './messages';
import { readOptions, type TriggerOptions } from './options';
import { asItemData, parsePayload } from './payload';
import { readSelectedEvents } from './properties';
import { answerWhenRecorded, ignore, reject, STARTED, type Rejection } from './respond';
import { outputCount, routeOf } from './routing';
import { readSecrets } from './secrets';
import { verifyRequest } from './verifyRequest';

interface Verified {
	options: TriggerOptions;
	selected: string[];
	headers: Headers;
	/** Name of the signature header. */
	signatureHeader: string;
	signature: Accepted;
	rawBody: Buffer;
}

/** How long a repetition waits to see whether the delivery that it repeats is recorded. */
const WAIT_FOR_FIRST_MS = 10_000;

/** One delivery, from its bytes to an answer. It never throws: n8n would answer 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if ('reason' in verified) return reject(context, verified);
	const { options, selected, headers, signature, rawBody } = verified;
	const payload = parsePayload(rawBody);
	const event = findEvent(payload, headers, options.eventField, selected);
	const route = routeOf(event, selected, options);
	if ('ignored' in route) {
		const why = ignored[route.ignored](event?.name ?? '');
		// A selected event never surprises anyone by its absence; one that cannot be told may be missed.
		return ignore(context, why, route.ignored === 'notSelected' ? 'debug' : 'warn');
	}
	const receivedAt = Date.now();
	const { id, ...identity } = deliveryKey({
		...{ rawBody, payload, headers, event, options },
		signedId: signature.id,
		signedTime: signature.timestamp,
	});
	const data = asItemData(payload);
	// What a person sends while testing must always arrive, so it is neither looked up nor recorded.
	const isCounted = options.duplicates !== 'letThrough' && context.getMode() !== 'manual';
	const delivery: AcceptedDelivery = {
		data: options.includeDetails
			? { ...data, _delivery: deliveryDetails({ ...verified, event, id, receivedAt }) }
			: data,
		output: route.output,
		outputs: outputCount(selected, options),
		...(isCounted ? { identity } : {}),
		receivedAt,
		event: event?.name,
		deliveryId: id,
	};
	if (!isCounted) return { workflowData: packDelivery(delivery), webhookResponse: STARTED };
	return await startOnce(context, identity, event, delivery);
}

async function readVerified(context: IWebhookFunctions): Promise<Verified | Rejection> {
	try {
		const options = readOptions(context.getNodeParameter('options', {}));
		const selected = readSelectedEvents(context.getNodeParameter('events', []));
		const headers = readHeaders(context);
		const rawBody = await readRawBody(context);
		if (rawBody === undefined) return { reason: 'noBody', message: rejections.noBody };
		const { verdict, header } = await verifyRequest({
			...{ rawBody, headers, options },
			node: nodeOf(context),
			credentialId: context.getNode().credentials?.projectWorkspaceApi?.id ?? '',
			isTest: context.getMode() === 'manual',
			readSecrets: async () => readSecrets(await context.getCredentials('projectWorkspaceApi')),
		});
		if (!verdict.ok) return verdict;
		return { options, selected, headers, signatureHeader: header, signature: verdict, rawBody };
	} catch (error) {
		return { reason: 'noSettings', message: rejections.noSettings, error };
	}
}

/** Copies of a workflow keep the IDs of its nodes. */
const nodeOf = (context: IWebhookFunctions) =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** Names in lower case, as Node.js gives them. */
function readHeaders(context: IWebhookFunctions): Headers {
	const headers = Object.entries(context.getHeaderData()).filter(
		([, value]) => value !== undefined,
	);
	return Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** The bytes as they came; undefined where n8n cannot give them any more (a form with files, a broken connection). */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (request.rawBody === undefined) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/**
 * Starts an execution, unless this process knows that the delivery has had one. The sender gets its answer when the
 * execution has recorded the delivery: if n8n dies before, there was no answer, and the service may send it again.
 */
async function startOnce(
	context: IWebhookFunctions,
	{ key, countsForMs }: DeliveryIdentity,
	event: FoundEvent | undefined,
	delivery: AcceptedDelivery,
): Promise<IWebhookResponseData> {
	const recentKey = `${nodeOf(context)}:${key}`;
	const first = inFlight.accepted(recentKey, Date.now());
	// In queue mode nothing is recorded here. Until this function returns, n8n keeps a V8 isolate for it, of some 10 MB.
	const left = first && inFlight.executesHere ? WAIT_FOR_FIRST_MS - (Date.now() - first.since) : 0;
	if (first && left > 0) await isRecordedWithin(first, left);
	if (inFlight.isRecorded(recentKey, Date.now(), countsForMs)) {
		if (event?.signed !== false) return ignore(context, ignored.repeated(), 'debug');
		return ignore(context, ignored.repeatedUnderHeader(event.name), 'info');
	}
	const accepted = inFlight.accept(recentKey, Date.now());
	const workflowData = packDelivery({ ...delivery, copy: accepted.copy });
	// In queue mode another process executes, and n8n answers when the execution is in its queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: STARTED };
	void answerWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}
