import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from '../scripts/launch/error.mjs';
import { release } from '../scripts/launch/install.mjs';
import { root, tool } from '../scripts/launch/paths.mjs';
import { say } from '../scripts/launch/progress.mjs';
import { deliveries } from './deliveries.mjs';
import { items, lists, quota } from './requests.mjs';
import { openStage } from './stage.mjs';

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} head
 * @property {string[][]} rows
 * @property {string} note
 */

/** @type {Record<string, (stage: import('./stage.mjs').Stage, rounds: number) => Promise<Table>>} */
const PARTS = { items, lists, quota, deliveries };

const HELP = `npm run bench -- [parts] [options]

Compares the package with n8n's HTTP Request node and its GitHub Trigger.

Parts (default: all): ${Object.keys(PARTS).join(', ')}

  --repeat N   measure everything N times and take the median (default: 3)
  --write      write docs/benchmarks.md: with all parts, while the machine is quiet`;

/** @param {string[]} args of the command */
export async function bench(args) {
	const { positionals, values } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			repeat: { type: 'string', default: '3' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return say(HELP);

	const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
	const [load = 0] = loadavg();

	const stage = await openStage();
	const sections = [heading(Number(values.repeat), load)];
	for (const name of names) {
		const measure = PARTS[name];
		if (!measure) throw new LaunchError(`There is no part "${name}".`, '--help lists the parts.');

		const section = markdown(await measure(stage, Number(values.repeat)));
		sections.push(section);
		say(`\n${section}`);
	}

	if (!values.write) return;
	const page = join(root, 'docs', 'benchmarks.md');
	writeFileSync(page, sections.join('\n'));
	execFileSync(process.execPath, [tool('prettier', 'bin', 'prettier.cjs'), '--write', page]);
}

/** @param {number} rounds @param {number} load */
function heading(rounds, load) {
	const [processor] = cpus();
	const date = new Date().toISOString().slice(0, 10);
	const memory = Math.round(totalmem() / 1024 ** 3);
	const machine = `${cpus().length} cores (${processor?.model.trim()}), ${memory} GB`;

	return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}: medians of ${rounds} (lowest to highest) on ${machine}, with n8n ${release().version} on
Node 24 and a load of ${load.toFixed(1)} before. The nodes alternate in the same n8n, against the sandbox on the same machine. HTTP
Request has its default settings and the same credential. Times are the execution times of the node in n8n.
`;
}

/** @param {Table} table */
function markdown({ title, head, rows, note }) {
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

	return `## ${title}\n\n${lines.join('\n')}\n\n${note}\n`;
}
