import { operations } from '../catalogue';

/** What the node does, under its name on the canvas: "Create a task" instead of "create: task". */
export function subtitle(): string {
	const actions = Object.fromEntries(
		operations.map(({ resource, value, endpoint }) => [
			`${resource.value}:${value}`,
			endpoint.action,
		]),
	);
	return `={{ (${JSON.stringify(actions)})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}
