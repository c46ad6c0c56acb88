import { idParameter, type Operation, type Upsert } from '../../nodes/ProjectWorkspace/old/catalogue';

/** The row of an operation in the README's table; the ID of its own resource is written as in the documentation. */
export const operationRow = (operation: Operation | Upsert) => {
	const { resource, value } = operation;
	const name = resource.endpoints[value]?.name;
	return [resource.displayName, name, `\`${resource.value}:${value}\``, endpointOf(operation)];
};

function endpointOf(operation: Operation | Upsert): string {
	if (!operation.endpoint) {
		const { create, update } = operation;
		return `GET, then ${create.method} or ${update.method}`;
	}
	const { method, path, resource, endpoint } = operation;
	if (endpoint.kind === 'lookup') return `${method} ${path}, found by ID`;
	return `${method} ${path.replace(`{${idParameter(resource)}}`, '{id}')}`;
}
