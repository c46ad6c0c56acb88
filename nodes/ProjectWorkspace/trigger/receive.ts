import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { Headers } from '../signature/signedValues';
import type { Scheme } from '../signature/search';
import { BoundedMap } from './boundedMap';
import { packDelivery, SCHEME_FIELD, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { identify } from './dedupe/key';
import { outputCount, outputFor } from './events';
import { found, ignored, NOT_CHECKED, NOT_STARTED, REJECTED, rejections } from './messages';
import { asItemData, deliveryDetails, parsePayload } from './payload';
import { readOptions, readSelectedEvents } from './properties';
import { readSecrets, verifyRequest } from './verifyRequest';
import { entriesOf, findEvent } from './whichEvent';

type Verified = NonNullable<Awaited<ReturnType<typeof readVerified>>['verified']>;

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { verified, rejection } = await readVerified(context);
	if (!verified) return reject(context, rejection);
	const { options, selected, signature, isTest } = verified;
	const payload = parsePayload(verified.hide(verified.rawBody.toString()));
	const events = readEvents(payload, verified);
	const note = [...new Set(events.map((each) => each.note))].slice(0, 3).join(' ');
	const delivery: AcceptedDelivery = {
		events: startingEvents(payload, events, verified),
		outputs: outputCount(selected, options),
		receivedAt: Date.now(),
		scheme: signature.scheme,
		...(isTest ? { note } : {}),
	};
	if (delivery.events.length === 0) {
		// A documented event that is not selected is normal. One that is not recognized may be a wrong setting.
		const isExpected = events.every(({ event }) => event?.documented);
		return acknowledge(context, note, isExpected ? 'debug' : 'warn');
	}
	// Test events must always arrive, so they are neither looked up nor recorded.
	if (options.duplicates === 'letThrough' || isTest) {
		return { workflowData: packDelivery(delivery), webhookResponse: started(delivery.note) };
	}
	return await startOnce(context, delivery);
}

/** A verified delivery with the settings for it, or why it is rejected. */
async function readVerified(context: IWebhookFunctions) {
	try {
		const options = readOptions(context.getNodeParameter('options', {}));
		const selected = readSelectedEvents(context.getNodeParameter('events', []));
		const headers = readHeaders(context);
		const rawBody = await readRawBody(context);
		if (!rawBody) return { rejection: { reason: 'noBody', message: rejections.noBody } };
		const isTest = context.getMode() === 'manual';
		const { verdict, hide } = await verifyRequest({
			rawBody,
			headers,
			options,
			isTest,
			node: nodeOf(context),
			credentialId: context.getNode().credentials?.projectWorkspaceApi?.id ?? '',
			url: context.getNodeWebhookUrl('default') ?? '',
			known: context.getWorkflowStaticData('node')[SCHEME_FIELD] as Scheme | undefined, // by `execute`
			readSecrets: async () => readSecrets(await context.getCredentials('projectWorkspaceApi')),
		});
		if (!verdict.ok) return { rejection: verdict };
		return { verified: { options, selected, headers, signature: verdict, rawBody, hide, isTest } };
	} catch (error) {
		const { noSettings: message } = rejections;
		return { rejection: { reason: 'noSettings', message, isOwnFault: true, error } };
	}
}

/** With the workflow's ID, as a copied workflow keeps the IDs of its nodes. */
const nodeOf = (context: IWebhookFunctions) =>
	`${context.getWorkflow().id}:${context.getNode().id}`;

/** With names in lower case, as in Node.js. */
function readHeaders(context: IWebhookFunctions): Headers {
	const headers = Object.entries(context.getHeaderData());
	return Object.fromEntries(
		headers.flatMap(([name, value]) =>
			value === undefined ? [] : [[name, [value].flat().join(', ')]],
		),
	);
}

