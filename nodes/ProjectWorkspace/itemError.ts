import type { Failure as NodeFailure, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorRow } from './client/errors';
import type { Failure } from './client/types';
import { listProblem, type ListError } from './lists/listError';
import { reject, type Problem } from './result';

/** Why one item did not succeed. */
export type ItemError =
	/** Something that the person filled in. */
	| { kind: 'input'; problem: Problem; cause?: 'credential-invalid' | 'temporarily-unavailable' }
	/** Something that the service or the network said, to one request or while a list was read. */
	| ListError
	/** n8n could not resolve an expression. */
	| { kind: 'expression'; message: string }
	/** Something that no part of this node expects. */
	| { kind: 'bug'; message: string };

/** Something that the person filled in does not do. */
export const inputError = (problem: Problem) => reject<ItemError>({ kind: 'input', problem });

/** What was thrown while one item was worked on; parameters are the only thing that is meant to throw. */
export function thrownError(thrown: unknown): ItemError {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return { kind: thrown instanceof NodeOperationError ? 'expression' : 'bug', message };
}

/** Stops the execution, with the item named where it is one of several, as the editor would write it. */
export function nodeError(
	node: INode,
	error: ItemError,
	itemIndex: number,
	items = 1,
): NodeApiError | NodeOperationError {
	const { message: said, description } = problemOf(error);
	const message = items > 1 ? `${said} [item ${itemIndex}]` : said;
	const failure = failureOf(error);
	if (error.kind !== 'request' && error.kind !== 'list') {
		return new NodeOperationError(node, message, { description, itemIndex, failure });
	}
	const status = error.failure?.status;
	const thrown = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			itemIndex,
			failure,
			...(status === undefined ? {} : { httpCode: String(status) }),
		},
	);
	thrown.context.data = details(error);
	return thrown;
}

/** Why it did not succeed, in n8n's terms: it decides by this when to poll again. n8n 1 ignores it. */
export function failureOf(error: ItemError): NodeFailure | undefined {
	switch (error.kind) {
		case 'bug':
			return { cause: 'node-defect' };
		case 'expression':
			return { cause: 'configuration-invalid' };
		case 'input':
			return { cause: error.cause ?? 'configuration-invalid' };
		case 'list':
			// What a list lacks can be set, but for what another reading may bring.
			return error.failure
				? requestFailure(error.failure)
				: PASSING.includes(error.refusal.reason)
					? undefined
					: { cause: 'configuration-invalid' };
		case 'request':
			return requestFailure(error.failure);
	}
}

const PASSING: readonly string[] = ['short', 'loop', 'no-list', 'error-answer'];

function requestFailure({ cause, retryAfterMs }: Failure): NodeFailure | undefined {
	const { failure } = errorRow(cause);
	switch (failure) {
		case 'rate-limited':
		case 'quota-exhausted':
		case 'temporarily-unavailable':
			return { cause: failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
		case undefined:
			return undefined;
		default:
			return { cause: failure };
	}
}

/**
 * An item for the error output. n8n 2 takes it for one if all its keys are among `error`, `message` and `details`.
 * n8n 1 asks for an `error` next to `json`, for which it would put the mere message in the place of `json`: not
 * enumerable, it is seen where n8n tells the outputs apart and lost where the item is copied into its output.
 */
export function errorItem(
	error: ItemError,
	item: number,
	hasOwnOutput: boolean,
): INodeExecutionData {
	const { message } = problemOf(error);
	const output = { json: { error: message, details: details(error) }, pairedItem: { item } };
	return hasOwnOutput ? Object.defineProperty(output, 'error', { value: { message } }) : output;
}

const messages = {
	/** @param said by n8n */
	expression: (said: string): Problem => ({
		message: said,
		description: 'Check the expression in the parameter named in the message.',
	}),
	/** @param thrown what no part of this node expects */
	bug: (thrown: string): Problem => ({
		message: `The node stopped unexpectedly: ${thrown}`,
		description:
			'This is a bug in the node, not in your workflow. Please report it with this message and the version of the node.',
	}),
} as const;

function problemOf(error: ItemError): Problem {
	if (error.kind === 'input') return error.problem;
	if (error.kind === 'request' || error.kind === 'list') return listProblem(error);
	return messages[error.kind](error.message);
}

function details(error: ItemError): IDataObject {
	const { description } = problemOf(error);
	switch (error.kind) {
		case 'input':
			return { code: 'invalidParameter', description };
		case 'request':
			return fieldsOf(error.failure);
		case 'expression':
			return { code: 'invalidExpression' };
		case 'bug':
			return { code: 'unexpected', description };
		case 'list': {
			const { refusal, records, position, failure, read = records.length } = error;
			return {
				...(failure ? fieldsOf(failure) : { code: refusal.code ?? refusal.reason }),
				description,
				recordsSoFar: read,
				...(refusal.cursor === undefined ? {} : { cursor: refusal.cursor }),
				...(position === undefined ? {} : { position }),
				records,
			};
		}
	}
}

/** The message is next to the details already; n8n shows both. */
const fieldsOf = (failure: Failure): IDataObject =>
	Object.fromEntries(Object.entries(failure).filter(([name]) => name !== 'message'));
