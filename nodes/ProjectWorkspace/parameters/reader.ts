import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isObject } from '../records/json';

/**
 * The parameters of one item.
 * @throws NodeOperationError with n8n's own message if an expression cannot be resolved
 */
export interface ParameterReader {
	get: (name: string, fallback: unknown) => unknown;
	/** The fields of the item. */
	input: IDataObject;
	/** An AI agent fills optional values with an empty string. */
	forAgent: boolean;
}

/** A parameter without an expression is read once for all items, because n8n takes long to read one. */
export function parameterReaders(
	context: IExecuteFunctions,
	forAgent: boolean,
): (item: number) => ParameterReader {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const values = new Map<string, unknown>();
	const cached = (name: string, read: () => unknown) => {
		if (values.has(name)) return values.get(name);
		const value = resolved(context, read);
		if (!hasExpression(parameters[name])) values.set(name, value);
		return value;
	};
	return (item) => ({
		get: (name, fallback) => cached(name, () => context.getNodeParameter(name, item, fallback)),
		input: items[item]?.json ?? {},
		forAgent,
	});
}

/** A trigger has no items, and so parameters have one value. */
export const triggerReader = (
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter'>,
): ParameterReader => ({
	get: (name, fallback) => resolved(context, () => context.getNodeParameter(name, fallback)),
	input: {},
	forAgent: false,
});

/** The value of a resource locator. Copied IDs, unlike selected ones, may have spaces or a line break around them. */
export function readLocator(read: ParameterReader, name: string): unknown {
	const given = read.get(name, '');
	const isLocator = isObject(given) && 'mode' in given && 'value' in given;
	const id = isLocator ? given.value : given;
	const isSelected = isLocator && given.mode === 'list';
	return typeof id === 'string' && !isSelected ? id.trim() : id;
}

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

/** Names from a list, or from a comma-separated string of an expression or an AI agent, which may write a list as JSON. */
export function splitNames(value: unknown): string[] {
	const text = String(value ?? '').replace(/^\s*\[(.*)\]\s*$/s, '$1');
	const names = Array.isArray(value) ? value.map(String) : text.split(',');
	return names.map((name) => name.trim().replace(/^"(.*)"$/, '$1')).filter((name) => name !== '');
}
