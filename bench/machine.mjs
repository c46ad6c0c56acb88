import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { release } from '../scripts/launch/host.mjs';
import { LaunchError } from '../scripts/launch/messages.mjs';
import { root } from '../scripts/launch/paths.mjs';

const MAX_LOAD_PER_CORE = 0.5;

/** The load of the last minute, read before a measurement adds to it. */
export const loadNow = () => loadavg()[0] ?? 0;

/** Figures of a busy machine are not written into the docs. @param {number} load @param {number} [cores] */
export function needQuiet(load, cores = cpus().length) {
	const most = cores * MAX_LOAD_PER_CORE;
	if (load > most) throw new LaunchError('busy', { load: load.toFixed(1), most, cores });
}

/** The machine and the versions that were measured, in one line. @param {number} load before the measurement */
export function machine(load) {
	const processors = cpus();
	const memory = Math.round(totalmem() / 1024 ** 3);
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	return [
		`${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${memory} GB`,
		`${process.platform} ${process.arch}`,
		`package ${version}, n8n ${release().version}, Node 24`,
		`load before ${load.toFixed(1)}`,
	].join('; ');
}
