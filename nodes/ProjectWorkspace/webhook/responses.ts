import {
	ExpressionError,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { UserError } from '../errors';
import { logLine } from '../texts';
import type { Rejection } from './rejection';

/** The response to a verified delivery that does not start the workflow. */
export function ignore(
	context: IWebhookFunctions,
	message: string,
	level: 'debug' | 'warn' = 'debug',
): IWebhookResponseData {
	log(context, level, `did not start it: ${message}`);
	return respond(context, 200, { received: true, started: false, message });
}

const ERRORS = {
	401: 'The delivery could not be verified',
	413: 'The delivery is too large',
	503: 'The delivery could not be checked at the moment. Send it again.',
};

/** Only the test URL responds with the message. */
export function reject(
	context: IWebhookFunctions,
	status: Rejection['status'],
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

/** Why the credential or the parameters cannot be used, whatever was thrown. */
export function settingsError(error: unknown): UserError {
	if (error instanceof UserError) return error;

	if (error instanceof ExpressionError) {
		return new UserError(
			`An expression in the node or its credential could not be evaluated: ${error.message}`,
			'Change the expression. Expressions of a trigger cannot use other nodes.',
		);
	}
	return new UserError(
		'The credential could not be read: choose it again in the node',
		'If it was deleted, create it again.',
	);
}

/** The name of a trigger in n8n's log, where triggers of several workflows may have the same name. */
export function labelOf(context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name = id } = context.getWorkflow();
	return `"${context.getNode().name}" in the workflow "${name}"`;
}

/** @param what has happened to the delivery */
export function log(
	context: IWebhookFunctions,
	level: 'debug' | 'warn',
	what: string,
	error?: unknown,
): void {
	const write = (line: string) => context.logger[level](line, error ? { error } : {});
	const line = `A delivery to ${labelOf(context)} ${what}`;
	logLine(write, `${context.getWorkflow().id}:${level}`, line);
}
