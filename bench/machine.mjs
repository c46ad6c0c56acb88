import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/launch/paths.mjs';
import { release } from '../scripts/launch/host.mjs';

/** What the figures were taken on, in one line. */
export function machine() {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return [
		`${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${memory} GB`,
		`${process.platform} ${process.arch}`,
		`package ${version}, n8n ${release().version}, Node 24`,
		`load of the last 5 minutes ${loadavg()[1]?.toFixed(1)}`,
	].join('; ');
}
