import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { n8nUserFolder, root } from './paths.mjs';

const PARTS = ['package.json', 'dist'];
const NODES_FOLDER = join(n8nUserFolder, '.n8n', 'nodes', 'node_modules');
const PLACE = join(NODES_FOLDER, 'n8n-nodes-project-workspace');

/**
 * Puts the built package where n8n looks for community nodes. A copy, because n8n resolves links to the checkout,
 * whose node_modules holds a second n8n-workflow.
 */
export function placePackage() {
	if (fingerprint(root, PARTS) === fingerprint(PLACE, PARTS)) return;
	// Not beside its place: n8n would load it from there as a second package.
	const fresh = join(n8nUserFolder, 'package.new');
	rmSync(fresh, { recursive: true, force: true });
	mkdirSync(fresh, { recursive: true });
	mkdirSync(NODES_FOLDER, { recursive: true });
	for (const part of PARTS) {
		if (existsSync(join(root, part)))
			cpSync(join(root, part), join(fresh, part), { recursive: true });
	}
	rmSync(PLACE, { recursive: true, force: true });
	renameSync(fresh, PLACE);
}
