import { operations } from '../../nodes/ProjectWorkspace/old/catalogue';

/** The operations that have an endpoint of their own, with a name for each; the others combine or read those. */
export const endpointOperations = operations.flatMap((operation) =>
	operation.endpoint && operation.kind !== 'lookup' ? [operation] : [],
);

export const namedEndpointOperations = endpointOperations.map(
	(operation) => [`${operation.resource.value}:${operation.value}`, operation] as const,
);
