import type { Failure as NodeFailure, INode, INodeExecutionData } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, UserError, type ApiErrorDetails } from '../errors';
import { textOf, type JsonObject } from '../records/value';
import { asHtml, oneLine, shortened } from '../texts';
import { redactorOf } from '../transport/redact';

/** Why an item has failed, as it leaves the node: without secrets. */
export interface ItemError extends Pick<
	ApiErrorDetails,
	'n8nCause' | 'mayHaveBeenMade' | 'retryAfterMs'
> {
	message: string;
	description: string;
	/** What the details of the error output have. */
	details: JsonObject;
	/** Whether the service, or the way to it, is to blame. */
	isFromService: boolean;
}

/** Before a credential was read, no secret is known. */
export const HIDES_NOTHING = redactorOf({});

/** @param thrown by anything that an item runs */
export function itemError(thrown: unknown, hide = HIDES_NOTHING): ItemError {
	const isOurs = thrown instanceof ApiError || thrown instanceof UserError;
	const error = isOurs ? thrown : unexpected(thrown);
	const description = hide.inMessages(error.description);
	const isFromService = error instanceof ApiError;
	const facts: ApiErrorDetails = isFromService ? error.details : error;
	const { code, status, method, path, serviceMessage, response, attempts, list } = facts;
	const { n8nCause, mayHaveBeenMade, retryAfterMs } = facts;
	return {
		message: hide.inMessages(error.message),
		description,
		details: hide.inMessages({
			code,
			status,
			method,
			path,
			serviceMessage,
			response,
			attempts,
			description: shortened(description),
			recordsSoFar: list?.recordsRead,
			cursor: list?.cursor,
		}),
		isFromService,
		n8nCause,
		mayHaveBeenMade,
		retryAfterMs,
	};
}

/** n8n throws its own error for an expression that it cannot evaluate; anything else is a bug. */
function unexpected(thrown: unknown): UserError {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	if (thrown instanceof ExpressionError) {
		return new UserError(
			message,
			'Check the expressions in the parameters of this node.',
			'invalidExpression',
		);
	}
	return new UserError(
		`The node stopped unexpectedly: ${message}`,
		'This is a bug in the node, not in your workflow. Please report it with this message and the version of the node.',
		'unexpected',
		'node-defect',
	);
}

/** What the other items of a run that was stopped have done. */
export interface OtherItems {
	count: number;
	written: number[];
	/** Items that have failed, but may have been written. */
	uncertain: number[];
}

/** The error that stops the execution. It names the item, if there are several, as n8n does. */
export function nodeError(
	node: INode,
	error: ItemError,
	item: number,
	{ count, written, uncertain }: OtherItems = { count: 1, written: [], uncertain: [] },
): NodeApiError | NodeOperationError {
	const text = oneLine(count > 1 ? `${error.message} [item ${item}]` : error.message);
	const message = asHtml(text);
	const advice = asHtml(shortened(error.description));
	const description = [advice, ...aboutOthers(count, written, uncertain)].join(' ');
	const options = { message, description, itemIndex: item, failure: failureOf(error) };

	const thrown = error.isFromService
		? new NodeApiError(node, { message }, { ...options, httpCode: textOf(error.details.status) })
		: new NodeOperationError(node, message, options);
	// n8n replaces a message in which it finds the code of a network fault.
	thrown.message = message;
	thrown.context.data = count > 1 ? { ...error.details, written, uncertain } : error.details;
	// n8n shows the message as HTML in its toast and as text in the output panel, which prefers this one.
	if (message !== text) Object.assign(thrown.context, { messageTemplate: text, parameter: '-' });
	return thrown;
}

/** The reason in n8n's terms, which decide when it tries again. */
function failureOf({ n8nCause, retryAfterMs }: ItemError): NodeFailure | undefined {
	if (n8nCause === undefined) return undefined;
	return { cause: n8nCause, retryAfterMs } as NodeFailure; // the time only comes with a cause that takes it
}

/** n8n shows only the item that stopped the run, and a second run would write the others again. */
function aboutOthers(
	count: number,
	written: readonly number[],
	uncertain: readonly number[],
): string[] {
	const sentences: string[] = [];
	if (written.length > 0) {
		sentences.push(
			`Before the run stopped, ${written.length} of its ${count} items had been written: ${listed(written)}. Leave them out when you run it again, except with 'Create or Update', which finds them.`,
		);
	}
	if (uncertain.length > 0) {
		sentences.push(`These items may have been written, so check them first: ${listed(uncertain)}.`);
	}
	return sentences;
}

const MAX_LISTED = 20;

function listed(items: readonly number[]): string {
	const shown = items.slice(0, MAX_LISTED).join(', ');
	return items.length > MAX_LISTED ? `${shown} … (all of them are in the error data)` : shown;
}

/**
 * An item for the error output. n8n 2 recognizes it if all its keys are among `error`, `message` and `details`; n8n 1 needs
 * an `error` next to `json`, which is not enumerable because n8n 1 would copy it over `json`.
 */
export function errorItem(
	error: ItemError,
	item: number,
	hasErrorOutput: boolean,
): INodeExecutionData {
	const message = shortened(error.message);
	const output = { json: { error: message, details: error.details }, pairedItem: { item } };
	return hasErrorOutput ? Object.defineProperty(output, 'error', { value: { message } }) : output;
}
