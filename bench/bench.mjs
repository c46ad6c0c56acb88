import { parseArgs } from 'node:util';
import { LaunchError } from '../scripts/launch/messages.mjs';
import { say } from '../scripts/launch/progress.mjs';
import { loadNow, machine, needQuiet } from './machine.mjs';
import { deliveries } from './parts/deliveries.mjs';
import { gets } from './parts/gets.mjs';
import { lists } from './parts/lists.mjs';
import { memory } from './parts/memory.mjs';
import { quota } from './parts/quota.mjs';
import { openStage } from './stage.mjs';
import { textTable } from './table.mjs';
import { writeResults } from './write.mjs';

/** @type {Record<string, (stage: import('./stage.mjs').Stage, repeat: number) => Promise<import('./table.mjs').Table>>} */
const PARTS = { gets, lists, quota, deliveries, memory };
const NAMES = Object.keys(PARTS);

const HELP = `npm run bench -- [parts] [options]

Compares the package with n8n's HTTP Request node and prints ratios.

Parts (default: all): ${NAMES.join(', ')}

  --repeat N      measure everything N times and take the median (default: 3)
  --write         write the results to docs/benchmarks.md; not while the machine is busy
  --help`;

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
	const unknown = positionals.find((name) => !NAMES.includes(name));
	if (unknown !== undefined) throw badOption(`There is no part "${unknown}"`);
	const repeat = Number(values.repeat);
	if (!Number.isSafeInteger(repeat) || repeat < 1)
		throw badOption(`--repeat must be a whole number of at least 1, not "${values.repeat}"`);
	const load = loadNow();
	if (values.write) needQuiet(load);
	const stage = await openStage();
	const measured = machine(load);
	say(measured);
	for (const [name, measure] of Object.entries(PARTS)) {
		if (positionals.length > 0 && !positionals.includes(name)) continue;
		const table = await measure(stage, repeat);
		say(`\n${textTable(table)}`);
		if (values.write) writeResults(name, NAMES, table, `medians of ${repeat}: ${measured}`);
	}
	await stage.close();
}

/** @param {string} detail */
const badOption = (detail) => new LaunchError('badOption', { detail });
