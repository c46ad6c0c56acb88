import { load } from './load';

const { matches } = load<typeof import('../../scripts/launch/dependencies.mjs')>('dependencies');

const lock = {
	packages: {
		'': { version: '0.1.0' },
		'node_modules/a': { version: '1.0.0' },
		'node_modules/b': { version: '2.0.0', optional: true },
	},
};

it.each([
	[
		'all there',
		{ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } },
		true,
	],
	['an optional one left out', { 'node_modules/a': { version: '1.0.0' } }, true],
	['one missing', {}, false],
	['one of another version', { 'node_modules/a': { version: '1.0.1' } }, false],
])('%s', (_case, packages, expected) => expect(matches(lock, { packages })).toBe(expected));
