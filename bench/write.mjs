import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../scripts/launch/paths.mjs';
import { machine } from './machine.mjs';
import { markdownTable } from './table.mjs';

const FILE = join(root, 'docs', 'benchmarks.md');

/**
 * @param {import('./table.mjs').Table[]} tables
 * @param {{ repeat: number }} options
 */
export function writeResults(tables, { repeat }) {
	const head = `# Benchmarks

Written by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.

The package and n8n's HTTP Request node, alternating in the same n8n, against the sandbox on the same machine. Figures are
medians of ${repeat}, with the least and the most in brackets. HTTP Request has its default settings and the same
credential, unless a row says otherwise. Times are the node's execution times in n8n. CPU time is for the whole n8n process
while the node runs.
`;
	mkdirSync(dirname(FILE), { recursive: true });
	writeFileSync(FILE, [head, ...tables.map(markdownTable)].join('\n').trimEnd() + '\n');
}
