import fc from 'fast-check';

import { systemClock } from '../../nodes/ProjectWorkspace/old/client/clock';
import type { ScriptedAnswer } from '../servers/scriptedServer';
import { serviceThat } from './service';

const TIMEOUT_MS = 450;

/** All waits pass at once, except that for a response, which n8n makes in ten parts. */
beforeEach(() => {
	const { now, sleep } = systemClock;
	let skippedMs = 0;
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() + skippedMs);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (ms, signal) => {
		if (ms === TIMEOUT_MS / 10) return await sleep(ms, signal);
		await sleep(0, signal);
		skippedMs += ms;
	});
});
afterEach(() => jest.restoreAllMocks());

const create = {
	...{ resource: 'task', operation: 'create', bodyMode: 'json', jsonBody: '{"title":"Once"}' },
	options: { timeout: TIMEOUT_MS },
};

const WORDS = [
	...['', 'quota', 'rate limit exceeded', 'Too many requests', 'throttled', 'limit exceeded'],
	...['try again', 'unavailable', 'busy', 'no such task', 'socket hang up', 'ECONNREFUSED'],
];
const text = fc.constantFrom(...WORDS);
/** Those that services send when there is too much to do. */
const STATUSES_OF_LIMITS = [420, 425, 429, 500, 502, 503, 504, 509];

/** An answer that may look like anything; undefined: none at all. */
const answer: fc.Arbitrary<ScriptedAnswer | undefined> = fc.option(
	fc.record({
		status: fc.oneof(
			fc.constantFrom(...[200, 201, 202, 204, 400, 403, 408, 409], ...STATUSES_OF_LIMITS),
			fc.integer({ min: 200, max: 599 }),
		),
		headers: fc.record(
			{
				'x-ratelimit-remaining': fc.constantFrom('0', '5', 'none'),
				'retry-after': fc.constantFrom('0', '1', '40', '31536000', 'soon'),
				'content-type': fc.constantFrom('application/json', 'text/html', 'text/plain'),
				'content-encoding': fc.constantFrom('gzip', 'identity'),
			},
			{ requiredKeys: [] },
		),
		body: fc.oneof(
			text,
			fc.tuple(text, text).map(([code, message]) => JSON.stringify({ error: { code, message } })),
			text.map((message) => JSON.stringify({ success: false, message })),
			fc.constantFrom('{"id":1}', '{"id":', '<html>rate limit</html>', '[]'),
		),
		cut: fc.boolean(),
	}),
	{ nil: undefined, freq: 12 },
);

/** Whether a POST may go out again after these answers. */
function mayRepeat(given: ReadonlyArray<ScriptedAnswer | undefined>): boolean {
	const isCut = (each: ScriptedAnswer | undefined) => !each || (each.cut ?? false);
	const last = given.at(-1);
	if (!last || isCut(last)) return false;
	if (last.status === 429) return given.length < 30;
	const isOther = (each: ScriptedAnswer | undefined) => {
		const { status = 200, headers = {}, body = '' } = each ?? {};
		const says = /quota|rate limit|too many|throttl|limit exceeded/i.test(String(body));
		const isLimit = says && headers['x-ratelimit-remaining'] === '0';
		return status >= 400 && status < 500 && status !== 429 && isLimit;
	};
	return isOther(last) && given.filter(isOther).length === 1;
}

test('a POST that the service has received is not sent again, whatever it answers', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(answer, { minLength: 1, maxLength: 6 }),
			fc.nat(1e9),
			async (answers, n) => {
				const given: Array<ScriptedAnswer | undefined> = [];
				const service = await serviceThat(
					(_, index) => {
						const next = answers[index % answers.length];
						const { status = 200 } = next ?? {};
						// These have no body, and so nothing to cut.
						const shown = [204, 304].includes(status) ? { ...next, body: '', cut: false } : next;
						given.push(shown);
						return shown;
					},
					{ apiKey: `ac_test_made_up_${n}` },
				);
				await service.run(create, { onError: 'continueRegularOutput' });
				for (let sent = 1; sent < given.length; sent++) {
					expect([given.slice(0, sent), mayRepeat(given.slice(0, sent))]).toEqual([
						given.slice(0, sent),
						true,
					]);
				}
			},
		),
		{ numRuns: 150 },
	);
}, 120_000);

test.each([429, 403, 200, 500, 503, 509])(
	'a service that always answers %i about its quota gets a POST at most 30 times',
	async (status) => {
		const limits = { 429: 30, 403: 2 };
		const body = JSON.stringify({ error: { code: 'rate_limit', message: 'quota exceeded' } });
		const headers = { 'x-ratelimit-remaining': '0' };
		const service = await serviceThat(() => ({ status, headers, body }), {
			apiKey: `ac_test_up_${status}`,
		});
		const { error } = await service.run(create);
		expect(error).toBeDefined();
		const most = limits[status as keyof typeof limits] ?? 1;
		expect(service.seen.length).toBeGreaterThanOrEqual(Math.min(most, 2));
		expect(service.seen.length).toBeLessThanOrEqual(most);
	},
);