/** The received bytes; undefined if n8n no longer has them (a form with files, a broken connection). */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	try {
		if (request.rawBody === undefined) await request.readRawBody();
	} catch {
		return undefined;
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The event of a payload, or each event of a batch. If an entry contains a name, headers are not used. */
function readEvents(payload: unknown, { headers, options, selected }: Verified) {
	const { eventField } = options;
	const entries = entriesOf(payload, eventField);
	const isNamed = entries?.some((entry) => findEvent(entry, {}, eventField));
	return (entries ?? [payload]).map((own, place) => {
		const event = findEvent(own, isNamed ? {} : headers, eventField);
		const output = outputFor(event, selected, options);
		const message = typeof output === 'number' ? found : ignored[output];
		const note = message(event?.name ?? '', event?.where ?? '');
		return { event, output, note, own, entry: entries && { payload: own, place } };
	});
}

/** The events that start the workflow. */
function startingEvents(
	payload: unknown,
	events: ReturnType<typeof readEvents>,
	{ options, headers, signature, rawBody, hide }: Verified,
): AcceptedDelivery['events'] {
	const bodyHash = createHash('sha256').update(rawBody).digest('hex');
	const { timestamp: signedTime, id: signedId } = signature;
	return events.flatMap(({ output, event: { name: event } = {}, own, entry }) => {
		if (typeof output !== 'number') return [];
		const input = { bodyHash, payload, entry, headers, options, event, signedTime, signedId };
		const identity = identify(input);
		const details = { ...input, hide, id: identity.id, receivedAt: Date.now() };
		const _delivery = options.includeDetails ? { _delivery: deliveryDetails(details) } : {};
		return { ...identity, event, output, data: { ...asItemData(own), ..._delivery } };
	});
}

/** How long a repetition waits until the first delivery is recorded. */
const MAX_WAIT_FOR_FIRST_MS = 10_000;

/**
 * Starts an execution, unless this process knows that the delivery already had one. The node responds when the execution
 * has recorded the delivery: if n8n stops before that, the service can send it again.
 */
async function startOnce(
	context: IWebhookFunctions,
	delivery: AcceptedDelivery,
): Promise<IWebhookResponseData> {
	const node = nodeOf(context);
	const keys = delivery.events.map((event) => event.keys);
	const first = inFlight.accepted(node, keys.flat(), Date.now());
	// Not in queue mode, where nothing is recorded here. While this waits, n8n keeps a V8 isolate of about 10 MB.
	const waitMs =
		first && inFlight.executesHere ? MAX_WAIT_FOR_FIRST_MS - (Date.now() - first.since) : 0;
	if (first && waitMs > 0) await isRecordedWithin(first, waitMs);
	if (delivery.events.every((event) => inFlight.isRecorded(node, event.keys, Date.now()))) {
		return acknowledge(context, ignored.repeated(), 'debug');
	}
	const accepted = inFlight.accept(node, keys, Date.now());
	const { copy, original } = accepted;
	const workflowData = packDelivery({ ...delivery, isCounted: true, copy, original });
	// In queue mode another process executes, and n8n responds when the execution is in the queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: started() };
	void respondWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}

/** Few senders wait longer. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** @param message - for the test URL */
const started = (message?: string) => ({ received: true, started: true, message });

export async function respondWhenRecorded(
	context: IWebhookFunctions,
	accepted: InFlightDelivery,
): Promise<void> {
	const response = context.getResponseObject();
	const isRecorded = await isRecordedWithin(accepted, RESPONSE_TIMEOUT_MS);
	if (response.headersSent) return;
	if (isRecorded) response.status(200).json(started());
	else respondRetryLater(context, { error: NOT_STARTED });
}

/** Some senders follow Retry-After, others have their own schedule. */
const respondRetryLater = (context: IWebhookFunctions, body: IDataObject) =>
	context.getResponseObject().set('Retry-After', '30').status(503).json(body);

/** For a verified delivery that does not start the workflow. */
function acknowledge(
	context: IWebhookFunctions,
	message: string,
	level: 'debug' | 'warn',
): IWebhookResponseData {
	context.logger[level](
		`A delivery to "${context.getNode().name}" did not start the workflow: ${message}`,
	);
	context.getResponseObject().status(200).json({ received: true, started: false, message });
	return { noWebhookResponse: true };
}

/** Per workflow and reason, so that thousands of forged deliveries do not fill n8n's log. */
const LOG_INTERVAL_MS = 3_000;

const lastLogged = new BoundedMap<number>(1_000);

/**
 * Only the test URL responds with the reason. 401 is for deliveries that were checked, as senders may not retry it; 503
 * asks for the delivery again.
 *
 * @param rejection.isOwnFault - n8n or its settings prevented the check
 */
export function reject(
	context: IWebhookFunctions,
	rejection: { reason: string; message: string; isOwnFault?: boolean; error?: unknown },
): IWebhookResponseData {
	const { reason, message, isOwnFault, error } = rejection;
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const topic = `${workflowId}:${reason}`;
	if (isTest || Date.now() - (lastLogged.get(topic) ?? -Infinity) >= LOG_INTERVAL_MS) {
		if (!isTest) lastLogged.set(topic, Date.now());
		const line = `A delivery to "${context.getNode().name}" was rejected: ${message}`;
		context.logger.warn(line, { reason, workflowId, ...(error === undefined ? {} : { error }) });
	}
	const why = isTest ? { reason, message } : {};
	if (isOwnFault) respondRetryLater(context, { error: NOT_CHECKED, ...why });
	else
		context
			.getResponseObject()
			.status(401)
			.json({ error: REJECTED, ...why });
	return { noWebhookResponse: true };
}
