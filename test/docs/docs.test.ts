import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { MAX_WATCHED } from '../../nodes/ProjectWorkspace/polling/watched';
import { MAX_AT_ONCE } from '../../nodes/ProjectWorkspace/transport/client';
import { ProjectWorkspace } from '../../nodes/ProjectWorkspace/ProjectWorkspace.node';
import { ProjectWorkspacePollingTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node';
import { ProjectWorkspaceTrigger } from '../../nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node';
import { findOperation, resources } from '../../nodes/ProjectWorkspace/resources';
import { EVENTS } from '../../nodes/ProjectWorkspace/webhook/events';
import { LAYOUTS } from '../../nodes/ProjectWorkspace/webhook/layouts';

const repository = join(__dirname, '../..');
const textOf = (page: string) => readFileSync(join(repository, page), 'utf8');

const pages = [
	...[
		'README.md',
		'AGENTS.md',
		'CONTRIBUTING.md',
		'SECURITY.md',
		'sandbox/README.md',
		'hosts/README.md',
	],
	...readdirSync(join(repository, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

/** The first table after a heading, as cells without its head. */
function tableAfter(page: string, heading: string): string[][] {
	const [, rest = ''] = `\n${textOf(page)}`.split(`\n${heading}\n`);
	const [table = ''] = /(?:^\|.*\n)+/m.exec(rest) ?? [];
	const rows = table.trimEnd().split('\n').slice(2);
	return rows.map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

const firstColumn = (page: string, heading: string) =>
	tableAfter(page, heading).map(([cell]) => cell);

/** Every option that a node offers. */
const optionsIn = (properties: INodeProperties[]): string[] => {
	const collections = properties.filter(({ name }) => name === 'options');
	const offered = collections.flatMap(({ options = [] }) => options);
	return [...new Set(offered.map((option) => ('displayName' in option ? option.displayName : '')))];
};

const headingsOf = (page: string) =>
	[...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replace(/ /g, '-'),
	);

test.each(pages)('every link and picture in %s exists', (page) => {
	const missing = [...textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
		.map(([, link, picture]) => link ?? picture ?? '')
		.filter((target) => !/^https?:/.test(target))
		.filter((target) => {
			const [path = '', anchor] = target.split('#');
			const file = path === '' ? page : join(dirname(page), path);
			if (!existsSync(join(repository, file))) return true;
			return anchor !== undefined && !headingsOf(file).includes(anchor);
		});
	expect(missing).toEqual([]);
});

test('the table of operations has every endpoint', () => {
	const rows = tableAfter('docs/operations.md', '# Operations').map(([, value, endpoint]) => [
		value,
		endpoint,
	]);
	const expected = resources.flatMap(({ name: resource, endpoints }) =>
		Object.keys(endpoints).map((name) => {
			const { method, path, endpoint } = findOperation(resource, name)!;
			const shown = `${method} ${path.replace(/\{\w+\}/, '{id}')}`;
			const suffix = endpoint.kind === 'lookup' ? ', found by ID' : '';
			const sent = endpoint.kind === 'upsert' ? 'GET, then POST or PUT' : shown + suffix;
			return [`\`${resource}:${name}\``, sent];
		}),
	);
	expect(rows.sort()).toEqual(expected.sort());
});

/** The labels of the fields of a section of the credential. */
const fieldsOf = (name: string) => {
	const [section] = new ProjectWorkspaceApi().properties.find(
		(each) => each.name === name,
	)!.options!;
	return 'values' in section! ? section.values.map(({ displayName }) => displayName) : [];
};

const labelsOf = (properties: INodeProperties[], name: string) =>
	properties.find((each) => each.name === name)!.options!.map((option) => String(option.name));

const action = new ProjectWorkspace().description.properties;
const [filter] = action.find(({ name }) => name === 'filters')!.options!;
const conditions = 'values' in filter! ? labelsOf(filter.values, 'condition') : [];
const trigger = new ProjectWorkspaceTrigger().description.properties;
const polling = new ProjectWorkspacePollingTrigger().description.properties;
const credential = new ProjectWorkspaceApi().properties.filter(
	({ type }) => type !== 'notice' && type !== 'hidden',
);
const namesOf = (properties: INodeProperties[]) => properties.map(({ displayName }) => displayName);

test.each([
	['README.md', '## Credentials', namesOf(credential)],
	['docs/lists.md', '## List Settings', fieldsOf('service')],
	['docs/operations.md', '## Filters', conditions],
	['docs/operations.md', '## Options', optionsIn(action)],
	['docs/agents.md', '## Output', labelsOf(action, 'output')],
	['docs/trigger.md', '# Trigger', EVENTS.map((name) => `\`${name}\``)],
	['docs/trigger.md', '## Options', optionsIn(trigger)],
	['docs/polling-trigger.md', '## Parameters', namesOf(polling)],
])('the table in %s after "%s" has what the code has', (page, heading, expected) => {
	// Those that n8n adds itself, and those that belong to another.
	const others = ['Combine Filters', 'Options', 'Poll Times'];
	const rows = firstColumn(page, heading);
	const sorted = (names: string[]) => names.filter((name) => !others.includes(name)).sort();
	expect(sorted(rows.map(String))).toEqual(sorted(expected));
});

test('the table of signed content has every layout', () => {
	for (const layout of LAYOUTS) expect(textOf('docs/trigger.md')).toContain(`| \`${layout}\` `);
	for (const field of fieldsOf('signature'))
		expect(textOf('docs/trigger.md')).toContain(`| ${field} `);
});

test('the bounds in the docs are those of the code', () => {
	const watched = `up to ${MAX_WATCHED.toLocaleString('en')} records`;
	const proseOf = (page: string) => textOf(page).replace(/\s+/g, ' ');
	expect(proseOf('docs/polling-trigger.md')).toContain(watched);
	expect(proseOf('docs/lists.md')).toContain(`at most ${MAX_AT_ONCE} requests in flight`);
});
