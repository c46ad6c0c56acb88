import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../derive/request';
import type { Failure } from '../transport/types';

/** Why one item did not succeed: something the person filled in, or something that the service said. */
export type ItemError =
	| { kind: 'input'; problem: Problem }
	| { kind: 'request'; failure: Failure }
	| { kind: 'expression'; message: string };

/** Stops the execution, with the item named. */
export function nodeError(
	node: INode,
	error: ItemError,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error.kind === 'request') {
		const { message, description, status } = error.failure;
		const thrown = new NodeApiError(node, { message } as JsonObject, {
			message,
			description,
			itemIndex,
			...(status === undefined ? {} : { httpCode: String(status) }),
		});
		thrown.context.data = details(error);
		return thrown;
	}
	return error.kind === 'input'
		? new NodeOperationError(node, error.problem.message, {
				description: error.problem.description,
				itemIndex,
			})
		: new NodeOperationError(node, error.message, { itemIndex });
}

/**
 * An item for the error output. n8n takes it for one only if all its keys are among
 * `error`, `message` and `details`.
 */
export function errorItem(error: ItemError, item: number): INodeExecutionData {
	const message =
		error.kind === 'request'
			? error.failure.message
			: error.kind === 'input'
				? error.problem.message
				: error.message;
	return { json: { error: message, details: details(error) }, pairedItem: { item } };
}

function details(error: ItemError): IDataObject {
	switch (error.kind) {
		case 'request':
			// The message stands beside the details already; n8n shows both.
			return Object.fromEntries(
				Object.entries(error.failure).filter(([name]) => name !== 'message'),
			);
		case 'input':
			return { code: 'invalidParameter', description: error.problem.description };
		case 'expression':
			return { code: 'invalidExpression' };
	}
}
