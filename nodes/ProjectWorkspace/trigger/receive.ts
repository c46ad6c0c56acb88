import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import type { Reason } from '../signature/messages';
import { nodeOf, packDelivery, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { identify } from './dedupe/key';
import { outputCount, outputFor } from './events';
import { found, ignored, NOT_CHECKED, NOT_STARTED, REJECTED } from './messages';
import { asItemData, deliveryDetails, parsePayload } from './payload';
import { readVerified, type Verified } from './verifyRequest';
import { entriesOf, findEvent } from './whichEvent';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await readVerified(context);
	if (!verified.ok) return reject(context, verified.problem);
	const { options, selected, isTest } = verified.value;
	const events = readEvents(verified.value);
	const note = [...new Set(events.map((each) => each.note))].slice(0, 3).join(' ');
	const delivery: AcceptedDelivery = {
		events: events.flatMap(({ starting }) => starting ?? []),
		outputs: outputCount(selected, options),
		receivedAt: Date.now(),
		...(isTest ? { note } : {}),
	};
	if (delivery.events.length === 0) {
		// A documented event that is not selected is normal. One that is not recognized may be a wrong setting.
		const isExpected = events.every((each) => each.isExpected);
		return acknowledge(context, note, isExpected ? 'debug' : 'warn');
	}
	// Test events must always arrive, so they are neither looked up nor recorded.
	if (options.duplicates === 'letThrough' || isTest) {
		return { workflowData: packDelivery(delivery), webhookResponse: started(delivery.note) };
	}
	return await startOnce(context, delivery);
}

/** The event of a payload, or each event of a batch. If an entry contains a name, headers are not used. */
function readEvents({ body, rawBody, headers, options, selected, signature }: Verified) {
	const { eventField } = options;
	const payload = parsePayload(body);
	const entries = entriesOf(payload, eventField);
	const isNamed = entries?.some((entry) => findEvent(entry, {}, eventField));
	const bodyHash = createHash('sha256').update(rawBody).digest('hex');
	return (entries ?? [payload]).map((own, place) => {
		const { name, where = eventField } = findEvent(own, isNamed ? {} : headers, eventField) ?? {};
		const output = outputFor(name, selected, options);
		if (typeof output !== 'number') {
			return { isExpected: output === 'notSelected', note: ignored[output](name ?? '', where) };
		}
		const entry = entries && { payload: own, place };
		const delivery = { headers, event: name, signature };
		const identity = identify({ ...delivery, bodyHash, payload, entry, options });
		const { id } = identity;
		const details = options.includeDetails && { _delivery: deliveryDetails({ ...delivery, id }) };
		const data = { ...asItemData(own), ...details };
		return { note: found(name ?? '', where), starting: { ...identity, event: name, output, data } };
	});
}

/** How long a repetition waits until the first delivery is recorded. */
const MAX_WAIT_FOR_FIRST_MS = 10_000;

/**
 * Starts an execution, unless this process knows that the delivery already had one. The node responds when the execution
 * has recorded the delivery: if n8n stops before that, the service can send it again.
 */
async function startOnce(context: IWebhookFunctions, delivery: AcceptedDelivery) {
	const node = nodeOf(context);
	const keys = delivery.events.map((event) => event.keys);
	const first = inFlight.accepted(node, keys.flat());
	// Not in queue mode, where nothing is recorded here. While this waits, n8n keeps a V8 isolate of about 10 MB.
	const waitMs =
		first && inFlight.executesHere ? MAX_WAIT_FOR_FIRST_MS - (Date.now() - first.since) : 0;
	if (first && waitMs > 0) await isRecordedWithin(first, waitMs);
	if (keys.every((each) => inFlight.isRecorded(node, each))) {
		return acknowledge(context, ignored.repeated(), 'debug');
	}
	const accepted = inFlight.accept(node, keys);
	const { copy, original } = accepted;
	const workflowData = packDelivery({ ...delivery, copy, original });
	// In queue mode another process executes, and n8n responds when the execution is in the queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: started() };
	void respondWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}

/** @param message - for the test URL */
const started = (message?: string) => ({ received: true, started: true, message });

/** Few senders wait longer. */
const RESPONSE_TIMEOUT_MS = 30_000;

export async function respondWhenRecorded(context: IWebhookFunctions, accepted: InFlightDelivery) {
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
function acknowledge(context: IWebhookFunctions, message: string, level: 'debug' | 'warn') {
	const line = `A delivery to "${context.getNode().name}" did not start the workflow: ${message}`;
	context.logger[level](line);
	context.getResponseObject().status(200).json({ received: true, started: false, message });
	return { noWebhookResponse: true };
}

/** Per workflow and reason, so that thousands of forged deliveries do not fill n8n's log. */
const LOG_INTERVAL_MS = 3_000;

const lastLogged = new Map<string, number>();

/** n8n or its settings prevented the check. */
const OWN_FAULTS: readonly string[] = [
	'badOptions',
	'noSettings',
	'badHeaderName',
	'noSecret',
	'bodyTooLargeToSearch',
] satisfies Array<Reason | 'badOptions' | 'noSettings'>;

/**
 * Only the test URL responds with the reason. 401 is for deliveries that were checked, as senders may not retry it; 503
 * asks for the delivery again.
 */
export function reject(
	context: IWebhookFunctions,
	{ reason, message, error }: { reason: string; message: string; error?: unknown },
): IWebhookResponseData {
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const topic = `${workflowId}:${reason}`;
	if (isTest || Date.now() - (lastLogged.get(topic) ?? -Infinity) >= LOG_INTERVAL_MS) {
		if (!isTest) lastLogged.set(topic, Date.now());
		const line = `A delivery to "${context.getNode().name}" was rejected: ${message}`;
		context.logger.warn(line, { reason, workflowId, ...(error === undefined ? {} : { error }) });
	}
	const why = isTest ? { reason, message } : {};
	const isOwnFault = OWN_FAULTS.includes(reason);
	const body = { error: isOwnFault ? NOT_CHECKED : REJECTED, ...why };
	if (isOwnFault) respondRetryLater(context, body);
	else context.getResponseObject().status(401).json(body);
	return { noWebhookResponse: true };
}
