import type { Failure as NodeFailure, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorRow } from './client/errors';
import type { Redactor } from './client/redact';
import type { Failure } from './client/types';
import { asHtml } from './html';
import { listProblem, type ListError } from './lists/messages';
import { oneLine, shortened } from './log';
import type { Problem } from './result';

/** A parameter, the credential or an expression has to be changed, or this node has a bug. */
interface InputProblem extends Problem {
	kind?: undefined;
	/** In n8n's terms; by default the configuration. */
	cause?: 'credential-invalid' | 'temporarily-unavailable' | 'node-defect';
	code?: 'invalidExpression' | 'unexpected';
}

/** Why one item did not succeed. */
export type ItemError = InputProblem | ListError;

/** Only reading parameters is expected to throw; anything else is a bug. */
export function thrownError(thrown: unknown): InputProblem {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	if (thrown instanceof NodeOperationError) {
		const description = 'Check the expression in the parameter named in the message.';
		return { message, description, code: 'invalidExpression' };
	}
	return {
		message: `The node stopped unexpectedly: ${message}`,
		description:
			'This is a bug in the node, not in your workflow. Please report it with this message and the version of the node.',
		code: 'unexpected',
		cause: 'node-defect',
	};
}

/** The error as it leaves the node: an item, an error of n8n or a hint. */
export function withoutSecrets(error: ItemError, hide: Redactor): ItemError {
	const { inMessages, inRecords } = hide;
	const hideFailure = (failure: Failure): Failure => {
		// Names in the code, whatever a header's value is.
		const { cause, method } = failure;
		return { ...inMessages(failure), cause, method };
	};
	if (!error.kind) {
		const { message, description } = error;
		return { ...error, ...inMessages({ message, description }) };
	}
	if (error.kind === 'request') return { ...error, failure: hideFailure(error.failure) };
	const { message, description, cursor, code, records, failure } = error;
	return {
		...error,
		...inMessages({ message, description, cursor, code }),
		records: inRecords(records),
		failure: failure && hideFailure(failure),
	};
}

/** The error that stops the execution. Names the item, if there are several, as n8n does. */
export function nodeError(
	node: INode,
	error: ItemError,
	itemIndex: number,
	items = 1,
	written: readonly number[] = [],
) {
	const problem = problemIn(error);
	const text = `${oneLine(problem.message)}${items > 1 ? ` [item ${itemIndex}]` : ''}`;
	// As n8n shows it in its toast. Its log has the same line.
	const message = asHtml(text);
	const advice = asHtml(problem.description);
	const description = [advice, writtenBefore(written, items)].filter(Boolean).join(' ');
	const options = { description, itemIndex, failure: failureOf(error) };
	const thrown = error.kind
		? new NodeApiError(
				node,
				{ message },
				{ ...options, message, httpCode: error.failure?.status?.toString() },
			)
		: new NodeOperationError(node, message, options);
	const known = error.kind ? details(error) : {};
	const data = { ...known, ...(written.length > 0 ? { itemsWritten: rangesOf(written) } : {}) };
	if (Object.keys(data).length > 0) thrown.context.data = data;
	// The output panel shows the message as text. It prefers this one, if there is a parameter to fill in.
	if (message !== text) Object.assign(thrown.context, { messageTemplate: text, parameter: '-' });
	return thrown;
}

/** n8n shows only the item that stopped the run, and a second run would write the others again. */
const writtenBefore = (written: readonly number[], items: number) =>
	written.length > 0 &&
	`Before the run stopped, ${written.length} of its ${items} items had been written (${written.length === 1 ? 'item' : 'items'} ${rangesOf(written)}). Leave ${written.length === 1 ? 'it' : 'them'} out when you run it again.`;

/** `0–248, 250`, of ascending numbers. */
function rangesOf(numbers: readonly number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const number of numbers) {
		const last = ranges.at(-1);
		if (last && last[1] === number - 1) last[1] = number;
		else ranges.push([number, number]);
	}
	const texts = ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
	return texts.length > MAX_RANGES
		? `${texts.slice(0, MAX_RANGES).join(', ')} …`
		: texts.join(', ');
}

const MAX_RANGES = 20;

/** The cause in n8n's terms, which decides when n8n polls again. n8n 1 ignores it. */
export function failureOf(error: ItemError): NodeFailure | undefined {
	if (!error.kind) return { cause: error.cause ?? 'configuration-invalid' };
	if (error.failure) {
		const { n8nCause: cause } = errorRow(error.failure.cause);
		return cause && { cause, retryAfterMs: error.failure.retryAfterMs };
	}
	// A setting can fix most of these; for the others, reading again may help.
	const isPassing = error.kind === 'list' && PASSING.includes(error.reason);
	return isPassing ? undefined : { cause: 'configuration-invalid' };
}

const PASSING: readonly string[] = ['short', 'loop', 'no-list', 'error-answer'];

/**
 * An item for the error output. n8n 2 recognizes it if all its keys are among `error`, `message` and `details`. n8n 1 needs
 * an `error` next to `json`. Not enumerable: n8n 1 routes by it, but does not copy it over `json`.
 */
export function errorItem(
	error: ItemError,
	item: number,
	hasOwnOutput: boolean,
): INodeExecutionData {
	const { message } = problemIn(error);
	const output = { json: { error: message, details: details(error) }, pairedItem: { item } };
	return hasOwnOutput ? Object.defineProperty(output, 'error', { value: { message } }) : output;
}

function problemIn(error: ItemError): Problem {
	const { message, description } = error.kind ? listProblem(error) : error;
	return { message: shortened(message), description: shortened(description) };
}

/** What is known, without the message, which is next to the details, and what only the node needs. */
function details(error: ItemError): IDataObject {
	const internal = { message: undefined, isJson: undefined, isRetryAfterTooLong: undefined };
	const known = Object.entries({ ...facts(error), ...internal });
	return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

function facts(error: ItemError): object {
	const { description } = problemIn(error);
	if (!error.kind) {
		const { code = 'invalidParameter' } = error;
		return code === 'invalidExpression' ? { code } : { code, description };
	}
	if (error.kind === 'request') return error.failure;
	const { records, failure, read, cursor, reason, code = reason } = error;
	return { ...(failure ?? { code }), description, recordsSoFar: read, cursor, records };
}
