import { load } from './load';

const { readOptions } = load<typeof import('../../scripts/launch/options.mjs')>('options');

it.each([
	[[], { help: false, reset: false }],
	[['--reset'], { help: false, reset: true }],
	[
		['--port', '7000', '--sandbox-port=7001'],
		{ help: false, reset: false, port: 7000, sandboxPort: 7001 },
	],
	[['-h'], { help: true, reset: false }],
])('reads %j', (args, options) => expect(readOptions(args)).toEqual(options));

it.each([
	[['--prot', '1']],
	[['--port']],
	[['--port', 'x']],
	[['--port', '0']],
	[['--port', '65536']],
])('refuses %j', (args) =>
	expect(() => readOptions(args)).toThrow(/is not something this command understands/),
);
