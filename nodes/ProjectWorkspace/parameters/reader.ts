import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * Reads the parameters of each item. A parameter without an expression is read only once, because reading it for each of
 * a thousand items takes much of the node's own time.
 * @throws NodeOperationError with n8n's own message if an expression cannot be resolved
 */
export interface ParameterReader {
	(name: string, item: number, fallback: unknown): unknown;
	/** The value of a resource locator. */
	locator: (name: string, item: number) => unknown;
	inputOf: (item: number) => unknown;
}

export function parameterReader(context: IExecuteFunctions): ParameterReader {
	const parameters = context.getNode().parameters;
	const values = new Map<string, unknown>();
	const input = context.getInputData();
	const cached = (name: string, readFor: () => unknown) => {
		if (values.has(name)) return values.get(name);
		const value = resolved(context, readFor);
		if (!hasExpression(parameters[name])) values.set(name, value);
		return value;
	};
	return Object.assign(
		(name: string, item: number, fallback: unknown) =>
			cached(name, () => context.getNodeParameter(name, item, fallback)),
		{
			locator: (name: string, item: number) =>
				cached(name, () => context.getNodeParameter(name, item, '', { extractValue: true })),
			inputOf: (item: number) => input[item]?.json,
		},
	);
}

/** A poll has no items, and so parameters have one value. */
export const pollReader = (context: IPollFunctions): ParameterReader =>
	Object.assign(
		(name: string, _item: number, fallback: unknown) =>
			resolved(context, () => context.getNodeParameter(name, fallback)),
		{
			locator: (name: string) =>
				resolved(context, () => context.getNodeParameter(name, '', { extractValue: true })),
			inputOf: () => undefined,
		},
	);

function resolved(context: Pick<IPollFunctions, 'getNode'>, read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new NodeOperationError(context.getNode(), message);
	}
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** Whether a parameter was left empty, in any of the forms in which n8n returns it. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Names from a list, or from a comma-separated string of an expression or an AI agent. */
export function splitNames(value: unknown): string[] {
	const names = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
	return names.map((name) => name.trim()).filter((name) => name !== '');
}
