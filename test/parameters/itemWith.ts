import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';

interface Item {
	/** The parameters as they are saved, with their expressions. */
	saved?: object;
	/** The fields of the item. */
	input?: IDataObject;
	forAgent?: boolean;
}

/** An item with these parameters, in a workflow in New York. */
export const itemWith = (
	parameters: Record<string, unknown>,
	{ saved = {}, input = {}, forAgent = false }: Item = {},
): ParameterReader =>
	new ParameterReader(
		{ saved: saved as INodeParameters, input, zone: 'America/New_York', forAgent },
		(name) => parameters[name] ?? null,
	);

/** The message of the error that is thrown, or what is returned. */
export function resultOf<T>(read: () => T): T | string {
	try {
		return read();
	} catch (error) {
		return (error as Error).message;
	}
}
