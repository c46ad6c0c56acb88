import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @param {string} path @returns {string[]} the file itself, or every file below a folder */
function filesBelow(path) {
	if (!existsSync(path)) return [];
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}

/**
 * One value for the names and contents of files: times lie after a checkout or a copy.
 *
 * @param {string} folder
 * @param {string[]} parts files and folders inside it; those that do not exist count as such
 */
export function fingerprint(folder, parts) {
	const hash = createHash('sha256');
	for (const file of parts.flatMap((part) => filesBelow(join(folder, part))).sort()) {
		const content = createHash('sha256').update(readFileSync(file)).digest('hex');
		hash.update(`${relative(folder, file)}\0${content}\n`);
	}
	return hash.digest('hex').slice(0, 20);
}
