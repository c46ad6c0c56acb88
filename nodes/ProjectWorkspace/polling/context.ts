import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ParameterReader } from '../parameters/reader';

/** n8n 1 has no budget and does not end a poll; this is what n8n 2 gives unless set otherwise. */
const BUDGET_MS = 5 * 60_000;

/** How long the poll may take, with a signal for its end. */
export function budgetOf(context: IPollFunctions) {
	const ms = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : BUDGET_MS;
	return { ms, signal: AbortSignal.timeout(ms) };
}

/** All that is sent and waited for ends when the signal does. */
export const bounded = (context: IPollFunctions, signal: AbortSignal): IPollFunctions =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IPollFunctions; // the same with one method more

/** A poll has no items, and so parameters have one value. */
export function readerOf(context: IPollFunctions): ParameterReader {
	const value = (read: () => unknown) => {
		try {
			return read();
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			throw new NodeOperationError(context.getNode(), message);
		}
	};
	return Object.assign(
		(name: string, _item: number, unset: unknown) =>
			value(() => context.getNodeParameter(name, unset)),
		{
			locator: (name: string) =>
				value(() => context.getNodeParameter(name, '', { extractValue: true })),
			inputOf: () => undefined,
		},
	);
}
