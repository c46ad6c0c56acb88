import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, UserError } from '../errors';
import { asHtml, oneLine } from '../texts';
import type { Redactor } from '../transport/types';

// STAND-IN, until the function that all nodes share is there.

export type NodeError = NodeApiError | NodeOperationError;

/** The error as n8n shows it. */
export function nodeError(node: INode, error: unknown, hide?: Redactor): NodeError {
	if (!(error instanceof ApiError || error instanceof UserError)) {
		return new NodeOperationError(node, error instanceof Error ? error.message : String(error));
	}
	const inMessages = hide?.inMessages ?? (<T>(text: T) => text);
	const message = asHtml(oneLine(inMessages(error.message)));
	const description = asHtml(inMessages(error.description));
	if (error instanceof UserError) {
		return new NodeOperationError(node, message, { description, failure: { cause: error.cause } });
	}
	const { status, cause, retryAfterMs } = error.details;
	const isTimed = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return new NodeApiError(node, { message } satisfies JsonObject, {
		message,
		description,
		httpCode: status?.toString(),
		failure: cause && (isTimed ? { cause, retryAfterMs } : { cause: 'credential-invalid' }),
	});
}
