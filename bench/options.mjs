import { parseArgs } from 'node:util';
import { LaunchError } from '../scripts/launch/messages.mjs';

export const PART_NAMES = /** @type {const} */ (['gets', 'lists', 'quota', 'deliveries', 'memory']);

/** @typedef {typeof PART_NAMES[number]} PartName */

export const help = `npm run bench -- [parts] [options]

Compares the package with n8n's HTTP Request node and prints ratios.

Parts (default: all): ${PART_NAMES.join(', ')}

  --repeat N      measure everything N times and take the median (default: 3)
  --two           quota: also with two n8n processes that share a key
  --records N     memory: length of the list (default: 200000)
  --write         write the results to docs/benchmarks.md; not while the machine is busy
  --help`;

/** @param {string[]} args */
export function readOptions(args) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			repeat: { type: 'string', default: '3' },
			records: { type: 'string', default: '200000' },
			two: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	const unknown = positionals.find((name) => !PART_NAMES.some((each) => each === name));
	if (unknown !== undefined)
		throw badOption(`There is no part "${unknown}", only ${PART_NAMES.join(', ')}`);
	const parts = PART_NAMES.filter((n) => positionals.length === 0 || positionals.includes(n));
	return { ...values, parts, repeat: count(values.repeat), records: count(values.records) };
}

/** @param {string} text */
function count(text) {
	const value = Number(text);
	if (Number.isSafeInteger(value) && value > 0) return value;
	throw badOption(`${text} is not a whole number of at least 1`);
}

/** @param {string} detail */
const badOption = (detail) => new LaunchError('badOption', { detail });
