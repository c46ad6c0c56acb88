import fc from 'fast-check';

import { CircuitBreaker } from '../../nodes/ProjectWorkspace/old/client/circuitBreaker';
import { errorRow, errors, type CauseName } from '../../nodes/ProjectWorkspace/old/client/errors';
import { readRateLimit, type Headers } from '../../nodes/ProjectWorkspace/old/client/headers';
import { failureFor } from '../../nodes/ProjectWorkspace/old/client/failure';
import {
	Limiter,
	type NoPermit,
	type Permit,
} from '../../nodes/ProjectWorkspace/old/client/rateLimit/limiter';
import { dispatch, type Dispatcher } from '../../nodes/ProjectWorkspace/old/client/dispatch';
import { isRateLimit, RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import type { ApiRequest, Outcome } from '../../nodes/ProjectWorkspace/old/client/types';
import { ok, reject } from '../../nodes/ProjectWorkspace/old/result';
import { FakeClock } from './rateLimit/simulation/fakeClock';
import { seeded } from './rateLimit/simulation/services';

type Method = ApiRequest['method'];

const causes = Object.keys(errors) as CauseName[]; // the keys of the table
const retried = causes.filter((cause) => errorRow(cause).retry);
const surelyNotActed = (cause: CauseName) => errorRow(cause).retry === 'always';

const requestBy = (method: Method): ApiRequest => ({ method, path: '/tasks/1', query: {} });

/** Of causes that are recognized by more than a status. */
const BY_WORDS: Partial<Record<CauseName, number>> = {
	...{ serverFault: 500, limitReached: 403, limitInSuccess: 200 },
};

function failed(cause: CauseName, method: Method, retryAfterMs?: number): Outcome {
	// 408 is a response that says so, and a timeout is none.
	const [status = BY_WORDS[cause]] = cause === 'timeout' ? [] : (errorRow(cause).statuses ?? []);
	return reject({
		...failureFor(cause, requestBy(method)),
		...(status ? { status } : {}),
		...(isRateLimit(cause) ? { remaining: 0 } : {}),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	});
}

const answered = (headers: Headers): Outcome =>
	ok({ status: 200, headers, body: {}, ...readRateLimit(headers) });

const done = answered({ 'x-ratelimit-remaining': '100000' });

/** All that requests of one run share. */
function shared(clock = new FakeClock()) {
	const state: Pick<Dispatcher, 'breaker' | 'respondedAt'> = {};
	return {
		...state,
		clock,
		inFlight: async <T>(work: () => Promise<T>) => await work(),
		limiter: new Limiter(clock, 10_000),
		random: seeded(7),
		sentKeys: new Map<string, string>(),
		longestWaitMs: 0,
	};
}

const ATTEMPT_MS = 20;

/** A limiter that gives each request the next of these: a wait in milliseconds, or no permit. */
function limiterOf(clock: FakeClock, ...script: Array<number | NoPermit>) {
	const release = jest.fn<void, Parameters<Permit['release']>>();
	const acquire = jest.fn<ReturnType<Limiter['acquire']>, Parameters<Limiter['acquire']>>(
		async () => {
			const next = script.shift() ?? 0;
			if (typeof next === 'object') return reject(next);
			await clock.sleep(next);
			return ok({ waitedMs: next, release });
		},
	);
	return { acquire, release };
}

/** Fails as told, then responds. Records how each attempt ended. */
async function run(
	method: Method,
	script: CauseName[],
	{
		given = shared(),
		limits = RETRY_LIMITS,
		headers,
		attemptMs = ATTEMPT_MS,
		...more
	}: Partial<Dispatcher> & {
		attemptMs?: number;
		given?: ReturnType<typeof shared>;
		limits?: typeof RETRY_LIMITS;
		headers?: ApiRequest['headers'];
	} = {},
) {
	const { clock } = given;
	const ended: Array<CauseName | 'done'> = [];
	const started = clock.now();
	const sendOnce = async () => {
		const cause = script[ended.length];
		ended.push(cause ?? 'done');
		await clock.sleep(attemptMs);
		return cause === undefined ? done : failed(cause, method);
	};
	// The next call with it goes on where this one ends.
	const dispatcher = Object.assign(given, { sendOnce }, more);
	const work = dispatch(dispatcher, requestBy(method), { timeout: 60_000, limits, headers });
	const outcome = await clock.run(work);
	const { longestWaitMs } = dispatcher;
	return { outcome, longestWaitMs, ended, tookMs: clock.now() - started };
}

test('never sends a POST again after an outcome in which the service may have acted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.constantFrom(...causes), { maxLength: 14 }), async (script) => {
			const { ended } = await run('POST', script);
			const unknown = ended.findIndex((cause) => cause !== 'done' && !surelyNotActed(cause));
			if (unknown !== -1) expect(unknown).toBe(ended.length - 1);
		}),
	);
});

