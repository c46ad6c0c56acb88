import type { INodeParameters } from 'n8n-workflow';

import { readOptions, type Options } from '../../nodes/ProjectWorkspace/parameters/options';
import { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';

/** The parameters of an item with these options. */
export function parametersOf(
	options: INodeParameters,
	zone: string,
): { reader: ParameterReader; options: Options } {
	const saved: INodeParameters = { options };
	const item = { saved, input: {}, zone, forAgent: false };
	const reader = new ParameterReader(item, (name) => saved[name]);
	return { reader, options: readOptions(reader) };
}
