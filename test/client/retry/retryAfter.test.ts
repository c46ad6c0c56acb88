import fc from 'fast-check';

import { parseRetryAfter } from '../../../nodes/ProjectWorkspace/client/retry/retryAfter';

const NOW = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

test.each([
	['2', 2_000],
	[' 0 ', 0],
	['1.5', 1_500],
	[3, 3_000],
	[['4'], 4_000],
	['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
	['Wed, 21 Oct 2026 07:27:00 GMT', 0],
	['99999999', 3_600_000],
	['Wed, 21 Oct 2099 07:28:00 GMT', 3_600_000],
])('reads %j as %d ms', (value, ms) => {
	expect(parseRetryAfter(value, NOW)).toBe(ms);
});

test.each([['soon'], ['-1'], [''], ['5 apples'], ['NaN'], [undefined], [null], [{}], ['1e3']])(
	'ignores %j',
	(value) => {
		expect(parseRetryAfter(value, NOW)).toBeUndefined();
	},
);

test('never asks for a wait that is negative, endless or no number', () => {
	fc.assert(
		fc.property(fc.anything(), (value) => {
			const ms = parseRetryAfter(value, NOW);
			expect(ms === undefined || (ms >= 0 && ms <= 3_600_000)).toBe(true);
		}),
	);
});
