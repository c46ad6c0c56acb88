/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- reaches Node's own loader, because jest cannot load .mjs files; tests never ship */
import { resolve } from 'node:path';

/** Loads a module of the scripts as Node does. */
export function load<Module>(name: string): Module {
	const folder = resolve(__dirname, '../../scripts');
	const { createRequire } = process.getBuiltinModule('node:module');
	return createRequire(resolve(folder, 'x.js'))(`./${name}.mjs`) as Module;
}
