import { load } from './load';

const { help, readOptions } =
	load<typeof import('../../scripts/launch/options.mjs')>('launch/options');
const none = { help: false, reset: false, watch: false };

it.each([
	[[], none],
	[['--reset', '--watch'], { ...none, reset: true, watch: true }],
	[['--port', '7000', '--sandbox-port=7001'], { ...none, port: 7000, sandboxPort: 7001 }],
	[['-h'], { ...none, help: true }],
])('reads %j', (args, options) => expect(readOptions(args)).toEqual(options));

it.each([
	[['--prot', '1'], "Unknown option '--prot'."],
	[['--port'], "Option '--port <value>' argument missing."],
	[['--port', 'x'], '--port must be a number from 1 to 65535, not "x".'],
	[['--port', '0'], '--port must be a number from 1 to 65535, not "0".'],
	[['--sandbox-port', '65536'], '--sandbox-port must be a number from 1 to 65535, not "65536".'],
	[['now'], "Unexpected argument 'now'."],
])('refuses %j in one sentence', (args, message) =>
	expect(() => readOptions(args)).toThrow(expect.objectContaining({ message })),
);

it.each(['--port', '--sandbox-port', '--watch', '--reset', '--help'])(
	'--help explains %s',
	(option) => expect(help).toContain(`\n  ${option} `),
);
