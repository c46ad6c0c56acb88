import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { root } from './launch/paths.mjs';

/** Made-up values for the owner of the package, so that nobody is written to by mistake, and where they are. */
const PLACEHOLDERS = [
	'Example Owner',
	'github.com/example-owner/',
	'@example.com',
	'@example-owner',
];
const WITH_OWNER = [
	'package.json',
	'LICENSE.md',
	'SECURITY.md',
	'.github/CODEOWNERS',
	'.github/ISSUE_TEMPLATE/config.yml',
	'.github/ISSUE_TEMPLATE/problem.yml',
	'credentials/ProjectWorkspaceApi.credentials.ts',
	'nodes/ProjectWorkspace/ProjectWorkspace.node.json',
	'nodes/ProjectWorkspace/ProjectWorkspaceTrigger.node.json',
	'nodes/ProjectWorkspace/ProjectWorkspacePollingTrigger.node.json',
];

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');

/** What keeps this version from being released. @param {string | undefined} tag of the release, if there is one yet */
function* obstacles(tag) {
	const { version } = JSON.parse(read('package.json'));
	const lock = JSON.parse(read('package-lock.json'));

	for (const file of WITH_OWNER) {
		const found = PLACEHOLDERS.filter((placeholder) => read(file).includes(placeholder));
		if (found.length > 0) yield `${file} still contains ${found.join(' and ')}.`;
	}

	for (const file of ['README.md', 'docs/installation.md']) {
		if (/^_Not on npm yet\b/m.test(read(file))) yield `${file} says that it is not on npm yet.`;
	}

	if (lock.version !== version) yield `package-lock.json is not of version ${version}.`;
	if (!read('CHANGELOG.md').includes(`\n## ${version} – 2`)) {
		yield `CHANGELOG.md has no section "## ${version} – YYYY-MM-DD".`;
	}
	if (tag !== undefined && tag !== `v${version}`) yield `The tag ${tag} is not v${version}.`;
}

const { values } = parseArgs({ options: { tag: { type: 'string' } } });
const found = [...obstacles(values.tag)];
stdout.write(found.length === 0 ? 'Ready to release.\n' : 'Not ready to release:\n');
for (const obstacle of found) stderr.write(`- ${obstacle}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
