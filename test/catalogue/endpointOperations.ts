import { operations } from '../../nodes/ProjectWorkspace/catalogue';

/** The operations that have an endpoint of their own, with a name for each. */
export const endpointOperations = operations.flatMap((operation) =>
	operation.endpoint ? [operation] : [],
);

export const namedEndpointOperations = endpointOperations.map(
	(operation) => [`${operation.resource.value}:${operation.value}`, operation] as const,
);
