import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/launch/paths.mjs';
import { markdownTable } from './table.mjs';

const FILE = join(root, 'docs', 'benchmarks.md');

const HEAD = `# Benchmarks

Written by \`npm run bench -- --write\`; each part says when and where it was measured, since parts can be measured alone.
Nothing is written if the machine's load average is above 0.5 per core.

The package and n8n's HTTP Request node, alternating in the same n8n, against the sandbox on the same machine. HTTP Request
has its default settings and the same credential, unless a row says otherwise. Times are the node's execution times in n8n.
CPU time is for the whole n8n process while the node runs. In brackets: the lowest and the highest.
`;

/** @param {string} name */
const markOf = (name) => `<!-- npm run bench -- ${name} -->`;

/**
 * Replaces one part of the results and leaves the others.
 *
 * @param {string} part
 * @param {string[]} names of all parts, in their order
 * @param {import('./table.mjs').Table} table
 * @param {string} measured how and on which machine
 */
export function writeResults(part, names, table, measured) {
	const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
	const stamp = `_${new Date().toISOString().slice(0, 10)}, ${measured}._\n`;
	const parts = names.map((name) => {
		if (name === part) return [markOf(name), '', stamp, markdownTable(table)].join('\n');
		const [, after = ''] = before.split(`${markOf(name)}\n`);
		const kept = after.split('<!-- npm run bench')[0]?.trim();
		return kept ? `${markOf(name)}\n\n${kept}\n` : '';
	});
	const text = [HEAD, ...parts.filter(Boolean).map((each) => `${each.trim()}\n`)].join('\n');
	writeFileSync(FILE, text);
}
