import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { load } from './load';

const { obstacles } = load<typeof import('../../scripts/release/check.mjs')>('release/check');
const { OWNER_PLACES, UNPUBLISHED } =
	load<typeof import('../../scripts/release/owner.mjs')>('release/owner');

const read = (file: string) => readFileSync(resolve(__dirname, '../..', file), 'utf8');

/** The repository as it would be once everything is filled in. */
const filledIn = (file: string) => {
	if (file === 'CHANGELOG.md') return '# Changelog\n\n## 1.2.3 – 2026-01-31\n';
	return read(file)
		.replace(/"version": ".*?"/, '"version": "1.2.3"')
		.replace(/("packages": \{\s+"": \{[^}]*?"version": )".*?"/, '$1"1.2.3"')
		.replace(/-\d+\.\d+\.\d+\.tgz/g, '-1.2.3.tgz')
		.replace(/^\| \d\.\d +\| yes/m, '| 1.2 | yes')
		.replace(/^_Not on npm yet.*$/m, '')
		.replaceAll('Example Owner', 'Jane Doe')
		.replaceAll('github.com/example-owner/', 'github.com/jane-doe/')
		.replaceAll('maintainers@example.com', 'jane@example.org');
};

it('finds nothing in the way once every place is filled in', () => {
	expect(obstacles(filledIn, 'v1.2.3')).toEqual([]);
	expect(obstacles(filledIn, undefined)).toEqual([]);
});

it.each(OWNER_PLACES)('names $file while it has the placeholder for the $what', (place) => {
	const found = obstacles((file) => (file === place.file ? read(file) : filledIn(file)), undefined);
	expect(found).toContainEqual(expect.stringContaining(`${place.file}: ${place.what} `));
});

it.each(UNPUBLISHED)('finds the sentence in $file that is untrue once published', ({ file }) => {
	const found = obstacles((each) => (each === file ? read(each) : filledIn(each)), undefined);
	expect(found).toContainEqual(`${file}: remove the line that begins with "_Not on npm yet".`);
});

it.each([
	['package-lock.json', 'package-lock.json: the version must be 1.2.3'],
	['docs/installation.md', 'must become 1.2.3'],
	['SECURITY.md', 'SECURITY.md: the supported version must be 1.2'],
])('finds another version in %s', (file, sentence) => {
	const found = obstacles((each) => (each === file ? read(each) : filledIn(each)), undefined);
	expect(found).toContainEqual(expect.stringContaining(sentence));
});

it.each([
	['another version in the tag', 'v1.2.4', '## 1.2.3 – 2026-01-31', 'The tag v1.2.4'],
	['no section of the version', undefined, '## 1.2.2 – 2026-01-31', 'there is no section'],
	['a section without a date', undefined, '## 1.2.3', 'there is no section'],
	['unreleased changes', undefined, '## Unreleased\n\n## 1.2.3 – 2026-01-31', '"Unreleased"'],
])('rejects %s', (_, tag, changes, sentence) => {
	const found = obstacles((file) => (file === 'CHANGELOG.md' ? changes : filledIn(file)), tag);
	expect(found).toEqual([expect.stringContaining(sentence)]);
});

it('lists the same places in docs/releasing.md', () => {
	const rows = [...read('docs/releasing.md').matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|$/gm)];
	expect(rows.map(([, file, what]) => ({ file, what }))).toEqual(
		OWNER_PLACES.map(({ file, what }) => ({ file, what })),
	);
});

it.each(['ci', 'publish', 'codeql', 'scorecard'])(
	'pins every action of %s.yml by commit',
	(name) => {
		const used = [...read(`.github/workflows/${name}.yml`).matchAll(/uses: (.+)/g)];
		expect(used.length).toBeGreaterThan(0);
		for (const [, action] of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v[\d.]+$/);
	},
);

it('publishes without installing or running anything of the repository', () => {
	const job = read('.github/workflows/publish.yml').split(/^ {2}(?:publish|release):$/m)[1] ?? '';
	expect(job).toContain('npm publish');
	expect([...job.matchAll(/run: (.+)/g)].map(([, command]) => command)).toEqual([
		'npm publish ./*.tgz --ignore-scripts --provenance --access public',
	]);
	expect(job).not.toContain('actions/checkout');
});