test('repeats a POST with an idempotency key exactly when it would repeat a PUT', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.constantFrom(...causes), { maxLength: 14 }), async (script) => {
			const post = await run('POST', script, { headers: { 'Idempotency-Key': 'k1' } });
			const put = await run('PUT', script);
			expect(post.ended).toEqual(put.ended);
			expect([post.outcome.ok, post.tookMs]).toEqual([put.outcome.ok, put.tookMs]);
		}),
	);
});

test('loses no GET, PUT or DELETE unless a bound is reached', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom<Method>('GET', 'PUT', 'DELETE'),
			fc.array(fc.constantFrom(...retried), { maxLength: 14 }),
			fc.constantFrom(ATTEMPT_MS, 1_000),
			async (method, script, attemptMs) => {
				const { outcome, tookMs } = await run(method, script, { attemptMs });
				const count = (cause: CauseName) => script.filter((other) => other === cause).length;
				const tooOften = causes.some(
					(cause) => count(cause) >= (errorRow(cause).maxAttempts ?? 99),
				);
				const attempts = script.filter((cause) => !isRateLimit(cause)).length;
				expect(outcome.ok).toBe(attempts < RETRY_LIMITS.attempts && !tooOften);
				expect(tookMs).toBeLessThan(RETRY_LIMITS.totalMs + RETRY_LIMITS.rateLimitMs);
			},
		),
	);
});

test('reports how often it was tried', async () => {
	const { outcome, ended } = await run('POST', ['connectFailed', 'rateLimited', 'timeout']);
	expect(outcome).toMatchObject({ ok: false, problem: { cause: 'timeout', attempts: 3 } });
	expect(ended).toEqual(['connectFailed', 'rateLimited', 'timeout']);
	expect((await run('POST', ['timeout'])).outcome).not.toHaveProperty('problem.attempts');
});

test('is not reported as unsent if an earlier attempt may have been processed', async () => {
	const refused = Array<CauseName>(5).fill('connectFailed');
	const { outcome } = await run('PUT', ['connectionLost', ...refused]);
	expect(outcome).toMatchObject({ problem: { cause: 'connectionLost', attempts: 6 } });
	expect(outcome).toMatchObject({ problem: { sent: undefined } });
	const unsent = await run('PUT', ['hostUnknown', ...refused]);
	expect(unsent.outcome).toMatchObject({ problem: { cause: 'connectFailed', sent: false } });
});

test.each<['done' | 'told' | 'failed', Method, ...scripts: string[]]>([
	['done', 'DELETE', 'connectionLost notFound', 'timeout rateLimited notFound'],
	['done', 'DELETE', 'badGateway notFound', 'gatewayTimeout notFound', 'interrupted notFound'],
	['failed', 'DELETE', 'unavailable notFound', 'rateLimited connectFailed notFound'],
	['failed', 'DELETE', 'notFound', 'timeout forbidden'],
	['failed', 'GET', 'timeout notFound', 'timeout conflict'],
	['failed', 'PUT', 'timeout notFound', 'unavailable conflict'],
	['told', 'PUT', 'connectionLost conflict'],
	['told', 'DELETE', 'timeout rateLimited conflict'],
])('%s, as an earlier attempt may have made the change or not: %s', async (end, method, ...all) => {
	for (const script of all) {
		const { outcome } = await run(method, script.split(' ') as CauseName[]); // as above
		const isTold = !outcome.ok && outcome.problem.description.startsWith('An earlier attempt may');
		expect([script, outcome.ok ? 'done' : isTold ? 'told' : 'failed']).toEqual([script, end]);
	}
});

