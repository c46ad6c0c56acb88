import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Reads parameters for one item after the other. A parameter that holds no expression is the same for all of
 * them and is read from n8n once: for a thousand items that is a good part of the node's own time.
 */
export interface ParameterReader {
	(name: string, item: number, unset: unknown): unknown;
	/** The value of a resource locator. */
	locator: (name: string, item: number) => unknown;
	inputOf: (item: number) => unknown;
}

export function parameterReader(context: IExecuteFunctions): ParameterReader {
	const written = context.getNode().parameters;
	const same = new Map<string, unknown>();
	const input = context.getInputData();
	const once = (name: string, readFor: () => unknown) => {
		if (same.has(name)) return same.get(name);
		const value = readFor();
		if (!holdsExpression(written[name])) same.set(name, value);
		return value;
	};
	return Object.assign(
		(name: string, item: number, unset: unknown) =>
			once(name, () => context.getNodeParameter(name, item, unset)),
		{
			locator: (name: string, item: number) =>
				once(name, () => context.getNodeParameter(name, item, '', { extractValue: true })),
			inputOf: (item: number) => input[item]?.json,
		},
	);
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
