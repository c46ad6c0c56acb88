import type { INodeProperties } from 'n8n-workflow';

import { createOperation, type Operation } from '../catalogue';
import { BOUNDS } from '../client/retry/policy';
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
		'How many items are worked on side by side. The output keeps the order of the input. With 1 each request waits for the one before.',
};

const ignoreFieldsOption: INodeProperties = {
	displayName: 'Ignore Fields From Input',
	name: 'ignoreFields',
	type: 'string',
	default: '',
	displayOptions: { show: { '/fields.mappingMode': ['autoMapInputData'] } },
	placeholder: 'e.g. row_number, notes',
	description: 'Names of the input fields that are not sent, separated by commas',
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
		'How often a request is sent at most when no answer comes or the service is down. Requests that create or trigger something are only sent again when the service surely did not act.',
};

const maxQuotaWaitOption: INodeProperties = {
	displayName: 'Max Quota Wait',
	name: 'maxQuotaWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: MAX_QUOTA_WAIT_S,
	description:
		'How many seconds a request that the quota refused waits for its turn before it is given up',
};

const timeoutOption: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_TIMEOUT_MS,
	description: 'How many milliseconds to wait for an answer before the request is given up',
};

/** Name of the option that says where a reference travels when the documentation leaves it open. */
export const placementOptionName = (parameter: string) => `${parameter}Placement`;

function placementOption({
	parameter,
	displayName,
	sendAs,
}: NonNullable<Operation['endpoint']['references']>[number]): INodeProperties {
	return {
		displayName: `Send ${displayName} In`,
		name: placementOptionName(parameter),
		type: 'options',
		default: 'body',
		description: `Where '${sendAs}' travels. The service's documentation leaves it open.`,
		options: [
			{ name: 'Body', value: 'body', description: `As the field '${sendAs}' of the JSON body` },
			{ name: 'Query', value: 'query', description: `As ?${sendAs}=… behind the address` },
		],
	};
}
