import type { INodeProperties } from 'n8n-workflow';

import type { Operation, Upsert } from '../catalogue';
import type { Show } from '../parameters/properties';

export type AnyOperation = Operation | Upsert;

/**
 * The properties of all operations, for each in its order. One that several have is written once, because AI agents and
 * n8n's builder read the whole description.
 * @param root `/` for properties in a collection
 */
export function shared(
	all: readonly AnyOperation[],
	propertiesOf: (operation: AnyOperation) => INodeProperties[],
	root = '',
): INodeProperties[] {
	const found: Array<{ key: string; property: INodeProperties; users: AnyOperation[] }> = [];
	for (const operation of all) {
		let at = 0;
		for (const property of propertiesOf(operation)) {
			const key = JSON.stringify(property);
			const known = found.findIndex((each) => each.key === key);
			if (known < 0) found.splice(at, 0, { key, property, users: [operation] });
			else found[known]?.users.push(operation);
			at = (known < 0 ? at : known) + 1;
		}
	}
	return found.flatMap(({ property, users }) =>
		conditionsFor(users, all).map((condition) => {
			const named = Object.entries(condition).map(([name, values]) => [root + name, values]);
			return shownIf(property, Object.fromEntries(named));
		}),
	);
}

/** One condition if it is true of no other operation, otherwise one for each resource. */
function conditionsFor(users: readonly AnyOperation[], all: readonly AnyOperation[]): Show[] {
	if (users.length === all.length) return [{}];
	const resource = [...new Set(users.map((each) => each.resource.value))];
	const operation = [...new Set(users.map(({ value }) => value))];
	const meant = all.filter(
		(each) => resource.includes(each.resource.value) && operation.includes(each.value),
	);
	if (meant.length === users.length) return [{ resource, operation }];
	return resource.flatMap((name) =>
		conditionsFor(
			users.filter((each) => each.resource.value === name),
			all,
		),
	);
}

export const shownIf = (property: INodeProperties, condition: Show): INodeProperties => {
	const show = { ...condition, ...property.displayOptions?.show };
	return Object.keys(show).length === 0
		? property
		: { ...property, displayOptions: { ...property.displayOptions, show } };
};
