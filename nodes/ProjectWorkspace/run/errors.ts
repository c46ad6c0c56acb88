import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Problem } from '../parameters/request';
import type { ListRefusal } from '../lists';
import type { Failure } from '../client/types';

/** Why one item did not succeed. */
export type ItemError =
	/** Something that the person filled in. */
	| { kind: 'input'; problem: Problem }
	/** Something that the service or the network said. */
	| { kind: 'request'; failure: Failure }
	/** A list that could not be read to its end, with what was read before; `failure` if a page was refused. */
	| {
			kind: 'list';
			refusal: ListRefusal;
			records: IDataObject[];
			/** How many were read, where not all of them are here. */
			read?: number;
			failure?: Failure;
	  }
	/** What n8n threw while it read a parameter: an expression that cannot be resolved. */
	| { kind: 'expression'; message: string };

/** Stops the execution, with the item named where it is one of several, as the editor would write it. */
export function nodeError(
	node: INode,
	error: ItemError,
	itemIndex: number,
	items = 1,
): NodeApiError | NodeOperationError {
	const { message: words, description } = said(error);
	const message = items > 1 ? `${words} [item ${itemIndex}]` : words;
	if (error.kind === 'input' || error.kind === 'expression') {
		return new NodeOperationError(node, message, { description, itemIndex });
	}
	const status = error.failure?.status;
	const thrown = new NodeApiError(
		node,
		{ message },
		{
			message,
			description,
			itemIndex,
			...(status === undefined ? {} : { httpCode: String(status) }),
		},
	);
	thrown.context.data = details(error);
	return thrown;
}

/**
 * An item for the error output. n8n 2 takes it for one if all its keys are among `error`, `message` and `details`.
 * n8n 1 asks for an `error` beside `json`, for which it would put the mere message in the place of `json`: not
 * enumerable, it is seen where n8n tells the outputs apart and lost where the item is copied into its output.
 */
export function errorItem(
	error: ItemError,
	item: number,
	hasOwnOutput: boolean,
): INodeExecutionData {
	const { message } = said(error);
	const given = { json: { error: message, details: details(error) }, pairedItem: { item } };
	return hasOwnOutput ? Object.defineProperty(given, 'error', { value: { message } }) : given;
}

function said(error: ItemError): { message: string; description?: string } {
	switch (error.kind) {
		case 'input':
			return error.problem;
		case 'request':
			return error.failure;
		case 'expression':
			return {
				message: error.message,
				description: 'Check the expression in the parameter named in the message.',
			};
		case 'list': {
			const { refusal, failure } = error;
			return {
				message: [refusal.message, failure?.message].filter(Boolean).join('. '),
				description: [failure?.description, refusal.description].filter(Boolean).join(' '),
			};
		}
	}
}

function details(error: ItemError): IDataObject {
	switch (error.kind) {
		case 'input':
			return { code: 'invalidParameter', description: error.problem.description };
		case 'request':
			return fieldsOf(error.failure);
		case 'expression':
			return { code: 'invalidExpression' };
		case 'list': {
			const { refusal, records, failure } = error;
			return {
				...(failure ? fieldsOf(failure) : { code: refusal.code ?? refusal.reason }),
				description: said(error).description,
				recordsSoFar: error.read ?? records.length,
				...(refusal.cursor === undefined ? {} : { cursor: refusal.cursor }),
				...(refusal.position ? { goOnWith: { ...refusal.position } } : {}),
				records,
			};
		}
	}
}

/** The message stands beside the details already; n8n shows both. */
const fieldsOf = (failure: Failure): IDataObject =>
	Object.fromEntries(Object.entries(failure).filter(([name]) => name !== 'message'));
