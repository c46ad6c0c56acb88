import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { BoundedMap } from './boundedMap';
import { isRecordedWithin, type InFlightDelivery } from './dedupe/inFlight';
import { NOT_STARTED, REJECTED } from './messages';

/** Why a delivery is rejected; the reason is one word for a program, the message is for a person. */
export interface Rejection {
	reason: string;
	message: string;
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
	else response.status(503).json({ error: NOT_STARTED });
}

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

/** Who sends the request must not learn why it was rejected; who tests the node must. */
export function reject(
	context: IWebhookFunctions,
	{ reason, message }: Rejection,
): IWebhookResponseData {
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const left = isTest ? 0 : rejectionLog.admit(`${workflowId}:${reason}`, Date.now());
	if (left !== undefined) {
		const more = left > 0 ? ` (${left} more since the last line)` : '';
		const name = context.getNode().name;
		const line = `A delivery to "${name}" was rejected: ${message}${more}`;
		context.logger.warn(line, { reason, workflowId });
	}
	const response = context.getResponseObject().status(401);
	response.json({ error: REJECTED, ...(isTest ? { reason, message } : {}) });
	return { noWebhookResponse: true };
}