test('ends at once when it is canceled while it waits to try again', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(...retried), { minLength: 9, maxLength: 9 }),
			fc.nat(20_000),
			async (script, cancelAt) => {
				const whole = await run('GET', script);
				const given = shared();
				const cancel = new AbortController();
				given.clock.at(given.clock.now() + cancelAt, () => cancel.abort(new Error('canceled')));
				const { outcome, tookMs } = await run('GET', script, { given, signal: cancel.signal });
				// At most the attempt under way is waited for: the request helper cancels that itself.
				expect(tookMs).toBeLessThanOrEqual(cancelAt + ATTEMPT_MS);
				if (whole.tookMs > cancelAt + ATTEMPT_MS) {
					expect(outcome).toMatchObject({ ok: false, problem: { cause: 'cancelled' } });
				} else if (whole.tookMs < cancelAt) expect(outcome).toEqual(whole.outcome);
			},
		),
	);
});

test.each(['cancelled', 'stoppedResponding'] as const)(
	'is not sent if it is %s at the same moment as the permit, which it returns',
	async (cause) => {
		const given = shared();
		const cancel = new AbortController();
		const breaker = new CircuitBreaker();
		const limiter = limiterOf(given.clock);
		const acquire: Limiter['acquire'] = async () => {
			if (cause === 'cancelled') cancel.abort(new Error('canceled'));
			else jest.spyOn(breaker, 'canSend').mockReturnValue(false);
			return await limiter.acquire();
		};
		const more = { given, breaker, limiter: { acquire }, signal: cancel.signal };
		const { outcome, ended } = await run('POST', [], more);
		expect(outcome).toMatchObject({ ok: false, problem: { cause } });
		expect(ended).toEqual([]);
		expect(limiter.release.mock.calls).toEqual([[{ kind: 'lost' }]]);
	},
);

const WAIT = { remaining: 0, resetMs: 7_000, retryAfterMs: 400_000 };

const rejectedBy = (cause: CauseName, more: object) =>
	reject({ ...failureFor(cause, requestBy('POST')), ...more });
const AT_ZERO = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' };

test.each<[string, Outcome, object]>([
	['a response', done, { kind: 'answered', remaining: 100_000 }],
	['the reset', answered(AT_ZERO), { kind: 'answered', remaining: 0, resetMs: 7_000 }],
	['a rejection by it', rejectedBy('rateLimited', WAIT), { kind: 'refused', ...WAIT }],
	['what never left', failed('connectFailed', 'POST'), { kind: 'lost' }],
	['what may have arrived', failed('connectionLost', 'POST'), { kind: 'lost' }],
	[
		'another rejection',
		rejectedBy('notFound', { remaining: 7, resetMs: 9 }),
		{ kind: 'answered', remaining: 7, resetMs: 9 },
	],
])('tells the rate limit what became of a request: %s', async (_, outcome, usage) => {
	const given = shared();
	const limiter = limiterOf(given.clock);
	const limits = { ...RETRY_LIMITS, attempts: 1 };
	await run('POST', [], { given, limiter, limits, sendOnce: async () => outcome });
	expect(limiter.release.mock.calls).toEqual([[usage]]);
});

/** A run of so many items, 32 at once, with a circuit breaker of its own. */
async function runThrough(
	items: number,
	given: ReturnType<typeof shared>,
	respond: (timeout: number) => Promise<Outcome>,
) {
	const { clock } = given;
	const outcomes: Outcome[] = [];
	let sent = 0;
	let next = 0;
	const sendOnce = async (_: unknown, timeout: number) => {
		sent++;
		return await respond(timeout);
	};
	const settings = { timeout: 60_000, limits: RETRY_LIMITS };
	const dispatcher = { ...given, sendOnce };
	const worker = async () => {
		while (next++ < items) outcomes.push(await dispatch(dispatcher, requestBy('PUT'), settings));
	};
	const started = clock.now();
	await Promise.all(Array.from({ length: 32 }, worker));
	return { outcomes, sent, tookMs: clock.now() - started, lost: outcomes.filter(({ ok }) => !ok) };
}

