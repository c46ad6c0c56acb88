import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { load } from './load';

const { obstacles } = load<typeof import('../../scripts/release/check.mjs')>('release/check');
const { OWNER_PLACES, UNPUBLISHED } =
	load<typeof import('../../scripts/release/owner.mjs')>('release/owner');

const read = (file: string) => readFileSync(resolve(__dirname, '../..', file), 'utf8');

/** The repository as it would be once everything is filled in. */
const filledIn = (file: string) => {
	if (file === 'CHANGELOG.md') return '# Changelog\n\n## 98.7.6 – 2026-01-31\n';
	return read(file)
		.replace(/"version": ".*?"/, '"version": "98.7.6"')
		.replace(/("packages": \{\s+"": \{[^}]*?"version": )".*?"/, '$1"98.7.6"')
		.replace(/-\d+\.\d+\.\d+\.tgz/g, '-98.7.6.tgz')
		.replace(/^\| \d\.\d +\| yes/m, '| 98.7 | yes')
		.replace(/^_Not on npm yet.*$/m, '')
		.replaceAll('Example Owner', 'Jane Doe')
		.replaceAll('github.com/example-owner/', 'github.com/jane-doe/')
		.replaceAll('maintainers@example.com', 'jane@example.org');
};

/** What is found if one file is different. */
const foundIn = (file: string, change: (text: string) => string, tag?: string) =>
	obstacles((each) => (each === file ? change(filledIn(each)) : filledIn(each)), tag);

it('reports nothing if every place is filled in', () => {
	expect(obstacles(filledIn, 'v98.7.6')).toEqual([]);
	expect(obstacles(filledIn, undefined)).toEqual([]);
});

// The placeholders are put in here, so that the tests pass once the repository has none.
it.each(OWNER_PLACES)('names $file while it has the placeholder for the $what', (place) => {
	const { file, what, placeholder } = place;
	const found = foundIn(file, (text) => text.replace(/^\{?/, `$&"x": "${placeholder}",`));
	expect(found).toEqual([expect.stringContaining(`${file}: ${what} `)]);
});

it.each(UNPUBLISHED)('finds the sentence in $file that is untrue once published', ({ file }) => {
	const found = foundIn(file, (text) => `${text}\n_Not on npm yet: install it from a clone._\n`);
	expect(found).toEqual([`${file}: remove the paragraph that begins with "Not on npm yet".`]);
});

it.each([
	['package-lock.json', 'package-lock.json: the version must be 98.7.6'],
	['docs/installation.md', 'must become 98.7.6'],
	['SECURITY.md', 'SECURITY.md: the supported version must be 98.7'],
])('finds another version in %s', (file, sentence) => {
	expect(foundIn(file, () => read(file))).toContainEqual(expect.stringContaining(sentence));
});

it.each([
	['another version in the tag', 'v98.7.5', '## 98.7.6 – 2026-01-31', 'The tag v98.7.5'],
	['no section of the version', undefined, '## 98.7.5 – 2026-01-31', 'there is no section'],
	['a section without a date', undefined, '## 98.7.6', 'there is no section'],
	['unreleased changes', undefined, '## Unreleased\n\n## 98.7.6 – 2026-01-31', '"Unreleased"'],
])('rejects %s', (_, tag, changes, sentence) => {
	const found = foundIn('CHANGELOG.md', () => changes, tag);
	expect(found).toEqual([expect.stringContaining(sentence)]);
});

it('lists the same places in docs/releasing.md', () => {
	const rows = [...read('docs/releasing.md').matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|$/gm)];
	expect(rows.map(([, file, what]) => ({ file, what }))).toEqual(
		OWNER_PLACES.map(({ file, what }) => ({ file, what })),
	);
});

it.each(readdirSync(resolve(__dirname, '../../.github/workflows')))(
	'pins every action of %s by commit',
	(name) => {
		const used = [...read(`.github/workflows/${name}`).matchAll(/uses: (.+)/g)];
		expect(used.length).toBeGreaterThan(0);
		for (const [, action] of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/);
	},
);

const publishing = read('.github/workflows/publish.yml');
const [, job = '', release = ''] = publishing.split(/^ {2}(?:publish|release):$/m);
const commandsOf = (text: string) => [...text.matchAll(/run: (.+)/g)].map(([, command]) => command);
const [check = ''] = commandsOf(job);

it('publishes without installing or running anything of the repository', () => {
	expect(commandsOf(job)).toEqual([
		check,
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(job).not.toContain('actions/checkout');
});

it('only publishes and releases the file that was packed', () => {
	const [, pack = ''] = /^ {2}pack:$([^]*?)^ {2}scan:$/m.exec(publishing) ?? [];
	const [, recorded = ''] = /(echo .+GITHUB_OUTPUT.+)/.exec(pack) ?? [];
	expect(commandsOf(release)[0]).toBe(check);
	for (const text of [job, release])
		expect(text).toContain('SHA256: ${{ needs.pack.outputs.sha256 }}');

	const folder = mkdtempSync(join(tmpdir(), 'release-test-'));
	const run = (command: string, env: Record<string, string>) =>
		spawnSync('bash', ['-eo', 'pipefail', '-c', command], {
			cwd: folder,
			env: { ...process.env, ...env },
		}).status;
	const packed = join(folder, 'a-1.2.3.tgz');
	writeFileSync(packed, 'packed');
	expect(run(recorded, { GITHUB_OUTPUT: join(folder, 'output') })).toBe(0);
	const [, SHA256 = ''] = readFileSync(join(folder, 'output'), 'utf8').trim().split('=');
	expect(SHA256).toBe(createHash('sha256').update('packed').digest('hex'));
	expect(run(check, { SHA256 })).toBe(0);
	expect(run(check, { SHA256: '' })).not.toBe(0);
	writeFileSync(join(folder, 'b-1.2.3.tgz'), 'another');
	expect(run(check, { SHA256 })).not.toBe(0);
	rmSync(join(folder, 'b-1.2.3.tgz'));
	writeFileSync(packed, 'changed');
	expect(run(check, { SHA256 })).not.toBe(0);
	rmSync(folder, { recursive: true });
});
