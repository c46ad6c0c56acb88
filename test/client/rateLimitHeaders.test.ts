import fc from 'fast-check';

import { MAX_WAIT_MS, readRateLimit } from '../../nodes/ProjectWorkspace/old/client/headers';

/** A second, as of a `Date` header, and a little later. */
const SECOND = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');
const NOW = SECOND + 250;

const remaining = (value?: string) =>
	readRateLimit(value === undefined ? {} : { 'x-ratelimit-remaining': value }).remaining;
const retryAfter = (value: string) => readRateLimit({ 'retry-after': value }, NOW).retryAfterMs;
const reset = (value: string, name = 'x-ratelimit-reset') =>
	readRateLimit({ [name]: value }, NOW).resetMs;

test.each([
	['12', 12],
	[' 7 ', 7],
	['3, 9', 3],
	['-4', 0],
	['2.9', 2],
	['1e30', 1_000_000_000],
	['many', undefined],
	['', undefined],
	[undefined, undefined],
	[' ', undefined],
])('reads %j as %j requests left', (value, left) => {
	expect(remaining(value)).toBe(left);
});

/** As GitHub, Twitter and GitLab (seconds), Linear (ms), the IETF draft and Discord (a wait), Jira and Vimeo (ISO) write it. */
test.each([
	['2', 2_000],
	['1.5', 1_500],
	['0.0001', 1],
	['1792567690', 9_750],
	['1792567690.5', 10_250],
	['1792567690000', 9_750],
	['1792567690000.5', 9_751],
	['WED, 21 Oct 2026 07:28:30 GMT', 29_750],
	...['Wed, 21', 'Wednesday, 21'].map((day): [string, number] => [
		`${day} Oct 2026 07:30:00 GMT`,
		119_750,
	]),
	['2026-10-21T07:28:10Z', 9_750],
	['2026-10-21t07:28:10.250z', 10_000],
	['2026-10-21T09:28:10+02:00', 9_750],
	['2026-10-21T09:28:10+0200', 9_750],
])('reads the time or wait %j as %d ms', (value, ms) => {
	expect([reset(value), retryAfter(value)]).toEqual([ms, ms]);
});

test.each(['Mon, 19', 'Tue, 20', 'Thu, 15', 'Fri, 16', 'Sat, 17', 'Sun, 18'])(
	'a date in the past, %s October, is no wait and no reset',
	(day) => {
		const date = `${day} Oct 2026 07:28:00 GMT`;
		expect([retryAfter(date), reset(date)]).toEqual([0, undefined]);
	},
);

const UNREADABLE = ['-1', '', '5 apples', '1e3', 'Mon, nonsense', '1.', '.5', 'a2', '2a', '5 Mon'];
const DAYS = ['2026-10-21', '2026-10-21T07:28:10', '2026-10-21 07:28:10Z', '2026-10-99T07:28:10Z'];
test.each([...UNREADABLE, ...DAYS])('ignores the time or wait %j', (value) => {
	expect([retryAfter(value), reset(value)]).toEqual([undefined, undefined]);
});

test('a wait of more than ten minutes is ignored', () => {
	expect([retryAfter('600'), reset('600')]).toEqual([600_000, 600_000]);
	const year = new Date(NOW + 365 * 86_400_000);
	const times = [year.toISOString(), year.toUTCString(), String(year.getTime())];
	for (const value of [
		'600.1',
		'99999999',
		'1000000000',
		'100000000000',
		'9'.repeat(400),
		...times,
	]) {
		expect([retryAfter(value), reset(value)]).toEqual([undefined, undefined]);
		expect(readRateLimit({ 'retry-after': value }, NOW).ignoredRetryAfter).toBe(value);
	}
	expect(readRateLimit({ 'retry-after': '600' }).ignoredRetryAfter).toBe(undefined);
});

test('0 is a wait, but no reset', () => {
	expect([retryAfter(' 0 '), reset('0')]).toEqual([0, undefined]);
});

test('the reset is read from the most precise header that has one', () => {
	const headers: Record<string, string> = {};
	const seen = [
		'x-rate-limit-reset',
		'x-ratelimit-reset',
		'ratelimit-reset',
		'x-ratelimit-reset-after',
		'x-ratelimit-retry-after',
	].map((name, index) => {
		headers[name] = String(index + 1);
		return readRateLimit(headers).resetMs;
	});
	expect(seen).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
	expect(readRateLimit({ ...headers, 'x-ratelimit-retry-after': '0' }).resetMs).toBe(4_000);
	expect(readRateLimit({ 'retry-after': '7' })).toMatchObject({ resetMs: undefined });
});

describe('a time is read by the clock of the service', () => {
	const reset = { 'x-ratelimit-reset': String(SECOND / 1000 + 30) };
	const date = new Date(SECOND).toUTCString();
	test.each([
		['its own, if ours differs by more than a second', { date }, SECOND + 1_000, 30_000],
		['its own, if ours is behind', { date }, SECOND - 1, 30_000],
		['ours, if both agree: it has fractions of a second', { date }, SECOND + 999, 29_001],
		['its own, with the age of a response from a cache', { date, age: '20' }, SECOND, 10_000],
		['ours, if it does not say the time', {}, SECOND + 2_000, 28_000],
		['ours, if its time cannot be read', { date: 'today' }, SECOND + 2_000, 28_000],
		['ours, if the age cannot be read', { date, age: 'old' }, SECOND + 2_000, 28_000],
	])('%s', (_, headers, now, ms) => {
		expect(readRateLimit({ ...headers, ...reset }, now).resetMs).toBe(ms);
	});
});

test('no header leads to a wait that is negative, too long or no number', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (value, date) => {
			const headers = { date, 'retry-after': value, 'x-ratelimit-reset': value };
			const { retryAfterMs = 0, resetMs = 1 } = readRateLimit(headers, NOW);
			expect(retryAfterMs >= 0 && retryAfterMs <= MAX_WAIT_MS).toBe(true);
			expect(resetMs > 0 && resetMs <= MAX_WAIT_MS).toBe(true);
		}),
	);
});
