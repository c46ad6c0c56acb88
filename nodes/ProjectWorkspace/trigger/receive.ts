import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { createHash } from 'node:crypto';

import { nodeOf, packDelivery, type AcceptedDelivery } from './dedupe/execute';
import { inFlight, isRecordedWithin } from './dedupe/inFlight';
import { identify } from './dedupe/key';
import { outputCount, outputFor } from './events';
import { found, ignored } from './messages';
import { asItemData, deliveryDetails, parsePayload } from './payload';
import { acknowledge, reject, respondWhenRecorded, started } from './respond';
import { readVerified } from './verifyRequest';
import { entriesOf, findEvent } from './whichEvent';

/** Handles one delivery. It never throws: n8n would respond 500 and save a failed execution. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const received = await readVerified(context);
	if (!received.ok) return reject(context, received.problem);
	const verified = received.value;
	const { options, selected, isTest } = verified;
	const events = readEvents(parsePayload(verified.body), verified);
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

type Verified = Extract<Awaited<ReturnType<typeof readVerified>>, { ok: true }>['value'];

/** The event of a payload, or each event of a batch. If an entry contains a name, headers are not used. */
function readEvents(payload: unknown, verified: Verified) {
	const { headers, options, selected, signature, rawBody } = verified;
	const { eventField } = options;
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
		const details = { ...delivery, id: identity.id, receivedAt: Date.now() };
		const _delivery = options.includeDetails ? { _delivery: deliveryDetails(details) } : {};
		const data = { ...asItemData(own), ..._delivery };
		const starting = { ...identity, event: name, output, data };
		return { note: found(name ?? '', where), starting };
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
