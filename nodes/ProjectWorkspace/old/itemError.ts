import type { Failure as NodeFailure, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { errorRow } from './client/errors';
import type { Redactor } from './client/redact';
import type { Failure } from './client/types';
import { asHtml, oneLine, shortened } from './texts';
import type { Problem } from './result';

/** Why one item did not succeed. By default, a parameter, the credential or an expression has to be changed. */
export interface ItemError extends Problem {
	/** In n8n's terms, if no request failed; by default the configuration. */
	cause?: 'credential-invalid' | 'temporarily-unavailable' | 'node-defect';
	/** `code` in the details, if no request failed. */
	code?: string;
	/** Why a request failed. */
	failure?: Failure;
	/** Why a list cannot be used. */
	list?: {
		/** How many records were read before, and those of them that are reported. */
		read: number;
		records: IDataObject[];
		/** The cursor, page number, offset or link of the page that could not be read. */
		cursor?: string;
		/** Reading again may help; any other needs a setting. */
		mayPass: boolean;
	};
}

export const requestError = (failure: Failure): ItemError => ({
	message: failure.message,
	description: failure.description,
	failure,
});

const INVALID_EXPRESSION = 'invalidExpression';

/** Only reading parameters is expected to throw; anything else is a bug. */
export function thrownError(thrown: unknown): ItemError {
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	if (thrown instanceof NodeOperationError) {
		const description = 'Check the expression in the parameter named in the message.';
		return { message, description, code: INVALID_EXPRESSION };
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
export function withoutSecrets(error: ItemError, { inMessages, inRecords }: Redactor): ItemError {
	const { message, description, code, cause, failure, list } = error;
	return {
		...inMessages({ message, description, code }),
		// Names in the code, whatever a header's value is.
		cause,
		failure: failure && { ...inMessages(failure), cause: failure.cause, method: failure.method },
		list: list && {
			...list,
			cursor: inMessages(list.cursor),
			records: inRecords(list.records),
		},
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
	const text = `${oneLine(error.message)}${items > 1 ? ` [item ${itemIndex}]` : ''}`;
	// As n8n shows it in its toast. Its log has the same line.
	const message = asHtml(text);
	const advice = asHtml(shortened(error.description));
	const description = [advice, writtenBefore(written, items)].filter(Boolean).join(' ');
	const options = { description, itemIndex, failure: failureOf(error) };
	const isFromService = error.failure ?? error.list;
	const thrown = isFromService
		? new NodeApiError(
				node,
				{ message },
				{ ...options, message, httpCode: error.failure?.status?.toString() },
			)
		: new NodeOperationError(node, message, options);
	const known = isFromService ? details(error) : {};
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
export function failureOf({ cause, failure, list }: ItemError): NodeFailure | undefined {
	if (!failure) return list?.mayPass ? undefined : { cause: cause ?? 'configuration-invalid' };
	const { n8nCause } = errorRow(failure.cause);
	return n8nCause && { cause: n8nCause, retryAfterMs: failure.retryAfterMs };
}

/**
 * An item for the error output. n8n 2 recognizes it if all its keys are among `error`, `message` and `details`. n8n 1 needs
 * an `error` next to `json`. Not enumerable: n8n 1 routes by it, but does not copy it over `json`.
 */
export function errorItem(
	error: ItemError,
	item: number,
	hasOwnOutput: boolean,
): INodeExecutionData {
	const message = shortened(error.message);
	const output = { json: { error: message, details: details(error) }, pairedItem: { item } };
	return hasOwnOutput ? Object.defineProperty(output, 'error', { value: { message } }) : output;
}

/** What is known, without the message, which is next to the details, and what only the node needs. */
function details({
	description,
	code = 'invalidParameter',
	failure,
	list,
}: ItemError): IDataObject {
	const facts = {
		...(failure ?? { code }),
		description: code === INVALID_EXPRESSION ? undefined : shortened(description),
		...(list && { recordsSoFar: list.read, cursor: list.cursor, records: list.records }),
		...{ message: undefined, isJson: undefined, isRetryAfterTooLong: undefined },
	};
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
