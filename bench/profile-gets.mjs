import { say } from '../scripts/launch/progress.mjs';
import { everyone, getUser, NAMES } from './contenders.mjs';
import { freshCredential } from './credential.mjs';
import { openInspector } from './inspector.mjs';
import { byFunction, byOwner } from './profile.mjs';
import { run } from './run.mjs';
import { AMPLE, users } from './users.mjs';

const COUNT = 1000;
const SAMPLE_EVERY_US = 250;
const SHOWN = 40;

/**
 * Where the CPU time of 1,000 GETs at 0 ms goes.
 *
 * @param {import('./stage.mjs').Stage} stage
 */
export async function profileGets(stage) {
	await stage.sandbox.reset();
	await stage.sandbox.settings({ quota: AMPLE });
	const items = await users(stage, COUNT);
	const [wanted] = await freshCredential(stage);
	if (!wanted) return;
	const inspector = await openInspector(stage.n8n.pid);
	await inspector.call('Profiler.enable');
	await inspector.call('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
	for (const who of everyone) {
		const node = getUser[who](wanted);
		for (let warm = 0; warm < 2; warm++) await run(stage, { node, items });
		/** @type {import('./profile.mjs').Profile | undefined} */
		let profile;
		const { timeMs, cpuS } = await run(stage, {
			node,
			items,
			before: () => inspector.call('Profiler.start'),
			after: async () => ({ profile } = await inspector.call('Profiler.stop')),
		});
		if (!profile) throw new Error('There is no profile');
		say(`\n${NAMES[who]}: ${COUNT} GETs, ${timeMs} ms, ${cpuS.toFixed(2)} s of CPU time\n`);
		for (const { owner, selfMs, withinMs } of byOwner(profile))
			say(
				`${selfMs.toFixed(0).padStart(6)} ms itself ${withinMs.toFixed(0).padStart(6)} ms with what it calls  ${owner}`,
			);
		say('');
		for (const { name, selfMs, totalMs } of byFunction(profile).slice(0, SHOWN))
			say(
				`${selfMs.toFixed(1).padStart(8)} ms itself ${totalMs.toFixed(1).padStart(8)} ms in all  ${name}`,
			);
	}
	inspector.close();
}
