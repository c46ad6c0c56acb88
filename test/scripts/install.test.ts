import { load } from './load';

const { fasterLock } = load<typeof import('../../scripts/launch/install.mjs')>('launch/install');

/** What npm itself writes into a lock file, without the registry. */
it.each([
	['node_modules/lodash', { version: '4.17.21' }, 'lodash/-/lodash-4.17.21.tgz'],
	['node_modules/a/node_modules/@n8n/di', { version: '1.0.0' }, '@n8n/di/-/di-1.0.0.tgz'],
	['node_modules/b', { name: '@c/d', version: '2.0.0-rc.1' }, '@c/d/-/d-2.0.0-rc.1.tgz'],
])('%s gets its address at the registry', (path, entry, address) => {
	for (const registry of ['https://npm.example.com/all', 'https://npm.example.com/all/']) {
		const { packages } = JSON.parse(fasterLock(lock({ [path]: entry }), registry));
		expect(packages[path]).toEqual({
			...entry,
			resolved: `https://npm.example.com/all/${address}`,
		});
	}
});

it('the checkout itself, links, and packages inside others or with an address stay as they are', () => {
	const packages = {
		'': { version: '1.0.0' },
		'node_modules/linked': { link: true, resolved: '../linked' },
		'node_modules/a/node_modules/inside': { version: '1.0.0', inBundle: true },
		'node_modules/git': { version: '1.0.0', resolved: 'git+ssh://git@example.com/git.git' },
	};
	expect(JSON.parse(fasterLock(lock(packages), 'https://npm.example.com'))).toEqual({ packages });
});

it('a dependency that nothing uses is left out', () => {
	const entry = { resolved: 'cli.tgz', dependencies: { used: '1.0.0', '@n8n/sdk': '1.0.0' } };
	const text = fasterLock(lock({ cli: entry }), 'https://npm.example.com', ['@n8n/sdk']);
	expect(JSON.parse(text).packages.cli.dependencies).toEqual({ used: '1.0.0' });
});

function lock(packages: Record<string, object>) {
	return JSON.stringify({ packages });
}
