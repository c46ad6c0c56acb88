import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const TAIL_LINES = 25;

/**
 * Where the output of a process goes: straight into a file, so that a server goes on unharmed when the launcher dies
 * (n8n with a broken pipe spins instead of ending).
 *
 * @param {string} log
 */
export function logTo(log) {
	mkdirSync(dirname(log), { recursive: true });
	const descriptor = openSync(log, 'a');
	const begun = statSync(log).size;
	return {
		descriptor,
		/** @param {string} text */
		write(text) {
			try {
				writeSync(descriptor, text);
			} catch {
				// A full disk must not take the launcher down through its own log.
			}
		},
		/** The last lines since the process started. */
		tail: () =>
			readFileSync(log)
				.subarray(begun)
				.toString()
				.trimEnd()
				.split(/\r?\n/)
				.slice(-TAIL_LINES)
				.join('\n'),
		close: () => closeSync(descriptor),
	};
}

/**
 * Cuts a stream of text into lines.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} onLine
 */
export function eachLine(stream, onLine) {
	let rest = '';
	stream.setEncoding('utf8');
	stream.on('data', (text) => {
		const parts = (rest + text).split(/\r?\n/);
		rest = parts.pop() ?? '';
		parts.forEach(onLine);
	});
	stream.on('end', () => {
		if (rest) onLine(rest);
	});
}
