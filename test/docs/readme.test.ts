import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ProjectWorkspaceApi } from '../../credentials/ProjectWorkspaceApi.credentials';
import { operations, resources } from '../../nodes/ProjectWorkspace/old/catalogue';
import { EVENTS } from '../../nodes/ProjectWorkspace/old/trigger/names';
import { endpointOperations } from '../catalogue/endpointOperations';
import { page, repository } from './page';

const readme = page('README.md');
const pages = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md', 'hosts/README.md'],
	...readdirSync(join(repository, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];

test('the table of operations has every operation of the catalogue', () => {
	expect(readme.tableAfter('\n## Operations\n')).toEqual(
		resources.map(({ value, displayName }) => [
			displayName,
			operations
				.filter(({ resource }) => resource.value === value)
				.map((operation) => operation.resource.endpoints[operation.value]?.name)
				.join(' · '),
		]),
	);
});

test('the number of endpoints and the events are those of the code', () => {
	expect(readme.text).toContain(`covers all ${endpointOperations.length} endpoints`);
	expect(readme.text).toMatch(/\bits six webhook events\b/);
	const [, list = ''] = /starts a workflow on ([^]*?)\. Select \*\*Events/.exec(readme.text) ?? [];
	const named = Array.from(list.matchAll(/`([^`]+)`/g), ([, name]) => name);
	expect(named.sort()).toEqual(EVENTS.map(({ value }) => value).sort());
	expect(named).toHaveLength(6);
});

test('the table of credentials names every field', () => {
	const { properties } = new ProjectWorkspaceApi();
	expect(readme.tableAfter('\n## Credentials\n').map(([field]) => field)).toEqual(
		properties.filter(({ type }) => type !== 'notice').map(({ displayName }) => displayName),
	);
});

test('the messages under Troubleshooting are also in docs/troubleshooting.md', () => {
	const text = page('docs/troubleshooting.md').text.replace(/ +\|/g, ' |');
	const rows = readme.tableAfter('\n## Troubleshooting\n');
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows) expect(text).toContain(`\n| ${row.join(' | ')} |\n`);
});

test("the sections are in the order of n8n's own template", () => {
	const sections = [...readme.text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
	const template = ['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage'];
	expect(sections.slice(0, 5)).toEqual(template);
	expect(sections.indexOf('Resources')).toBeLessThan(sections.indexOf('Version history'));
});

test('the first commands are npm start and npm test', () => {
	const commands = /```bash\n([\s\S]*?)```/
		.exec(readme.text)?.[1]
		?.match(/^npm \S+( \S+)*?(?=\s{2,})/gm);
	expect(commands).toEqual(['npm start', 'npm test']);
});

test('it has at most 1,500 words', () => {
	expect(readme.text.split(/\s+/).length).toBeLessThanOrEqual(1500);
});

test.each(['CONTRIBUTING.md', 'docs/testing.md'])('%s only names files that exist', (path) => {
	const folders = ['nodes', 'credentials', 'test', 'sandbox', 'scripts', 'docs', '.'];
	const files = folders.flatMap((folder) =>
		readdirSync(join(repository, folder), { recursive: folder !== '.', encoding: 'utf8' }),
	);
	const names = Array.from(
		page(path).text.matchAll(/`(\w[\w./-]*\.(?:ts|mjs|cjs|md))`/g),
		([, name = '']) => name,
	);
	expect(names.length).toBeGreaterThan(5);
	const isThere = (name: string) =>
		files.some((file) => `/${file}`.endsWith(`/${name}`)) || existsSync(join(repository, name));
	expect(names.filter((name) => !isThere(name))).toEqual([]);
});

const anchorsOf = (text: string) =>
	[...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);

test.each(pages)('every link of %s leads to a file and a heading that exist', (path) => {
	const links = [...page(path).text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
		([, link, source]) => link ?? source ?? '',
	);
	for (const link of links.filter((each) => !/^https?:/.test(each))) {
		const [file = '', anchor] = link.split('#');
		const target = file ? join(dirname(path), file) : path;
		expect([link, existsSync(join(repository, target))]).toEqual([link, true]);
		if (anchor) expect(anchorsOf(page(target).text)).toContain(anchor);
	}
});

test('every page of docs is linked from the README or from CONTRIBUTING', () => {
	const linked = readme.text + page('CONTRIBUTING.md').text;
	for (const path of pages.filter((each) => each.startsWith('docs/'))) {
		expect(linked).toContain(`](${path})`);
	}
});
