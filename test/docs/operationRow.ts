import { idParameter, type Operation } from '../../nodes/ProjectWorkspace/catalogue';

/** The row of an operation in the README's table; the ID of its own resource is written as in the documentation. */
export const operationRow = ({ resource, value, endpoint, method, path }: Operation) => [
	resource.displayName,
	endpoint.name,
	`\`${resource.value}:${value}\``,
	`${method} ${path.replace(`{${idParameter(resource)}}`, '{id}')}`,
];
