import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { BoundedMap } from './boundedMap';
import { isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { NOT_JUDGED, NOT_STARTED, REJECTED } from './messages';

/** Why a delivery is rejected; the reason is one word for a program, the message is for a person. */
export interface Rejection {
	reason: string;
	message: string;
	/** This n8n or its settings kept the delivery from being judged, so the sender must try again. */
	isOwnFault?: boolean;
	error?: unknown;
}

/** How long the sender waits for its answer. Senders rarely wait longer themselves. */
const ANSWER_WITHIN_MS = 30_000;

/** @param message - for who tests the node */
export const started = (message?: string) => ({ received: true, started: true, message });

export async function answerWhenRecorded(
	context: IWebhookFunctions,
	accepted: InFlightDelivery,
): Promise<void> {
	const response = context.getResponseObject();
	const isRecorded = await isRecordedWithin(accepted, ANSWER_WITHIN_MS);
	if (response.headersSent) return;
	if (isRecorded) response.status(200).json(started());
	else askAgain(context, { error: NOT_STARTED });
}

/** After seconds that some senders go by, and others by a schedule of their own. */
const askAgain = (context: IWebhookFunctions, body: IDataObject) =>
	context.getResponseObject().set('Retry-After', '30').status(503).json(body);

/** A verified delivery that does not start the workflow. Its sender has done everything right. */
export function ignore(
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

/** One line for each reason and workflow in so long: thousands of forged deliveries must not fill n8n's log. */
const LINE_EVERY_MS = 3_000;

const lastLines = new BoundedMap<number>(1_000);

/**
 * Who sends the request must not learn why it was rejected; who tests the node must. Senders may take a 401 as final, so
 * it is for what was judged; anything else is for this n8n to put right, and comes again.
 */
export function reject(
	context: IWebhookFunctions,
	{ reason, message, isOwnFault, error }: Rejection,
): IWebhookResponseData {
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const topic = `${workflowId}:${reason}`;
	if (isTest || Date.now() - (lastLines.get(topic) ?? -Infinity) >= LINE_EVERY_MS) {
		if (!isTest) lastLines.set(topic, Date.now());
		const line = `A delivery to "${context.getNode().name}" was rejected: ${message}`;
		context.logger.warn(line, { reason, workflowId, ...(error === undefined ? {} : { error }) });
	}
	const why = isTest ? { reason, message } : {};
	if (isOwnFault) askAgain(context, { error: NOT_JUDGED, ...why });
	else
		context
			.getResponseObject()
			.status(401)
			.json({ error: REJECTED, ...why });
	return { noWebhookResponse: true };
}
