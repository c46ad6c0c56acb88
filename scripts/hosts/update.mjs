import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LaunchError } from '../launch/messages.mjs';
import { environmentWith, npm } from '../launch/npm.mjs';
import { root } from '../launch/paths.mjs';

/** The pages that name the releases; a test compares them with hosts/. */
export const PAGES = [
	...['README.md', 'hosts/README.md'],
	...['docs/compatibility.md', 'docs/installation.md'],
];

/**
 * The newest release of a major version that n8n calls stable.
 *
 * @param {string} major
 * @param {{ versions: string[], 'dist-tags.latest': string }} published as npm lists it, oldest first
 */
export function newest(major, { versions, 'dist-tags.latest': latest }) {
	if (latest.startsWith(`${major}.`)) return latest;
	return versions.findLast((each) => each.startsWith(`${major}.`) && !each.includes('-'));
}

/** What npm did not find, from its output; undefined if it failed over something else. @param {string} output */
export const missing = (output) =>
	/No matching version found for (\S+?)\.?\s/.exec(output)?.[1] ??
	/404\s+'?(\S+@[^\s']+)/.exec(output)?.[1];

/** @param {string} node */
const published = (node) => {
	const args = ['view', 'n8n', 'versions', 'dist-tags.latest', '--json'];
	return JSON.parse(execFileSync('npm', args, { env: environmentWith(node), encoding: 'utf8' }));
};

/**
 * Pins another release in hosts/, and names it on the pages. Nothing is written unless all of it can be installed.
 *
 * @param {string} node
 * @param {string} wanted a version, or a major for its newest
 * @returns {Promise<{ before: string, version: string }>}
 */
export async function updateHost(node, wanted) {
	const [, major = ''] = /^([12])(\.\d+\.\d+)?$/.exec(wanted) ?? [];
	if (!major) throw new LaunchError('unknownHost', { wanted });
	const host = join(root, 'hosts', `n8n-${major}`);
	const file = readFileSync(join(host, 'package.json'), 'utf8');
	/** @type {string} */
	const before = JSON.parse(file).dependencies.n8n;
	const version = wanted === major ? (newest(major, published(node)) ?? before) : wanted;
	if (version === before) return { before, version };
	const folder = mkdtempSync(join(tmpdir(), 'project-workspace-host-'));
	try {
		const pinned = file.replace(`"n8n": "${before}"`, `"n8n": "${version}"`);
		writeFileSync(join(folder, 'package.json'), pinned);
		copyFileSync(join(host, 'package-lock.json'), join(folder, 'package-lock.json'));
		// Download addresses belong to a machine's configuration, not to the lock file.
		const settings = ['--ignore-scripts', '--omit-lockfile-registry-resolved'];
		const args = ['install', '--package-lock-only', ...settings];
		await npm({ node, folder, what: `n8n ${version}`, args }).catch((error) => {
			const lacking = error instanceof LaunchError && missing(error.excerpt);
			throw lacking ? new LaunchError('unresolved', { version, lacking, before }) : error;
		});
		for (const name of ['package.json', 'package-lock.json'])
			copyFileSync(join(folder, name), join(host, name));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	for (const page of PAGES.map((name) => join(root, name)))
		writeFileSync(page, readFileSync(page, 'utf8').replaceAll(before, version));
	return { before, version };
}
