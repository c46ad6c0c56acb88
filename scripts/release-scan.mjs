import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { root } from './launch/paths.mjs';

/**
 * n8n's scanner for community packages on a packed file. Its command takes only names of the registry, which is too
 * late: a version that was published cannot be changed.
 */
const SCANNER = '@n8n/scan-community-package@0.32.0';

const [packed] = process.argv.slice(2);
if (!packed) {
	stderr.write(
		'Add the packed file: npm run release:scan -- n8n-nodes-project-workspace-1.2.3.tgz\n',
	);
	process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'release-scan-'));
/** @param {string} command @param {string[]} args */
const run = (command, args) =>
	execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
try {
	run('tar', ['-xzf', resolve(packed)]);
	// This repository's own setting for peer dependencies must not hold: the scanner needs its own installed.
	const settings = ['--legacy-peer-deps=false', '--ignore-scripts', '--no-audit', '--no-fund'];
	run('npm', ['install', '--prefix', folder, ...settings, SCANNER]);
	const scanner = join(folder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
	const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner).href);
	// What it looks at for a published version: the sources, then the compiled files.
	const scans = [
		await analyzePackage(root, SOURCE_FILE_PATTERNS),
		await analyzePackage(join(folder, 'package'), ['**/*.js', 'package.json']),
	];
	for (const { passed, message, details } of scans) {
		if (passed && !message) continue;
		stderr.write(`${message}\n${details ?? ''}\n`);
		process.exitCode = 1;
	}
	if (process.exitCode === undefined) stdout.write('The scanner found no issues.\n');
} finally {
	rmSync(folder, { recursive: true, force: true });
}
