import type { INodeProperties } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { BOUNDS } from '../client/retryPolicy';
import { anyFilterOption } from './filters';
import { canFind, matchOptions, whileMatching } from './finding';
import { listOptions } from './listOptions';
import { queryParametersOption } from './queryParameters';

/** Settings that most people never need. Which of them show follows from the endpoint. */
export function optionsProperty(
	operation: Operation,
	show: Record<string, string[]>,
): INodeProperties {
	const { endpoint, resource } = operation;
	const finds = canFind(operation);
	// What finds no record may have to create it.
	const { references = [] } = finds ? createOperation(resource.value).endpoint : endpoint;
	const placed = references.filter(({ sendIn }) => sendIn === 'bodyOrQuery').map(placementOption);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show },
		options: [
			...(endpoint.answer.gives === 'list' ? [anyFilterOption, ...listOptions] : []),
			...(finds ? [...matchOptions, ...placed.map(whileMatching)] : placed),
			...(endpoint.body ? [ignoreFieldsOption] : []),
			maxAttemptsOption,
			maxQuotaWaitOption,
			parallelRequestsOption,
			queryParametersOption,
			timeoutOption,
		].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

export const DEFAULT_TIMEOUT_MS = 60_000;

export const DEFAULT_PARALLEL_REQUESTS = 32;

const parallelRequestsOption: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_PARALLEL_REQUESTS,
	description:
		'Max number of requests to send at the same time. Set to 1 to send them one by one. The output always keeps the order of the input items.',
};

const ignoreFieldsOption: INodeProperties = {
	displayName: 'Ignore Fields From Input',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	displayOptions: { show: { '/fields.mappingMode': ['autoMapInputData'] } },
	placeholder: 'e.g. row_number, notes',
	description: 'Comma-separated list of input fields that should not be sent',
};

const MAX_ATTEMPTS = BOUNDS.attempts;

const MAX_QUOTA_WAIT_S = BOUNDS.quotaMs / 1000;

const maxAttemptsOption: INodeProperties = {
	displayName: 'Max Attempts',
	name: 'maxAttempts',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: MAX_ATTEMPTS,
	description:
		'Max number of times to send a request when the service does not respond or is unavailable. Requests that create or trigger something are only repeated if the service cannot have processed them.',
};

const maxQuotaWaitOption: INodeProperties = {
	displayName: 'Max Rate Limit Wait',
	name: 'maxQuotaWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: MAX_QUOTA_WAIT_S,
	description:
		'Max number of seconds to keep retrying a request that the rate limit rejected',
};

const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_TIMEOUT_MS,
	description: 'Time in milliseconds to wait for a response before aborting the request',
};

/** Name of the option that says where a reference travels when the documentation leaves it open. */
export const placementOptionName = (parameter: string) => `${parameter}Placement`;

function placementOption({
	parameter,
	displayName,
	sendAs,
}: NonNullable<Operation['endpoint']['references']>[number]): INodeProperties {
	return {
		displayName: `Send ${displayName} ID In`,
		name: placementOptionName(parameter),
		type: 'options',
		default: 'body',
		description: `Where to send '${sendAs}'. The service does not document it.`,
		options: [
			{ name: 'Body', value: 'body', description: `As the '${sendAs}' field of the JSON body` },
			{ name: 'Query', value: 'query', description: `As the '${sendAs}' query parameter` },
		],
	};
}
