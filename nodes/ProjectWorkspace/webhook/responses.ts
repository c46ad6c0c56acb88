import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { oneLine } from '../texts';

/** Why a delivery is not accepted. */
export class Refusal extends Error {
	constructor(
		/** For the test URL and n8n's log: what arrived, the likeliest cause, what to do. */
		message: string,
		/** 401: not genuine, 413: beyond a bound, 503: n8n or its settings are to blame. */
		readonly status: keyof typeof ERRORS = 401,
	) {
		super(message);
	}
}

const ERRORS = {
	401: 'The delivery could not be verified',
	413: 'The delivery is too large',
	503: 'The delivery could not be checked at the moment. Send it again.',
};

/** The response to a verified delivery that does not start the workflow. */
export function ignore(
	context: IWebhookFunctions,
	message: string,
	level: 'debug' | 'warn' = 'debug',
): IWebhookResponseData {
	log(context, level, `did not start it: ${message}`);
	return respond(context, 200, { received: true, started: false, message });
}

/** Only the test URL responds with the message. */
export function reject(
	context: IWebhookFunctions,
	status: Refusal['status'],
	message: string,
	error?: unknown,
): IWebhookResponseData {
	log(context, 'warn', `was rejected: ${message}`, error);
	const shown = context.getMode() === 'manual' ? message : undefined;
	return respond(context, status, { error: ERRORS[status], message: shown });
}

function respond(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

/** @param what has happened to the delivery */
export function log(
	context: IWebhookFunctions,
	level: 'debug' | 'warn',
	what: string,
	error?: unknown,
): void {
	// Triggers of several workflows may have the same name.
	const { id, name = id } = context.getWorkflow();
	const line = `A delivery to "${context.getNode().name}" in the workflow "${name}" ${what}`;
	context.logger[level](oneLine(line), error ? { error } : {});
}
