import { resolve } from 'node:path';

/** Loads a module of the scripts as Node does. */
export function load<Module>(name: string): Module {
	const folder = resolve(__dirname, '../../scripts');
	const { createRequire } = process.getBuiltinModule('node:module');
	return createRequire(resolve(folder, 'x.js'))(`./${name}.mjs`) as Module;
}
