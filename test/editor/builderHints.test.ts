import type { INodeTypeDescription } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';

const descriptions: INodeTypeDescription[] = [
	new ProjectWorkspace().description,
	new ProjectWorkspaceTrigger().description,
	new ProjectWorkspacePollingTrigger().description,
];

const typeOf = ({ name }: { name: string }) => `n8n-nodes-project-workspace.${name}`;

/** What n8n leaves in a property, and fields of our output. */
const NOT_PARAMETERS = ['value', 'matchingColumns', '_change', 'type'];

/** Every object within a description that has the property. */
function having<Name extends string>(
	name: Name,
	within: unknown,
): Array<Record<Name, unknown> & { name?: unknown }> {
	if (typeof within !== 'object' || within === null) return [];
	const inner = Object.values(within).flatMap((value) => having(name, value));
	return name in within ? [within as Record<Name, unknown>, ...inner] : inner;
}

const namesIn = (description: INodeTypeDescription) =>
	new Set(['name', 'value'].flatMap((key) => having(key, description).map((each) => each[key])));

describe.each(descriptions)('$name', (description) => {
	const { builderHint, properties } = description;

	test("tells n8n's workflow builder when to use it, and refers to the other two", () => {
		expect(builderHint?.searchHint).toMatch(/^[A-Z].*\.$/);
		expect(builderHint?.relatedNodes?.map(({ nodeType }) => nodeType).sort()).toEqual(
			descriptions
				.filter((other) => other !== description)
				.map(typeOf)
				.sort(),
		);
	});

	test('only mentions parameters and values that exist', () => {
		const names = namesIn(description);
		const hints = [
			builderHint?.searchHint,
			...having('propertyHint', properties).map(({ propertyHint }) => propertyHint),
		];
		const mentioned = hints.flatMap((hint) =>
			Array.from(String(hint).matchAll(/'(\w+)'/g), ([, name = '']) => name),
		);
		expect(mentioned.length).toBeGreaterThan(0);
		const unknown = mentioned.filter((name) => !names.has(name) && !NOT_PARAMETERS.includes(name));
		expect(unknown).toEqual([]);
	});

	test('only has hints of parameters, because the builder does not read those of their choices', () => {
		const choices = having('value', properties).filter(({ name }) => name !== undefined);
		expect(choices.length).toBeGreaterThan(0);
		expect(choices.filter((choice) => 'builderHint' in choice)).toEqual([]);
	});

	// n8n does not load a node that has one there.
	test('has no hint for resource and operation', () => {
		const hinted = having('builderHint', properties).map(({ name }) => name);
		expect(hinted).not.toContain('resource');
		expect(hinted).not.toContain('operation');
	});
});

test('a mapper reads its fields from the service when it is opened', () => {
	const mappers = having('resourceMapper', new ProjectWorkspace().description.properties);
	expect(mappers.length).toBeGreaterThan(0);
	for (const { resourceMapper } of mappers) {
		expect(resourceMapper).toMatchObject({
			...{ refreshIncompleteSchemaOnOpen: true, supportAutoMap: true, hideNoDataError: true },
			addAllFields: false,
		});
	}
});