/** Responds to 200 requests, and then no more. */
function failing(
	clock: FakeClock,
	cause: CauseName,
	tookMs: number,
	response = done,
	after?: number,
) {
	let served = 0;
	return async (timeout: number) => {
		const isServed = served++ < 200;
		await clock.sleep(isServed ? 20 : Math.min(tookMs, timeout));
		if (isServed) return response;
		return failed(tookMs > timeout ? 'timeout' : cause, 'PUT', after);
	};
}

/** The next run of a service that responds again. */
async function nextRun(items: number, given: ReturnType<typeof shared>, response = done) {
	const { clock } = given;
	const run = runThrough(items, given, async () => {
		await clock.sleep(20);
		return response;
	});
	return await clock.run(run);
}

test.each<[runs: number, CauseName, number, number | undefined]>([
	[1, 'connectFailed', 5, undefined],
	[1, 'unavailable', 20, undefined],
	[1, 'unavailable', 20, 3_600_000],
	[1, 'gatewayTimeout', 30_000, undefined],
	[1, 'timeout', 60_000, undefined],
	[2, 'connectFailed', 5, undefined],
	[2, 'timeout', 60_000, undefined],
])(
	'an outage during %i runs (%s after %i ms, Retry-After %s ms) ends in seconds',
	async (runs, cause, tookMs, after) => {
		const given = shared();
		const { clock, limiter } = given;
		const items = 3_000 / runs;
		const respond = failing(clock, cause, tookMs, done, after);
		const work = Array.from({ length: runs }, async () => await runThrough(items, given, respond));
		const down = await clock.run(Promise.all(work));
		expect(down.flatMap(({ lost }) => lost)).toHaveLength(2_800);
		for (const { sent, tookMs: took, lost } of down) {
			expect(sent).toBeLessThanOrEqual(items + 150);
			expect(took).toBeLessThan(75_000);
			const unsent = lost.filter((each) => !each.ok && each.problem.sent === false);
			if (cause !== 'connectFailed') expect(unsent.length).toBeGreaterThanOrEqual(items - sent);
		}
		const { lost, sent } = await nextRun(1_000, given);
		expect([lost, sent, limiter.idle]).toEqual([[], 1_000, true]);
	},
);

test.each<[string, number, number, number, number]>([
	['hangs for two seconds and then drops its connections', 2_000, 2_000, 1, 10_000],
	['drops every connection for a second', 20, 1_000, 1, 10_000],
	['drops one connection in ten for two seconds', 20, 2_000, 0.1, 1_000],
])('a service that %s loses no item of 500', async (_, tookMs, downMs, share, plan) => {
	const clock = new FakeClock();
	const given = { ...shared(clock), limiter: new Limiter(clock, plan) };
	const random = seeded(3);
	const from = clock.now() + 100;
	const work = runThrough(500, given, async () => {
		const down = clock.now() >= from && clock.now() < from + downMs && random() < share;
		await clock.sleep(down ? Math.min(tookMs, from + downMs - clock.now()) : 20);
		return down ? failed('connectionLost', 'PUT') : done;
	});
	expect((await clock.run(work)).lost).toEqual([]);
});

test.each<[CauseName, boolean]>([
	['connectionLost', false],
	['unavailable', true],
])(
	'the smallest plan slows down neither an outage nor what follows (%s, header: %s)',
	async (cause, header) => {
		const clock = new FakeClock();
		const given = { ...shared(clock), limiter: new Limiter(clock, 1_000) };
		const response = answered(header ? { 'x-ratelimit-remaining': '700' } : {});
		const down = await clock.run(runThrough(2_000, given, failing(clock, cause, 20, response)));
		expect(down.tookMs).toBeLessThan(10_000);
		const { lost, tookMs } = await nextRun(100, given, response);
		expect([lost, tookMs < 1_000]).toEqual([[], true]);
	},
);

