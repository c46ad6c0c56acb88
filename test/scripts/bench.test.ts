import { load } from './load';

const { needQuiet } = load<typeof import('../../bench/machine.mjs')>('../bench/machine');

it.each([
	[0.9, 2],
	[1, 2],
	[4, 8],
])('figures are written with a load of %d on %d cores', (busy, cores) => {
	expect(() => needQuiet(busy, cores)).not.toThrow();
});

it.each([
	[1.1, 2, 'The load of this machine is 1.1, above 1 for 2 cores, so no figures are written'],
	[4.2, 8, 'The load of this machine is 4.2, above 4 for 8 cores, so no figures are written'],
])('no figures are written with a load of %d on %d cores', (busy, cores, sentence) => {
	expect(() => needQuiet(busy, cores)).toThrow(sentence);
});
