import type { Failure as NodeFailure, INode, INodeExecutionData } from 'n8n-workflow';
import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { textOf, type JsonObject } from '../records/value';
import { asHtml, oneLine, shortened } from '../texts';
import type { Redactor } from '../transport/types';

/** Why an item has failed, as it leaves the node: without secrets. */
export interface ItemError {
	message: string;
	description: string;
	cause: UserError['cause'] | ApiError['details']['cause'];
	/** What the details of the error output have. */
	details: JsonObject;
	/** Whether the service, or the way to it, is to blame. */
	isFromService: boolean;
	retryAfterMs?: number;
}

/** @param thrown by anything that an item runs */
export function itemError(thrown: unknown, hide: Redactor): ItemError {
	if (thrown instanceof ApiError) return apiError(thrown, hide);

	const error = thrown instanceof UserError ? thrown : unexpected(thrown);
	const message = hide.inMessages(error.message);
	const description = hide.inMessages(error.description);
	return {
		message,
		description,
		cause: error.cause,
		details: { code: error.code, description: shortened(description) },
		isFromService: false,
	};
}

function apiError({ message, description, details }: ApiError, hide: Redactor): ItemError {
	const { code, status, method, path, serviceMessage, requestId, attempts, list } = details;
	const shown = hide.inMessages({
		code,
		status,
		method,
		path,
		serviceMessage,
		requestId,
		attempts,
	});
	const advice = hide.inMessages(description);
	const known: JsonObject = {
		...shown,
		description: shortened(advice),
		recordsSoFar: list?.recordsRead,
		cursor: hide.inMessages(list?.cursor),
		records: list && hide.inRecords(list.records),
	};
	return {
		message: hide.inMessages(message),
		description: advice,
		cause: details.cause,
		details: withoutUndefined(known),
		isFromService: true,
		retryAfterMs: details.retryAfterMs,
	};
}

const withoutUndefined = (fields: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** n8n throws its own error for an expression that it cannot evaluate; anything else is a bug. */
function unexpected(thrown: unknown): UserError {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	if (thrown instanceof ExpressionError) {
		return new UserError(message, 'Check the expression in the parameter named in the message.', {
			code: 'invalidExpression',
		});
	}
	return new UserError(
		`The node stopped unexpectedly: ${message}`,
		'This is a bug in the node, not in your workflow. Please report it with this message and the version of the node.',
		{ code: 'unexpected', cause: 'node-defect' },
	);
}

/** The error that stops the execution. It names the item, if there are several, as n8n does. */
export function nodeError(
	node: INode,
	error: ItemError,
	item: number,
	{ count = 1, written = [] }: { count?: number; written?: readonly number[] } = {},
): NodeApiError | NodeOperationError {
	const text = oneLine(count > 1 ? `${error.message} [item ${item}]` : error.message);
	const message = asHtml(text);
	const advice = asHtml(shortened(error.description));
	const description = [advice, ...writtenBefore(written, count)].join(' ');
	const options = { message, description, itemIndex: item, failure: failureOf(error) };

	const thrown = error.isFromService
		? new NodeApiError(node, { message }, { ...options, httpCode: textOf(error.details.status) })
		: new NodeOperationError(node, message, options);
	// n8n replaces a message in which it finds the code of a network fault.
	thrown.message = message;
	thrown.context.data = error.details;
	// n8n shows the message as HTML in its toast and as text in the output panel, which prefers this one.
	if (message !== text) Object.assign(thrown.context, { messageTemplate: text, parameter: '-' });
	return thrown;
}

/** By which n8n decides when to try again. */
function failureOf({ cause, retryAfterMs }: ItemError): NodeFailure | undefined {
	if (cause === undefined) return undefined;
	return { cause, retryAfterMs } as NodeFailure; // the time only comes with a cause that takes it
}

/** n8n shows only the item that stopped the run, and a second run would write the others again. */
function writtenBefore(written: readonly number[], count: number): string[] {
	if (written.length === 0) return [];
	const [items, them] = written.length === 1 ? ['item', 'it'] : ['items', 'them'];
	return [
		`Before the run stopped, ${written.length} of its ${count} items had been written (${items} ${rangesOf(written)}). Leave ${them} out when you run it again.`,
	];
}

const MAX_RANGES = 20;

/** `0–248, 250`, of ascending numbers. */
function rangesOf(numbers: readonly number[]): string {
	const ranges: Array<{ from: number; to: number }> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last?.to === number - 1) last.to = number;
		else ranges.push({ from: number, to: number });
	}

	const texts = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
	if (texts.length <= MAX_RANGES) return texts.join(', ');
	return `${texts.slice(0, MAX_RANGES).join(', ')} …`;
}

/**
 * An item for the error output. n8n 2 recognizes it if all its keys are among `error`, `message` and `details`; n8n 1 needs
 * an `error` beside `json`, which is not enumerable because n8n 1 would copy it over `json`.
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