test('after an outage, requests are sent again as soon as one gets a response', async () => {
	const given = shared();
	const { clock } = given;
	given.breaker = new CircuitBreaker();
	for (let i = 0; i < 9; i++)
		given.breaker.record({ cause: 'timeout' }, clock.now() - 5_000, clock.now());
	expect((await run('PUT', ['timeout'], { given })).tookMs).toBe(ATTEMPT_MS);
	expect((await run('PUT', [], { given })).ended).toEqual([]);
	await clock.run(clock.sleep(5_000));
	expect((await run('PUT', [], { given })).ended).toEqual(['done']);
	expect((await run('PUT', [], { given })).ended).toEqual(['done']);
});

test('waits for the rate limit do not count toward the time limit for retries', async () => {
	const given = shared();
	const script: CauseName[] = ['rateLimited', 'connectionLost'];
	const limits = { ...RETRY_LIMITS, totalMs: 60_000 };
	const limiter = limiterOf(given.clock, 0, 250_000);
	expect((await run('GET', script, { given, limiter, limits })).ended).toEqual([...script, 'done']);
});

test('adds up the waits for the rate limit, and reports the time since the first of them', async () => {
	const given = shared();
	const script: CauseName[] = ['rateLimited', 'notFound'];
	const limiter = limiterOf(given.clock, 100, 200);
	const { outcome, longestWaitMs } = await run('GET', script, { given, limiter });
	expect(longestWaitMs).toBe(100 + ATTEMPT_MS + 200);
	expect(limiter.acquire.mock.calls).toEqual([
		[undefined, 300_000, 10_000],
		[undefined, 300_000 - 100 - ATTEMPT_MS, 0],
	]);
	const elapsedMs = 100 + ATTEMPT_MS + 200 + ATTEMPT_MS;
	expect(outcome).toMatchObject({ problem: { attempts: 2, elapsedMs } });
});

test.each<[CauseName, number | undefined, counts: number, retryAfterMs?: number]>([
	['rateLimited', 429, 0],
	['rateLimited', 503, 0],
	['notFound', 404, 0],
	['cutJson', 200, 0],
	['serverFault', 500, 0],
	['badGateway', 502, 1],
	['unavailable', 503, 1],
	['unavailable', 503, 10, 40_000],
	['connectionLost', undefined, 1],
	['timeout', undefined, 10],
])('%s (status %s) counts as %i failures for the circuit breaker', async (cause, status, ...is) => {
	const [counts, retryAfterMs] = is;
	const given = shared();
	given.breaker = new CircuitBreaker();
	const earlier = given.breaker;
	const failure = { ...failureFor(cause, requestBy('POST')), status, retryAfterMs };
	const limits = { ...RETRY_LIMITS, attempts: 1, rateLimitMs: 0 };
	await run('POST', [], { given, limits, sendOnce: async () => reject(failure) });
	const now = given.clock.now();
	// Any response ends it.
	expect(given.breaker).toBe(counts > 0 ? earlier : undefined);
	expect(given.respondedAt).toBe(counts > 0 ? undefined : now);
	for (let more = counts; more < 99; more++) earlier.record({ cause: 'connectionLost' }, now, now);
	expect(earlier.timeoutWithin(60_000)).toBe(60_000);
	earlier.record({ cause: 'connectionLost' }, now, now);
	expect(earlier.timeoutWithin(60_000)).toBe(5_000);
});

test("if it would wait for the rate limit longer than 'Max Rate Limit Wait', it says so, or reports the rejection if it was sent", async () => {
	const outcomeAfter = async (script: CauseName[], ...permits: Array<number | NoPermit>) => {
		const given = shared();
		return await run('POST', script, { given, limiter: limiterOf(given.clock, ...permits) });
	};
	const unsent = await outcomeAfter([], { cause: 'waitTooLong', detail: 'wait of 7 s' });
	expect(unsent.ended).toEqual([]);
	expect(unsent.outcome).toMatchObject({
		problem: {
			cause: 'waitTooLong',
			sent: false,
			message: expect.stringContaining('(POST /tasks/1, wait of 7 s, not sent)'),
			description: expect.stringContaining("'Max Rate Limit Wait'"),
		},
	});
	const { outcome } = await outcomeAfter(['rateLimited'], 0, { cause: 'waitTooLong' });
	expect(outcome).toMatchObject({ problem: { cause: 'rateLimited' } });
});
