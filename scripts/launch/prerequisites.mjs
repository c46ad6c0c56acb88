import { dependenciesInstalled, installDependencies } from './dependencies.mjs';
import { node24 } from './node24.mjs';
import { step } from './progress.mjs';

/**
 * What every command needs: Node 24 and the checkout's dependencies.
 *
 * @returns {Promise<string>} the path of the Node 24 binary
 */
export async function prerequisites() {
	const node = await step('Node 24', node24);
	if (!dependenciesInstalled()) await step('Dependencies', installDependencies);
	return node;
}
