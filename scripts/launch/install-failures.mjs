import { LaunchError } from './messages.mjs';

/** @typedef {import('./messages.mjs').Cause} Cause */

/**
 * What npm and compilers print for the causes that a person can do something about, most telling first.
 *
 * @type {Array<[RegExp, Cause]>}
 */
const signs = [
	[/ENOSPC|no space left on device/i, 'diskFilled'],
	[
		/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network (request|timeout)/,
		'noNetwork',
	],
	[/\bE404\b|\bETARGET\b|npm error 404/, 'notInRegistry'],
	[
		/not found: (make|g\+\+|c\+\+|cc)|(make|g\+\+|c\+\+): (command )?not found|find Python/i,
		'compilerMissing',
	],
	[/\bEACCES\b|\bEROFS\b/, 'cannotWrite'],
];

/**
 * @param {string} output
 * @returns {Cause}
 */
export function causeOf(output) {
	return signs.find(([sign]) => sign.test(output))?.[1] ?? 'installFailed';
}

/**
 * @param {string} output
 * @param {{ what: string, log: string, folder: string }} details
 */
export function installFailure(output, details) {
	return new LaunchError(causeOf(output), {
		missing: 'python3, make or g++',
		...details,
	});
}
