import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { displayParameter, NodeHelpers } from 'n8n-workflow';
import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { findOperation } from '../../nodes/ProjectWorkspace/old/catalogue';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { BUDGET } from '../../nodes/ProjectWorkspace/old/run/agent';
import { EVENT_NAMES } from '../../nodes/ProjectWorkspace/old/trigger/names';

const FOLDER = join(__dirname, '..', '..', 'templates');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

const ACTION = 'n8n-nodes-project-workspace.projectWorkspace';
/** Types whose address n8n makes out of `webhookId`. */
const WITH_WEBHOOK = /(Trigger|\.form)$/;
const WITHOUT_WEBHOOK = [
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.scheduleTrigger',
	`${ACTION}PollingTrigger`,
];
/** What n8n itself adds to the tool variant of every node, and to a node that polls. */
const OF_N8N = ['descriptionType', 'toolDescription', 'pollTimes'];

interface Template {
	name: string;
	nodes: INode[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const read = (file: string) => {
	const text = readFileSync(join(FOLDER, file), 'utf8');
	return { text, template: JSON.parse(text) as Template };
};

const isTrigger = ({ type }: INode) => type === `${ACTION}Trigger`;
const isOurs = ({ type }: INode) => type.startsWith(ACTION);

const action: INodeTypeDescription = new ProjectWorkspace().description;
const triggers: Record<string, INodeTypeDescription> = {
	[`${ACTION}Trigger`]: new ProjectWorkspaceTrigger().description,
	[`${ACTION}PollingTrigger`]: new ProjectWorkspacePollingTrigger().description,
};

const descriptionOf = ({ type }: INode) => triggers[type] ?? action;

/** The property that a parameter belongs to, if the editor shows it for these parameters. */
function shown(node: INode, name: string): INodeProperties | undefined {
	const type = descriptionOf(node);
	// What a template leaves out has its default, as in the editor.
	const filled = NodeHelpers.getNodeParameters(
		type.properties,
		node.parameters,
		true,
		true,
		node,
		type,
	);
	return type.properties.find(
		(property) =>
			property.name === name &&
			displayParameter(
				filled ?? {},
				{ ...property, displayOptions: withoutTool(property) },
				node,
				type,
			),
	);
}

/** Whether it is a tool is nothing that parameters say. */
function withoutTool({ displayOptions }: INodeProperties): INodeProperties['displayOptions'] {
	if (!displayOptions?.show) return displayOptions;
	const conditions = Object.entries(displayOptions.show).filter(([name]) => name !== '@tool');
	return { ...displayOptions, show: Object.fromEntries(conditions) };
}

it('the README lists every template, and nothing else', () => {
	const listed = [
		...readFileSync(join(FOLDER, '../README.md'), 'utf8').matchAll(/\(templates\/(.+?)\)/g),
	];
	expect(listed.map(([, file]) => file)).toEqual(files);
});

describe.each(files)('%s', (file) => {
	const { text, template } = read(file);
	const ours = template.nodes.filter(isOurs);
	const named = (name: string) => template.nodes.find((node) => node.name === name);

	it('has notes that say what it does, what to fill in, and where the account settings are', () => {
		const notes = template.nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.map(({ parameters }) => String(parameters.content));
		expect(notes.length).toBeGreaterThanOrEqual(2);
		expect(notes[0]).toContain(`## ${template.name}`);
		expect(notes[0]).toContain('To fill in');
		expect(notes.join('\n')).toContain('account settings → API Keys');
		const webhooks = ours.some(isTrigger);
		expect(notes.join('\n').includes('account settings → Webhooks')).toBe(webhooks);
	});

	it('says which row to start, if there are several', () => {
		const starts = template.nodes.filter(({ type }) => /Trigger$/.test(type));
		const [first] = template.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const [, chosen = '', preselected = ''] =
			/choose \*\*(.+?)\*\* in the list next to \*Execute workflow\*\. n8n selects \*\*(.+?)\*\*/.exec(
				String(first?.parameters.content),
			) ?? [];
		const names = starts.map(({ name }) => name);
		expect([chosen, preselected].filter(Boolean).sort()).toEqual(
			names.length > 1 ? names.sort() : [],
		);
		// It waits for an event, so starting it by hand does nothing at first.
		if (preselected) expect(isTrigger(named(preselected) as INode)).toBe(true);
	});

	it('has no node on a note', () => {
		const [notes, others] = [true, false].map((isNote) =>
			template.nodes.filter(({ type }) => (type === 'n8n-nodes-base.stickyNote') === isNote),
		);
		/** A node with its name and subtitle. */
		const NODE = { width: 100, height: 150 };
		const overlap = (note: INode, node: INode) => {
			const { width, height } = note.parameters as { width: number; height: number };
			const [x, y] = [node.position[0] - note.position[0], node.position[1] - note.position[1]];
			return x > -NODE.width && x < width && y > -NODE.height && y < height;
		};
		const covered = notes?.flatMap((note) =>
			(others ?? []).filter((node) => overlap(note, node)).map(({ name }) => name),
		);
		expect(covered).toEqual([]);
	});

	it('only mentions nodes, parameters and values that exist', () => {
		const inNotes = template.nodes
			.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
			.flatMap(({ parameters }) => [
				...String(parameters.content).matchAll(/\b(?:in|Open|of) \*\*([A-Z][^*]+)\*\*/g),
			])
			.map(([, name = '']) => name)
			.filter((name) => !['URL', 'From List', 'Production URL'].includes(name));
		expect(inNotes).not.toEqual([]);
		for (const name of inNotes) expect(named(name)?.name ?? `no node ${name}`).toBe(name);
	});

	it('uses what our nodes have, as the editor would', () => {
		expect(ours.length).toBeGreaterThan(0);
		for (const node of ours) {
			const { resource, operation, events } = node.parameters;
			expect(node.typeVersion).toBe(Math.max(...[descriptionOf(node).version].flat()));
			if (triggers[node.type]) {
				expect(EVENT_NAMES).toEqual(expect.arrayContaining((events ?? []) as string[]));
			} else {
				expect(findOperation(String(resource), String(operation))).toBeDefined();
			}
			for (const name of Object.keys(node.parameters)) {
				if (node.type !== ACTION && OF_N8N.includes(name)) continue;
				expect(shown(node, name)?.name ?? `${node.name}: no ${name}`).toBe(name);
			}
		}
	});

	it('sets everything that our nodes require', () => {
		for (const node of ours) {
			const { properties } = descriptionOf(node);
			const missing = properties
				.filter(({ required, name }) => required && shown(node, name) && !node.parameters[name])
				.map(({ name }) => `${node.name}: ${name}`);
			expect(missing).toEqual([]);
		}
	});

	// Otherwise the editor reads them anew when the node is opened, and hides those that no record shows.
	it('has everything that the editor needs for mapped fields', () => {
		for (const { name, parameters } of ours) {
			const { schema = [] } = (parameters.fields ?? {}) as { schema?: object[] };
			for (const field of schema) {
				expect({ name, field }).toMatchObject({ field: { readOnly: false, removed: false } });
			}
		}
	});

	it('has one ID per node, and webhook IDs where n8n needs them', () => {
		const ids = template.nodes.flatMap(({ id, webhookId }) => [
			id,
			...(webhookId ? [webhookId] : []),
		]);
		expect(new Set(ids).size).toBe(ids.length);
		expect(new Set(template.nodes.map(({ name }) => name)).size).toBe(template.nodes.length);
		for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
		for (const { name, type, webhookId } of template.nodes) {
			const needed = WITH_WEBHOOK.test(type) && !WITHOUT_WEBHOOK.includes(type);
			expect([name, webhookId !== undefined]).toEqual([name, needed]);
		}
	});

	it('only connects existing nodes, and each node is connected', () => {
		const targets = Object.values(template.connections).flatMap((outputs) =>
			Object.values(outputs).flatMap((lists) =>
				lists.flatMap((list) => list.map(({ node }) => node)),
			),
		);
		const connected = new Set([...Object.keys(template.connections), ...targets]);
		for (const name of connected) expect(named(name)?.name).toBe(name);
		for (const { name, type } of template.nodes) {
			if (type !== 'n8n-nodes-base.stickyNote') expect(connected).toContain(name);
		}
	});

	it('only has made-up keys, credentials and hosts', () => {
		expect(text).not.toMatch(/ac_(test|live)_|sk-|whsec_|Bearer /);
		expect(template.nodes.filter(({ credentials }) => credentials)).toEqual([]);
		const hosts = [...text.matchAll(/https?:\/\/([^/\s"'`]+)/g)].map(([, host]) => host);
		for (const host of hosts) expect(host).toMatch(/(^|\.)example\.com$/);
		expect(text).not.toMatch(/\/(root|home|tmp|work)\/|localhost|127\.0\.0\.1/);
	});
});

it('the note on what an agent gets names the budget', () => {
	expect(read('5-ai-agent-for-tasks.json').text).toContain(`at most ${BUDGET.records} of them`);
});

it('no two templates share an ID', () => {
	const ids = files.flatMap((file) =>
		read(file).template.nodes.flatMap(({ id, webhookId }) => [id, webhookId]),
	);
	const given = ids.filter((id) => id !== undefined);
	expect(new Set(given).size).toBe(given.length);
});
