import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { displayParameter, NodeHelpers } from 'n8n-workflow';
import type { INode, INodeTypeDescription } from 'n8n-workflow';

import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';

const FOLDER = join(__dirname, '..', '..', 'templates');
const OURS = 'n8n-nodes-project-workspace.projectWorkspace';
const NOTE = 'n8n-nodes-base.stickyNote';

/** What n8n itself adds to the tool variant of every node, and to a node that polls. */
const OF_N8N = ['descriptionType', 'toolDescription', 'pollTimes'];
/** Triggers that n8n gives no URL. */
const WITHOUT_URL = /manualTrigger|scheduleTrigger|PollingTrigger/;

const descriptions: Record<string, INodeTypeDescription> = {
	[OURS]: new ProjectWorkspace().description,
	[`${OURS}Tool`]: { ...new ProjectWorkspace().description, name: 'projectWorkspaceTool' },
	[`${OURS}Trigger`]: new ProjectWorkspaceTrigger().description,
	[`${OURS}PollingTrigger`]: new ProjectWorkspacePollingTrigger().description,
};

interface Template {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const files = readdirSync(FOLDER);

/** The properties that the editor shows for the parameters of a node. */
function shownProperties(node: INode) {
	const description = descriptions[node.type] as INodeTypeDescription;
	// What a template leaves out has its default, as in the editor.
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		true,
		node,
		description,
	);

	return description.properties.filter((property) =>
		displayParameter(filled ?? {}, property, node, description),
	);
}

describe.each(files)('%s', (file) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	const { name: title, nodes, connections } = JSON.parse(text) as Template;
	const ours = nodes.filter(({ type }) => type.startsWith(OURS));
	const notes = nodes.filter(({ type }) => type === NOTE);
	const noteText = notes.map(({ parameters }) => String(parameters.content)).join('\n');

	it('has notes that say what it does, what to fill in, and where the account settings are', () => {
		const isTrigger = ours.some(({ type }) => type === `${OURS}Trigger`);

		expect(noteText).toContain(`## ${title}`);
		expect(noteText).toContain('To fill in');
		expect(noteText).toContain('account settings → API Keys');
		expect(noteText.includes('account settings → Webhooks')).toBe(isTrigger);
	});

	it('only mentions nodes that it has', () => {
		const names = nodes.map(({ name }) => name);
		const mentioned = [...noteText.matchAll(/\b(?:in|Open|of) \*\*([A-Z][^*]+)\*\*/g)];

		for (const [, name] of mentioned) expect([...names, 'URL']).toContain(name);
	});

	it('uses what our nodes have, and sets what they require', () => {
		expect(ours.length).toBeGreaterThan(0);

		for (const node of ours) {
			const shown = shownProperties(node);
			const known = [...shown.map(({ name }) => name), ...OF_N8N];
			const options = shown.find(({ name }) => name === 'options')?.options ?? [];
			const required = shown.filter((property) => property.required).map(({ name }) => name);

			expect([node.name, node.typeVersion]).toEqual([node.name, descriptions[node.type]?.version]);
			expect(known).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
			expect(options.map(({ name }) => name)).toEqual(
				expect.arrayContaining(Object.keys(node.parameters.options ?? {})),
			);
			expect(Object.keys(node.parameters)).toEqual(expect.arrayContaining(required));
		}
	});

	it('has one ID per node, and a webhook ID where n8n needs one', () => {
		const ids = nodes.flatMap(({ id, webhookId }) => (webhookId ? [id, webhookId] : [id]));

		expect(new Set(ids).size).toBe(ids.length);
		for (const { name, type, webhookId } of nodes) {
			const isNeeded = /(Trigger|\.form)$/.test(type) && !WITHOUT_URL.test(type);
			expect([name, webhookId !== undefined]).toEqual([name, isNeeded]);
		}
	});

	it('connects every node, and no other', () => {
		const targets = Object.values(connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat(2)
				.map(({ node }) => node),
		);
		const connected = new Set([...Object.keys(connections), ...targets]);
		const names = nodes.filter(({ type }) => type !== NOTE).map(({ name }) => name);

		expect([...connected].sort()).toEqual(names.sort());
	});

	it('has no keys, no credentials and no hosts but made-up ones', () => {
		const hosts = [...text.matchAll(/https?:\/\/([^/\s"'`]+)/g)].map(([, host]) => host);

		expect(text).not.toMatch(/ac_(test|live)_|sk-|whsec_|Bearer /);
		expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
		for (const host of hosts) expect(host).toMatch(/(^|\.)example\.com$/);
	});
});
