import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { JsonObject } from '../records/value';
import { hasExpression, isExpressionAt } from './expression';

/** The parameters of one item. Its functions throw n8n's own error if an expression cannot be evaluated. */
export interface ParameterReader {
	get: (name: string, fallback: unknown) => unknown;
	/** The parameter as it is saved, with its expressions. */
	saved: (name: string) => unknown;
	/** Whether the value at a path of names and positions comes from an expression. */
	isExpression: (...path: Array<string | number>) => boolean;
	/** The fields of the item. */
	input: JsonObject;
	/** The time zone of the workflow. */
	zone: string;
	/** Whether an AI agent has filled in the parameters: it writes something where it means nothing. */
	forAgent: boolean;
}

/** A parameter without an expression is read once for all items, because n8n takes long to read one. */
export function itemReaders(
	context: IExecuteFunctions,
	forAgent: boolean,
): (item: number) => ParameterReader {
	const { parameters } = context.getNode();
	const items = context.getInputData();
	const zone = context.getTimezone();
	const fixed = new Map<string, unknown>();

	const get = (item: number, name: string, fallback: unknown): unknown => {
		if (fixed.has(name)) return fixed.get(name);

		const value: unknown = context.getNodeParameter(name, item, fallback);
		if (!hasExpression(parameters[name])) fixed.set(name, value);
		return value;
	};

	return (item) => ({
		get: (name, fallback) => get(item, name, fallback),
		saved: (name) => parameters[name],
		isExpression: (...path) => isExpressionAt(parameters, path),
		input: items[item]?.json ?? {},
		zone,
		forAgent,
	});
}

/** A trigger has no items, so each parameter has one value. */
export function triggerReader(
	context: Pick<IPollFunctions, 'getNode' | 'getNodeParameter' | 'getTimezone'>,
): ParameterReader {
	const { parameters } = context.getNode();
	return {
		get: (name, fallback) => context.getNodeParameter(name, fallback),
		saved: (name) => parameters[name],
		isExpression: (...path) => isExpressionAt(parameters, path),
		input: {},
		zone: context.getTimezone(),
		forAgent: false,
	};
}
