import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { ignore, STARTED } from '../answers';
import { isRecordedWithin, type Underway } from './inFlight';
import { inFlight } from './processState';
import { ignored, NOT_STARTED } from '../words';

/** How long a repetition waits to see whether the delivery that it repeats gets on record. */
const WAIT_FOR_FIRST_MS = 5_000;

/** How long the sender waits for its answer. Senders rarely wait longer themselves. */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Starts an execution, unless this process knows that the delivery has had one. The sender gets its answer when the
 * execution has put the delivery on record: if n8n dies before, there was no answer, and the service sends it again.
 */
export async function startOnce(
	context: IWebhookFunctions,
	key: string,
	countsForMs: number | undefined,
	workflowData: INodeExecutionData[][],
): Promise<IWebhookResponseData> {
	const first = inFlight.underway(key, Date.now());
	// In queue mode nothing is recorded here, but then the other process has had the time to do it.
	const left = first ? WAIT_FOR_FIRST_MS - (Date.now() - first.since) : 0;
	if (first && left > 0) await isRecordedWithin(first, left);
	if (inFlight.isRecorded(key, Date.now(), countsForMs)) return ignore(context, ignored.repeated());

	const accepted = inFlight.accept(key, Date.now());
	// In queue mode another process executes, and n8n answers when the execution stands in its queue.
	if (!inFlight.executesHere) return { workflowData, webhookResponse: STARTED };
	void answerWhenRecorded(context, accepted);
	return { workflowData, noWebhookResponse: true };
}

async function answerWhenRecorded(context: IWebhookFunctions, accepted: Underway): Promise<void> {
	const response = context.getResponseObject();
	const isRecorded = await isRecordedWithin(accepted, ANSWER_WITHIN_MS);
	if (response.headersSent) return;
	if (isRecorded) response.status(200).json(STARTED);
	else response.status(503).json({ error: NOT_STARTED });
}
