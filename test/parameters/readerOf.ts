import type { IDataObject } from 'n8n-workflow';

import type { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';

/** Reads these parameters; `input` are the fields of the item. */
export const readerOf = (
	parameters: Record<string, unknown>,
	input: IDataObject = {},
): ParameterReader => ({
	get: (name, fallback) => parameters[name] ?? fallback,
	input,
	zone: 'UTC',
	forAgent: false,
});
