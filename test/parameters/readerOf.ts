import type { IDataObject } from 'n8n-workflow';

import {
	isExpressionAt,
	type ParameterReader,
} from '../../nodes/ProjectWorkspace/old/parameters/reader';

/** Reads these parameters; `input` are the fields of the item. */
export const readerOf = (
	parameters: Record<string, unknown>,
	input: IDataObject = {},
	/** The parameters as they are saved, with their expressions. */
	written: unknown = {},
): ParameterReader => ({
	isExpression: (...path) => isExpressionAt(written, path),
	get: (name, fallback) => (Object.hasOwn(parameters, name) ? parameters[name] : fallback),
	input,
	zone: 'UTC',
	forAgent: false,
});
