import type { IDataObject } from 'n8n-workflow';

import { isExpressionAt } from '../../nodes/ProjectWorkspace/parameters/expression';
import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';

interface Item {
	/** The parameters as they are saved, with their expressions. */
	saved?: Record<string, unknown>;
	/** The fields of the item. */
	input?: IDataObject;
	forAgent?: boolean;
}

/** An item with these parameters, in a workflow in New York. */
export const itemWith = (
	parameters: Record<string, unknown>,
	{ saved = {}, input = {}, forAgent = false }: Item = {},
): ParameterReader => ({
	get: (name, fallback) => (Object.hasOwn(parameters, name) ? parameters[name] : fallback),
	saved: (name) => saved[name],
	isExpression: (...path) => isExpressionAt(saved, path),
	input,
	zone: 'America/New_York',
	forAgent,
});

/** The message of the error that is thrown, or what is returned. */
export function resultOf<T>(read: () => T): T | string {
	try {
		return read();
	} catch (error) {
		return (error as Error).message;
	}
}
