import { LaunchError } from './messages.mjs';
import { stateFolder } from './paths.mjs';
import { hold } from './single.mjs';

/** One launcher at a time works in a state folder; a second one is told where the first one is. */
export async function soleStart() {
	const lock = await hold(stateFolder, 'running', `${process.pid}`);
	if (lock.held) return lock;
	const [pid = '', url] = lock.holder.split(' ');
	throw new LaunchError('alreadyRunning', {
		pid: pid || 'unknown',
		where: url ? ` at ${url}` : '',
	});
}
