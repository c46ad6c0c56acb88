import { spawnSync } from 'node:child_process';
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { load } from './load';

const root = join(__dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

const run = (script: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
	spawnSync(process.execPath, [join(root, 'scripts', script), ...args], {
		encoding: 'utf8',
		env: { ...process.env, ...env },
	});

/** The packages that a file imports, and those of the files that it imports. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);

	const imports = readFileSync(file, 'utf8').matchAll(/(?: from |^import )'([^']+)';$/gm);
	return [...imports].flatMap(([, name = '']) => {
		if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen);
		return name.startsWith('node:') ? [] : [`${file}: ${name}`];
	});
}

test.each(Object.entries(scripts))(
	'npm run %s can be started before anything is installed',
	(_name, command) => {
		const [, script = 'a script'] = /^(?:PATH=\$\()?node (scripts\/\S+\.mjs)/.exec(command) ?? [];

		expect(packagesOf(join(root, script))).toEqual([]);
	},
);

test('each lock file gets the addresses of the registry, and leaves out what is not used', () => {
	const { withAddresses } = load<typeof import('../../scripts/launch/npm.mjs')>('launch/npm');
	const packages = {
		'': { version: '1.0.0' },
		'node_modules/a': { version: '4.17.21', dependencies: { b: '1.0.0', unused: '1.0.0' } },
		'node_modules/a/node_modules/@n8n/di': { version: '1.0.0' },
		'node_modules/alias': { name: '@c/d', version: '2.0.0-rc.1' },
		'node_modules/linked': { link: true, resolved: '../linked' },
		'node_modules/inside': { version: '1.0.0', inBundle: true },
	};
	const lock = JSON.stringify({ packages });
	const result = JSON.parse(withAddresses(lock, 'https://npm.example.com/all', ['unused'])) as {
		packages: Record<string, { resolved?: string; dependencies?: object }>;
	};
	const addresses = Object.values(result.packages).map(({ resolved }) => resolved);

	expect(addresses).toEqual([
		undefined,
		'https://npm.example.com/all/a/-/a-4.17.21.tgz',
		'https://npm.example.com/all/@n8n/di/-/di-1.0.0.tgz',
		'https://npm.example.com/all/@c/d/-/d-2.0.0-rc.1.tgz',
		'../linked',
		undefined,
	]);
	expect(result.packages['node_modules/a']?.dependencies).toEqual({ b: '1.0.0' });
});

test('a port that is taken is not used', async () => {
	const { freePort } = load<typeof import('../../scripts/launch/ports.mjs')>('launch/ports');
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo; // it listens on TCP

	expect(await freePort(port)).not.toBe(port);
	server.close();
});

test('one command at a time uses a state folder, whose secrets no other user can read', async () => {
	const state = mkdtempSync(join(tmpdir(), 'project-workspace-state-'));
	chmodSync(state, 0o755);
	const env = { ...process.env, PROJECT_WORKSPACE_STATE: state };
	const code = `
		import { spawnSync } from 'node:child_process';
		import { holdState, readState } from './scripts/launch/state.mjs';
		await holdState().catch((error) => { console.log(error.message); process.exit(); });
		console.log(JSON.stringify(readState()));
	`;
	const again = `${code} console.log(String(spawnSync(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(code)}]).stdout));`;
	const hold = () =>
		spawnSync(process.execPath, ['--input-type=module', '-e', again], { cwd: root, env });

	const [own, other] = String(hold().stdout).split('\n');
	const [next] = String(hold().stdout).split('\n');

	expect(JSON.parse(own ?? '')).toMatchObject({ ownerPassword: expect.any(String) as string });
	expect(other).toBe('This checkout is already running.');
	expect(next).toBe(own);
	for (const path of [state, join(state, 'state.json')]) {
		expect(statSync(path).mode & 0o077).toBe(0);
	}
	rmSync(state, { recursive: true });
});

test('what an installation has left that was killed is removed', () => {
	const { removeAbandoned } =
		load<typeof import('../../scripts/launch/install.mjs')>('launch/install');
	const cache = mkdtempSync(join(tmpdir(), 'project-workspace-cache-'));
	const { pid: ended } = spawnSync('true');
	const kept = ['n8n-2', `n8n-2.partial-${process.pid}`];
	for (const name of [...kept, `n8n-2.partial-${ended}`]) mkdirSync(join(cache, name));

	removeAbandoned(cache);
	expect(readdirSync(cache)).toEqual(kept);
	rmSync(cache, { recursive: true });
});

test('an n8n that is not pinned is rejected before anything is installed', () => {
	const { status, stderr } = run('start.mjs', [], { PROJECT_WORKSPACE_N8N: '3' });

	expect(stderr).toBe('\nPROJECT_WORKSPACE_N8N is "3".\nSet it to 1 or 2.\n\n');
	expect(status).toBe(1);
});

test('nothing is released while it has placeholders, or with another tag', () => {
	const { status, stderr } = run('release-check.mjs', ['--tag', 'v0.0.1']);

	expect(stderr).toContain('package.json still contains Example Owner');
	expect(stderr).toContain('The tag v0.0.1 is not v');
	expect(status).toBe(1);
});

test('hosts/README.md has the pinned releases of n8n', () => {
	const readme = readFileSync(join(root, 'hosts', 'README.md'), 'utf8');

	for (const folder of ['n8n-1', 'n8n-2']) {
		const file = readFileSync(join(root, 'hosts', folder, 'package.json'), 'utf8');
		const { n8n } = (JSON.parse(file) as { dependencies: { n8n: string } }).dependencies;
		expect(readme).toMatch(new RegExp(`${folder} +\\| ${n8n.replaceAll('.', '\\.')} `));
	}
});

test.each(readdirSync(join(root, '.github', 'workflows')))('%s pins every action', (name) => {
	const workflow = readFileSync(join(root, '.github', 'workflows', name), 'utf8');

	for (const [, action] of workflow.matchAll(/uses: (.+)/g)) {
		expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/);
	}
});

test('publishing installs and runs nothing of the repository', () => {
	const workflow = readFileSync(join(root, '.github', 'workflows', 'publish.yml'), 'utf8');
	const [, job = ''] = workflow.split(/^ {2}(?:publish|release):$/m);

	expect(job).toContain('npm publish ./*.tgz --ignore-scripts --provenance --access public');
	expect(job).not.toMatch(/actions\/checkout|npm (ci|install|run)/);
});
