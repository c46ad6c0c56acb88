import { OWNER_PLACES } from './owner.mjs';

/**
 * What keeps a version from being released, as sentences; empty if nothing does.
 *
 * @param {(file: string) => string} read text of a file of the repository
 * @param {string | undefined} tag of the release, if there is one yet
 */
export function obstacles(read, tag) {
	const { version } = JSON.parse(read('package.json'));
	const places = OWNER_PLACES.filter(({ file, placeholder }) => placeholder.test(read(file)));
	const found = places.map(
		({ file, what, placeholder }) =>
			`${file}: ${what} still matches the placeholder ${placeholder.source}. See docs/releasing.md.`,
	);
	if (
		!new RegExp(`^## ${version.replaceAll('.', '\\.')} – \\d{4}-\\d\\d-\\d\\d$`, 'm').test(
			read('CHANGELOG.md'),
		)
	) {
		found.push(`CHANGELOG.md: there is no section "## ${version} – YYYY-MM-DD".`);
	}
	if (/^## Unreleased$/m.test(read('CHANGELOG.md'))) {
		found.push('CHANGELOG.md: "Unreleased" must become the section of this version.');
	}
	if (tag !== undefined && tag !== `v${version}`) {
		found.push(`The tag ${tag} is not the version of package.json, v${version}.`);
	}
	return found;
}
