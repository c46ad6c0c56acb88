import { OWNER_PLACES, UNPUBLISHED } from './owner.mjs';

/**
 * What keeps a version from being released, as sentences; empty if nothing does.
 *
 * @param {(file: string) => string} read text of a file of the repository
 * @param {string | undefined} tag of the release, if there is one yet
 */
export function obstacles(read, tag) {
	const { version } = JSON.parse(read('package.json'));
	const lock = JSON.parse(read('package-lock.json'));
	const minor = version.split('.').slice(0, 2).join('.');
	const changes = read('CHANGELOG.md');
	const packed = [...read('docs/installation.md').matchAll(/-(\d+\.\d+\.\d+)\.tgz/g)];
	const others = new Set(packed.map(([, named]) => named).filter((named) => named !== version));
	/** @type {Array<[boolean, string]>} */
	const rules = [
		...OWNER_PLACES.map(
			/** @returns {[boolean, string]} */
			({ file, what, placeholder }) => [
				read(file).includes(placeholder),
				`${file}: ${what} still contains the placeholder "${placeholder}". See docs/releasing.md.`,
			],
		),
		...UNPUBLISHED.map(
			/** @returns {[boolean, string]} */
			({ file, sentence }) => [
				sentence.test(read(file)),
				`${file}: remove the paragraph that begins with "Not on npm yet".`,
			],
		),
		[
			lock.version !== version || lock.packages[''].version !== version,
			`package-lock.json: the version must be ${version}, as in package.json. Run npm install --package-lock-only.`,
		],
		[
			others.size > 0,
			`docs/installation.md: ${[...others].join(' and ')} must become ${version} in the names of the packed file.`,
		],
		[
			!new RegExp(`^\\| ${minor.replaceAll('.', '\\.')} +\\| yes`, 'm').test(read('SECURITY.md')),
			`SECURITY.md: the supported version must be ${minor}.`,
		],
		[
			!new RegExp(`^## ${version.replaceAll('.', '\\.')} – \\d{4}-\\d\\d-\\d\\d$`, 'm').test(
				changes,
			),
			`CHANGELOG.md: there is no section "## ${version} – YYYY-MM-DD".`,
		],
		[
			/^## Unreleased$/m.test(changes),
			'CHANGELOG.md: "Unreleased" must become the section of this version.',
		],
		[
			tag !== undefined && tag !== `v${version}`,
			`The tag ${tag} is not the version of package.json, v${version}.`,
		],
	];
	return rules.filter(([applies]) => applies).map(([, sentence]) => sentence);
}
