import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Loaded into n8n: SIGUSR2 collects garbage and writes the memory that is still used to a file. */
const { BENCH_HEAP_FILE: file = '' } = process.env;
process.on('SIGUSR2', () => {
	setFlagsFromString('--expose-gc');
	// As often as it frees something.
	runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
	const { heapUsed, external } = process.memoryUsage();
	writeFileSync(`${file}.new`, String(heapUsed + external));
	renameSync(`${file}.new`, file);
});
