import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { refusalLog } from './dedupe/processState';
import type { Refusal } from './verification';
import { REFUSED } from './words';

/** Who sends the request must not learn why it was refused; who tests the node must. */
export function refuse(
	context: IWebhookFunctions,
	{ reason, words, seen }: Refusal,
): IWebhookResponseData {
	const isTest = context.getMode() === 'manual';
	const workflowId = context.getWorkflow().id;
	const left = isTest ? 0 : refusalLog.admit(`${workflowId}:${reason}`, Date.now());
	if (left !== undefined) {
		const more = left > 0 ? ` (${left} more since the last line)` : '';
		context.logger.warn(`A delivery to "${context.getNode().name}" was refused: ${words}${more}`, {
			reason,
			workflowId,
			...(seen ? { seen } : {}),
		});
	}
	const why = isTest ? { reason, message: words, ...(seen ? { seen } : {}) } : {};
	context
		.getResponseObject()
		.status(401)
		.json({ error: REFUSED, ...why });
	return { noWebhookResponse: true };
}

/** A verified delivery that starts nothing. Its sender has done everything right. */
export function ignore(context: IWebhookFunctions, words: string): IWebhookResponseData {
	context.getResponseObject().status(200).json({ received: true, started: false, message: words });
	return { noWebhookResponse: true };
}

export const STARTED = { received: true, started: true };
