import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { root } from './launch/paths.mjs';
import { obstacles } from './release/check.mjs';

const { values } = parseArgs({ options: { tag: { type: 'string' } } });
const found = obstacles((file) => readFileSync(join(root, file), 'utf8'), values.tag);
if (found.length === 0) {
	stdout.write('Ready to release.\n');
} else {
	stderr.write(`Not ready to release:\n${found.map((each) => `- ${each}\n`).join('')}`);
	process.exitCode = 1;
}
