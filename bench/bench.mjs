import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../scripts/launch/command.mjs';
import { LaunchError } from '../scripts/launch/error.mjs';
import { release } from '../scripts/launch/install.mjs';
import { root, tool, useTemporaryState } from '../scripts/launch/paths.mjs';
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
  --write      write docs/benchmarks.md: with all parts, on a machine with a load of at most 0.5`;

/** Above it, the times of two nodes cannot be compared. */
const QUIET_LOAD = 0.5;

/** `npm run bench` */
await runCommand(async () => {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			repeat: { type: 'string', default: '3' },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return say(HELP);

	const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
	const unknown = names.find((name) => !PARTS[name]);
	if (unknown) throw new LaunchError(`There is no part "${unknown}".`, '--help lists the parts.');

	const [load = 0] = loadavg();
	if (values.write && load > QUIET_LOAD) {
		const message = `The load of this machine is ${load.toFixed(2)}, which is above ${QUIET_LOAD}.`;
		throw new LaunchError(message, 'Stop other programs, wait a minute, and run it again.');
	}

	useTemporaryState();
	const stage = await openStage();
	const sections = [heading(Number(values.repeat), load)];
	for (const name of names) {
		const table = await PARTS[name]?.(stage, Number(values.repeat));
		if (!table) continue;

		const section = markdown(table);
		sections.push(section);
		say(`\n${section}`);
	}

	if (!values.write) return;
	const page = join(root, 'docs', 'benchmarks.md');
	writeFileSync(page, sections.join('\n'));
	execFileSync(process.execPath, [tool('prettier', 'bin', 'prettier.cjs'), '--write', page]);
});

/** @param {number} rounds @param {number} load */
function heading(rounds, load) {
	const [processor] = cpus();
	const date = new Date().toISOString().slice(0, 10);
	const memory = Math.round(totalmem() / 1024 ** 3);
	const machine = `${cpus().length} cores (${processor?.model.trim()}), ${memory} GB`;

	return `# Benchmarks

For contributors: how fast the nodes are next to n8n's own. Written by \`npm run bench -- --write\` on ${date}: medians of
${rounds} (lowest to highest) on ${machine}, with n8n ${release().version} on Node 24 and a load of ${load.toFixed(2)} before. The nodes
alternate in the same n8n, against the sandbox on the same machine. HTTP Request has its default settings and n8n's own
Bearer credential. Times are the execution times of the node in n8n.
`;
}

/** @param {Table} table */
function markdown({ title, head, rows, note }) {
	const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

	return `## ${title}\n\n${lines.join('\n')}\n\n${note}\n`;
}
