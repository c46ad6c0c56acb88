import { runCommand } from '../scripts/launch/command.mjs';
import { say } from '../scripts/launch/progress.mjs';
import { loadNow, machine, needQuiet } from './machine.mjs';
import { help, readOptions } from './options.mjs';
import { deliveries } from './parts/deliveries.mjs';
import { gets } from './parts/gets.mjs';
import { lists } from './parts/lists.mjs';
import { memory } from './parts/memory.mjs';
import { quota } from './parts/quota.mjs';
import { openStage } from './stage.mjs';
import { textTable } from './table.mjs';
import { writeResults } from './write.mjs';

const parts = { gets, lists, quota, deliveries, memory };

await runCommand(async () => {
	const options = readOptions(process.argv.slice(2));
	if (options.help) return say(help);
	const load = loadNow();
	if (options.write) needQuiet(load);
	const stage = await openStage();
	const measured = machine(load);
	say(measured);
	for (const name of options.parts) {
		/** @type {import('./table.mjs').Table[]} */
		const tables = [];
		for await (const table of parts[name](stage, options)) {
			tables.push(table);
			say(`\n${textTable(table)}`);
		}
		if (options.write) writeResults(name, tables, `medians of ${options.repeat}: ${measured}`);
	}
	await stage.close();
});
