import { updateHost, PAGES } from './hosts/update.mjs';
import { runCommand } from './launch/command.mjs';
import { tool } from './launch/paths.mjs';
import { prerequisites } from './launch/prepare.mjs';
import { runTool } from './launch/processes.mjs';
import { note, say, step } from './launch/progress.mjs';

/** `npm run update:hosts`: pins the newest n8n of each major; `-- 2` one of them; `-- 2.41.3` a certain one. */
await runCommand(async () => {
	const given = process.argv.slice(2);
	const node = await prerequisites();
	for (const wanted of given.length > 0 ? given : ['2', '1']) {
		const { before, version } = await step(`n8n ${wanted}`, () => {
			note('looking for all of its packages, a minute or two');
			return updateHost(node, wanted);
		});
		say(version === before ? `n8n ${version} stays.` : `n8n ${before} is now ${version}.`);
	}
	// A longer version makes a wider column.
	const args = [tool('prettier', 'bin', 'prettier.cjs'), '--write', ...PAGES];
	await runTool({ command: node, args, logName: 'prettier' });
});
