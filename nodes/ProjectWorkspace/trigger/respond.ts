import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Rejection } from '../signature/verify';
import { BoundedMap } from './boundedMap';
import { isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { NOT_CHECKED, NOT_STARTED, REJECTED } from './messages';

/** @param message - for the test URL */
export const started = (message?: string) => ({ received: true, started: true, message });

/** Few senders wait longer. */
const RESPONSE_TIMEOUT_MS = 30_000;

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
export function acknowledge(
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
 */
export function reject(
	context: IWebhookFunctions,
	{ reason, message, isOwnFault, error }: Rejection,
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
	const body = { error: isOwnFault ? NOT_CHECKED : REJECTED, ...why };
	if (isOwnFault) respondRetryLater(context, body);
	else context.getResponseObject().status(401).json(body);
	return { noWebhookResponse: true };
}
