import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { BoundedMap } from './boundedMap';
import { isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { NOT_JUDGED, NOT_STARTED, REJECTED } from './messages';

/** Why a delivery is rejected; the reason is one word for a program, the message is for a person. */
export interface Rejection {
	reason: string;
	message: string;
	/** What kept n8n from judging the delivery, as a database that is away does. The sender must then try again. */
	error?: unknown;
}

/** How long the sender waits for its answer. Senders rarely wait longer themselves. */
const ANSWER_WITHIN_MS = 30_000;

export const STARTED = { received: true, started: true };

export async function answerWhenRecorded(
	context: IWebhookFunctions,
	accepted: InFlightDelivery,
): Promise<void> {
	const response = context.getResponseObject();
	const isRecorded = await isRecordedWithin(accepted, ANSWER_WITHIN_MS);
	if (response.headersSent) return;
	if (isRecorded) response.status(200).json(STARTED);
	else askAgain(context, { error: NOT_STARTED });
}

/** Senders that know the header go by it, and others by a schedule of their own. */
const AGAIN_AFTER_SECONDS = '30';

const askAgain = (context: IWebhookFunctions, body: IDataObject) =>
	context.getResponseObject().set('Retry-After', AGAIN_AFTER_SECONDS).status(503).json(body);

/** A verified delivery that does not start the workflow. Its sender has done everything right. */
export function ignore(
	context: IWebhookFunctions,
	message: string,
	level: 'debug' | 'info' | 'warn',
): IWebhookResponseData {
	context.logger[level](
		`A delivery to "${context.getNode().name}" did not start the workflow: ${message}`,
	);
	context.getResponseObject().status(200).json({ received: true, started: false, message });
	return { noWebhookResponse: true };
}

const MOST_LINES = 20;
const WITHIN_MS = 60_000;

interface Topic {
	since: number;
	lines: number;
	left: number;
}

/** Keeps whoever sends thousands of forged deliveries from filling n8n's log: so many lines a minute for each topic. */
export class RejectionLog {
	#topics = new BoundedMap<Topic>(1_000);

	/** How many lines were left out before this one; undefined if this one is to be left out as well. */
	admit(topic: string, now: number): number | undefined {
		const found = this.#topics.get(topic);
		if (!found || now - found.since >= WITHIN_MS) {
			this.#topics.set(topic, { since: now, lines: 1, left: 0 });
			return found?.left ?? 0;
		}
		if (found.lines >= MOST_LINES) {
			found.left++;
			return undefined;
		}
		found.lines++;
		return 0;
	}
}

const rejectionLog = new RejectionLog();

/**
 * Who sends the request must not learn why it was rejected; who tests the node must. Senders may take a 401 as final, so
 * it is for what was judged; anything else is for this n8n to put right, and comes again.
 */
export function reject(
	context: IWebhookFunctions,
	{ reason, message, error }: Rejection,
): IWebhookResponseData {
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const left = isTest ? 0 : rejectionLog.admit(`${workflowId}:${reason}`, Date.now());
	if (left !== undefined) {
		const more = left > 0 ? ` (${left} more since the last line)` : '';
		const name = context.getNode().name;
		const line = `A delivery to "${name}" was rejected: ${message}${more}`;
		context.logger.warn(line, { reason, workflowId, ...(error === undefined ? {} : { error }) });
	}
	const why = isTest ? { reason, message } : {};
	if (error !== undefined) askAgain(context, { error: NOT_JUDGED, ...why });
	else
		context
			.getResponseObject()
			.status(401)
			.json({ error: REJECTED, ...why });
	return { noWebhookResponse: true };
}
