import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { readOptions } from '../../nodes/ProjectWorkspace/parameters/options';
import { ParameterReader } from '../../nodes/ProjectWorkspace/parameters/reader';
import { givenValue } from '../../nodes/ProjectWorkspace/records/same';
import { resourcesByName } from '../../nodes/ProjectWorkspace/resources';
import type { MatchRequest } from '../../nodes/ProjectWorkspace/upsert/matchRequest';

const ZONE = 'America/New_York';

/** What an item of Create or Update asks for: these values, found by one or some of them. */
export function matchRequestOf(
	values: IDataObject,
	matchOn: readonly string[],
	options: INodeParameters = {},
	item: Partial<MatchRequest> = {},
): MatchRequest {
	const { match = Object.fromEntries(matchOn.map((name) => [name, values[name]])) } = item;
	const given = Object.entries({ ...values, ...match });
	const saved: INodeParameters = { options };
	const reader = new ParameterReader(
		{ saved, input: {}, zone: ZONE, forAgent: false },
		(name) => saved[name],
	);
	return {
		resource: resourcesByName.task,
		body: { text: JSON.stringify(values), values },
		given: new Map(given.map(([name, value]) => [name, givenValue(value, ZONE)])),
		ifMatch: 'update',
		noMatch: 'create',
		options: readOptions(reader),
		reader,
		...item,
		match,
	};
}
