import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { page, repository } from '../docs/page';
import { load } from './load';

const { messages } = load<typeof import('../../scripts/launch/messages.mjs')>('launch/messages');

const { scripts } = JSON.parse(page('package.json').text) as { scripts: Record<string, string> };
const table = page('CONTRIBUTING.md').tableAfter('# Contributing');

it('CONTRIBUTING has every command of package.json, and no other', () => {
	const commands = Object.keys(scripts).map((name) =>
		['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
	);
	const told = table.map(([command = '']) => command.replaceAll('`', ''));
	expect(told.sort()).toEqual(commands.sort());
});

const files = new Set(
	Object.values(scripts).flatMap((command) => command.match(/scripts\/\S+/g) ?? []),
);

it.each([...files])('%s exists', (file) => {
	expect(existsSync(join(repository, file))).toBe(true);
});

it.each(Object.entries(scripts))('%s uses no shell builtin on Windows', (_name, command) => {
	expect(command).toMatch(
		/^(node scripts\/system\.mjs && exec )?(node|gulp|n8n-node|stryker|tsc) /,
	);
});

it.each(['system', 'test', 'jest'])('%s.mjs says on Windows where it can run', (name) => {
	const windows = `Object.defineProperty(process, 'platform', { value: 'win32' })`;
	const { status, stderr } = spawnSync(
		process.execPath,
		['--import', `data:text/javascript,${windows}`, `scripts/${name}.mjs`],
		{ cwd: repository, encoding: 'utf8' },
	);
	expect(stderr).toBe(`\n${messages.windows.says}\n${messages.windows.todo}\n\n`);
	expect(status).toBe(1);
});

/** The packages that are imported by a file, and by those of this checkout that it imports. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);
	const imports = readFileSync(file, 'utf8').matchAll(/(?: from |^import )'([^']+)';$/gm);
	return [...imports].flatMap(([, name = '']) =>
		name.startsWith('.')
			? packagesOf(join(dirname(file), name), seen)
			: name.startsWith('node:')
				? []
				: [`${file}: ${name}`],
	);
}

it.each([...files])('%s can be loaded before anything is installed', (script) => {
	expect(packagesOf(join(repository, script))).toEqual([]);
});

it('what needs a compiler, Chromium, PostgreSQL or Redis says so', () => {
	const needs = Object.fromEntries(table.map(([command = '', , needed = '']) => [command, needed]));
	const real = ['start', 'run test:e2e', 'run test:browser', 'run test:queue', 'run bench'];
	for (const name of real)
		expect([name, needs[`\`npm ${name}\``]]).toEqual([name, expect.stringContaining('g++')]);
	expect(needs['`npm run test:browser`']).toContain('Chromium');
	expect(needs['`npm run test:queue`']).toContain('PostgreSQL, Redis');
});

const hosts = page('hosts/README.md').tableAfter('# Hosts');

it.each(hosts)('hosts/%s is n8n %s', (folder, version) => {
	const { dependencies } = JSON.parse(page(`hosts/${folder}/package.json`).text) as {
		dependencies: Record<string, string>;
	};
	expect(dependencies.n8n).toBe(version);
});

it.each(['README.md', 'hosts/README.md', 'docs/compatibility.md', 'docs/installation.md'])(
	'%s names the pinned releases of n8n, and no others',
	(path) => {
		const named = page(path).text.match(/\b[12]\.\d{2,3}\.\d+\b/g) ?? [];
		expect(new Set(named)).toEqual(new Set(hosts.map(([, version]) => version)));
	},
);
