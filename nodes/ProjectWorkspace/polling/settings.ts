import { UserError } from '../errors';
import { readFilter, readOptions } from '../parameters/options';
import { namesIn, type ParameterReader } from '../parameters/reader';
import { readRequest } from '../parameters/request';
import type { RecordFilter } from '../records/filter';
import type { JsonObject } from '../records/value';
import { operationOf, resources, type ResourceName } from '../resources';
import type { ApiRequest, ListSettings } from '../transport/types';

export type ChangeType = 'new' | 'changed' | 'removed';

export interface PollSettings {
	resource: ResourceName;
	/** For the list of the resource. */
	request: ApiRequest;
	/** Which changes start the workflow. */
	changes: ChangeType[];
	/** Which fields count as a change; all if there are none. */
	watchFields: string[];
	filter: RecordFilter | undefined;
	requireComplete: boolean;
	startWithExisting: boolean;
	/** Those of them that decide which records are in the list, and what counts as a change. */
	scope: unknown[];
}

/** The parameters of the polling trigger. */
export function readSettings(reader: ParameterReader, lists: ListSettings): PollSettings {
	const resource = readResource(reader);
	const operation = operationOf(resource, 'getAll');
	const options = readOptions(reader);
	const { request } = readRequest(reader, operation, options, lists);
	const watchFields = namesIn(reader.get('watchFields', []), 'Watch Field Names or IDs').sort();

	return {
		resource,
		request,
		changes: readChanges(reader),
		watchFields,
		filter: readFilter(reader),
		requireComplete: options.requireComplete,
		startWithExisting: options.startWithExisting,
		scope: [
			resource,
			request.query.project_id,
			watchFields,
			// As they are saved, because an expression may return another value at each poll.
			reader.saved('filters'),
			reader.saved('combineFilters'),
			(reader.saved('options') as JsonObject | undefined)?.queryParameters, // a collection
		],
	};
}

function readResource(reader: ParameterReader): ResourceName {
	const name = reader.get('resource', '');
	const resource = resources.find(({ value }) => value === name);
	if (resource) return resource.value;

	throw new UserError(`There is no resource "${String(name)}"`, "Choose 'Resource' from its list.");
}

const CHANGE_TYPES: readonly ChangeType[] = ['new', 'changed', 'removed'];

function readChanges(reader: ParameterReader): ChangeType[] {
	const names = namesIn(reader.get('changes', []), 'Changes');
	const unknown = names.find((name) => !CHANGE_TYPES.some((type) => type === name));
	if (unknown !== undefined) {
		throw new UserError(
			`'Changes' cannot contain "${unknown}"`,
			"Select from its list. In an expression, use 'new', 'changed' and 'removed'.",
		);
	}
	if (names.length === 0) {
		throw new UserError('No changes are selected', "Select at least one in 'Changes'.");
	}
	return CHANGE_TYPES.filter((type) => names.includes(type));
}
