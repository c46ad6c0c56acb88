import { readFilter } from '../parameters/filters';
import { readOptions } from '../parameters/options';
import type { ParameterReader } from '../parameters/reader';
import { readRequest } from '../parameters/request';
import type { RecordFilter } from '../records/filter';
import { fieldAt } from '../records/value';
import { operationOf, type ResourceName } from '../resources';
import type { ApiRequest } from '../transport/types';

export type ChangeType = 'new' | 'changed' | 'removed';

export interface PollSettings {
	resource: ResourceName;
	/** The request for the list of the resource. */
	request: ApiRequest;
	/** Which changes start the workflow. */
	changes: ChangeType[];
	/** The fields that count as a change; all if there are none. */
	watchFields: string[];
	filter: RecordFilter | undefined;
	requireComplete: boolean;
	startWithExisting: boolean;
	/** The settings that decide which records are in the list, and what counts as a change. */
	dependsOn: unknown[];
}

const RESOURCES = ['task', 'project', 'user', 'workflow'] as const satisfies ResourceName[];

const CHANGES: readonly ChangeType[] = ['new', 'changed', 'removed'];

/** The parameters of the polling trigger. */
export function readPollSettings(reader: ParameterReader): PollSettings {
	const resource = reader.choice('resource', 'Resource', RESOURCES);
	const operation = operationOf(resource, 'getAll');
	const options = readOptions(reader);
	const { request } = readRequest(reader, operation, options);
	const watchFields = reader.names('watchFields', 'Watch Field Names or IDs').sort();

	const { saved } = reader.item;
	return {
		resource,
		request,
		changes: reader.selection('changes', 'Changes', CHANGES),
		watchFields,
		filter: readFilter(reader),
		requireComplete: options.requireComplete,
		startWithExisting: options.startWithExisting,
		dependsOn: [
			resource,
			request.query.project_id,
			watchFields,
			// The saved form, because an expression may return another value at each poll.
			saved.filters,
			saved.combineFilters,
			fieldAt(saved, 'options.queryParameters'),
		],
	};
}
