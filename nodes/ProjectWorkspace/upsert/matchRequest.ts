import type { Body } from '../parameters/body';
import type { Options } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import { requestOf, type ItemRequest } from '../parameters/request';
import type { GivenValue } from '../records/same';
import type { JsonObject } from '../records/value';
import { operationOf, type Resource } from '../resources';

/** What one item asks for. */
export interface MatchRequest {
	resource: Resource;
	/** The values by which a record is found. None is empty. */
	match: JsonObject;
	/** What to write. */
	body: Body;
	/** The values of both in the forms in which they may be saved, read once. */
	given: ReadonlyMap<string, GivenValue>;
	/** `keep`: the record stays as it is. */
	ifMatch: 'update' | 'keep';
	noMatch: 'create' | 'skip' | 'stop';
	options: Options;
	/** Has the parameters of the item, such as 'Project'. */
	reader: ParameterReader;
}

/**
 * A request for an item. 'Query Parameters' go with the list as well: some services only list open records without one.
 * @throws UserError if the parameters of the item do not allow it
 */
export function requestFor(
	{ resource, options, reader }: MatchRequest,
	operation: 'getAll' | 'create' | 'update',
	body?: Body,
	id?: string | number,
): ItemRequest {
	return requestOf(reader, operationOf(resource.name, operation), options, { body, id });
}
