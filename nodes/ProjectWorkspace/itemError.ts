import type { Failure as NodeFailure, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorRow } from './client/errors';
import type { Failure } from './client/types';
import { listProblem, type ListError } from './lists/listError';
import { reject, type Problem } from './result';

/** Why one item did not succeed. */
export type ItemError =
	/** A parameter or the credential has to be changed. */
	| { kind: 'input'; problem: Problem; cause?: 'credential-invalid' | 'temporarily-unavailable' }
	/** A request failed, or a list could not be read to its end. */
	| ListError
	/** n8n could not resolve an expression. */
	| { kind: 'expression'; message: string }
	/** A bug in this node. */
	| { kind: 'bug'; message: string };

/** A parameter or the credential has to be changed. */
export const inputError = (problem: Problem) => reject<ItemError>({ kind: 'input', problem });

/** Only reading parameters is expected to throw; anything else is a bug. */
export function thrownError(thrown: unknown): ItemError {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return { kind: thrown instanceof NodeOperationError ? 'expression' : 'bug', message };
}

/** The error that stops the execution. Names the item, if there are several, as n8n does. */
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

/** The cause in n8n's terms, which decides when n8n polls again. n8n 1 ignores it. */
export function failureOf(error: ItemError): NodeFailure | undefined {
	switch (error.kind) {
		case 'bug':
			return { cause: 'node-defect' };
		case 'expression':
			return { cause: 'configuration-invalid' };
		case 'input':
			return { cause: error.cause ?? 'configuration-invalid' };
		case 'list':
			// A setting can fix most of these; for the others, reading again may help.
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
 * An item for the error output. n8n 2 recognizes it if all its keys are among `error`, `message` and `details`. n8n 1 needs
 * an `error` next to `json`, but would replace `json` with the message. If `error` is not enumerable, n8n 1 finds it when
 * it separates the outputs, and loses it when it copies the item.
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
	/** @param said n8n's own message */
	expression: (said: string): Problem => ({
		message: said,
		description: 'Check the expression in the parameter named in the message.',
	}),
	/** @param thrown the message of the error */
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

/** What is known, without the message, which is next to the details. */
const fieldsOf = (failure: Failure): IDataObject =>
	Object.fromEntries(
		Object.entries(failure).filter(([name, value]) => name !== 'message' && value !== undefined),
	);
