import { runCommand } from '../scripts/launch/command.mjs';
import { placePackage } from '../scripts/launch/community-package.mjs';
import { startN8n } from '../scripts/launch/n8n.mjs';
import { choosePort } from '../scripts/launch/ports.mjs';
import { say } from '../scripts/launch/progress.mjs';
import { prepareStateFolder, readState } from '../scripts/launch/state.mjs';

/** One n8n with the package, until standard input closes or a signal comes. Arguments: the Node 24 binary, n8n's folder, more settings of n8n. */
await runCommand(async (stopped) => {
	const [node = '', hostFolder = '', more = '{}'] = process.argv.slice(2);
	/** @type {Promise<void>} */
	const parentGone = new Promise((resolve) => process.stdin.once('close', resolve).resume());
	prepareStateFolder();
	const { encryptionKey } = readState();
	placePackage();
	const n8n = await startN8n({
		node,
		hostFolder,
		port: await choosePort({ what: 'n8n' }),
		brokerPort: await choosePort({ what: "n8n's task broker" }),
		encryptionKey,
		more: JSON.parse(more),
	});
	say(JSON.stringify({ url: n8n.url, pid: n8n.process.pid }));
	await Promise.race([stopped, parentGone, n8n.process.ended]);
});
