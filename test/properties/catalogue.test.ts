import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { resources } from '../../nodes/ProjectWorkspace/resources';

const root = join(__dirname, '../..');
const action = new ProjectWorkspace().description;
const nodes = [
	action,
	new ProjectWorkspaceTrigger().description,
	new ProjectWorkspacePollingTrigger().description,
];

test("the README's table of operations is that of the node", () => {
	const rows = resources.map(({ name, displayName }) => {
		const [menu] = action.properties.filter(
			(each) => each.name === 'operation' && each.displayOptions?.show?.resource?.includes(name),
		);
		const labels = menu!.options!.map((option) => option.name);
		return `| ${displayName} | ${labels.join(' · ')} |`;
	});
	const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(/ +\|/g, ' |');
	for (const row of rows) expect(readme).toContain(row);
});

const code = join(root, 'nodes/ProjectWorkspace');
const sources = readdirSync(code, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.ts') && !file.startsWith('properties/'))
	.map((file) => ({ file, text: readFileSync(join(code, file), 'utf8') }));

const optionsOf = (properties: readonly INodeProperties[]) =>
	properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options.map(({ name }) => name));

const options = [...new Set(nodes.flatMap(({ properties }) => optionsOf(properties)))];

test.each(options)('the option %s is read, and something is done with it', (name) => {
	const reads = sources.filter(({ text }) => text.includes(`'${name}'`));
	expect(reads).not.toEqual([]);

	const readers = [
		'parameters/options.ts',
		'webhook/triggerSettings.ts',
		'polling/pollSettings.ts',
	];
	const uses = sources.filter(
		({ file, text }) => !readers.includes(file) && new RegExp(`\\b${name}\\b`).test(text),
	);
	expect(uses.map(({ file }) => file)).not.toEqual([]);
});

test.each(nodes.map(({ displayName, properties }) => [displayName, properties] as const))(
	'each parameter of %s is read',
	(_, properties) => {
		const text = sources.map((source) => source.text).join('\n');
		const unread = properties
			// The ID of a record is read by the name of its resource.
			.filter(({ type }) => type !== 'notice' && type !== 'resourceLocator')
			.filter(({ name }) => !new RegExp(`['.]${name}\\b`).test(text));
		expect(unread.map(({ name }) => name)).toEqual([]);
	},
);
