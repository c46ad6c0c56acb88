import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../catalogue';
import { BOUNDS } from '../transport/retry/policy';
import { listOptions } from './listOptions';
import { queryParametersOption } from './queryParameters';

/** Settings that most people never need. Which of them show follows from the endpoint. */
export function optionsProperty(
	operation: Operation,
	show: Record<string, string[]>,
): INodeProperties {
	const placed =
		operation.endpoint.references?.filter(({ sendIn }) => sendIn === 'bodyOrQuery') ?? [];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show },
		options: [
			...(operation.endpoint.answer.gives === 'list' ? listOptions : []),
			maxAttemptsOption,
			maxQuotaWaitOption,
			parallelRequestsOption,
			...placed.map(placementOption),
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

const MAX_ATTEMPTS = BOUNDS.attempts;

const MAX_QUOTA_WAIT_S = BOUNDS.quotaMs / 1000;

const maxAttemptsOption: INodeProperties = {
	displayName: 'Max Attempts',
	name: 'maxAttempts',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: MAX_ATTEMPTS,
	description:
		'How often a request is sent at most when the connection or the service fails. Requests that create or trigger something are only sent again when the service surely did not act.',
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
		description: `Where ${sendAs} travels. The service's documentation leaves it open.`,
		options: [
			{ name: 'Body', value: 'body', description: `As the field ${sendAs} of the JSON body` },
			{ name: 'Query', value: 'query', description: `As ?${sendAs}=… behind the address` },
		],
	};
}
