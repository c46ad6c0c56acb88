import fc from 'fast-check';

import { CircuitBreaker } from '../../nodes/ProjectWorkspace/client/circuitBreaker';
import { errorRow, errors, type CauseName } from '../../nodes/ProjectWorkspace/client/errors';
import { failureFor } from '../../nodes/ProjectWorkspace/client/outcome';
import { Limiter, WaitTooLong } from '../../nodes/ProjectWorkspace/client/rateLimit/limiter';
import { dispatch, type Dispatcher } from '../../nodes/ProjectWorkspace/client/dispatch';
import {
	isRateLimit,
	RETRY_LIMITS,
	type RetryLimits,
} from '../../nodes/ProjectWorkspace/client/retryPolicy';
import type { Answer, ApiRequest, Outcome } from '../../nodes/ProjectWorkspace/client/types';
import { ok, reject } from '../../nodes/ProjectWorkspace/result';
import { FakeClock } from './rateLimit/simulation/fakeClock';
import { seeded } from './rateLimit/simulation/services';

type Method = ApiRequest['method'];

const causes = Object.keys(errors) as CauseName[]; // the keys of the table
const retried = causes.filter((cause) => errorRow(cause).retry);
const surelyNotActed = (cause: CauseName) =>
	['always', 'afterRateLimit'].includes(errorRow(cause).retry ?? 'never');

const requestBy = (method: Method): ApiRequest => ({ method, path: '/tasks/1', query: {} });

function failed(cause: CauseName, method: Method, retryAfterMs?: number): Outcome {
	// 408 is a response that says so, and a timeout is none.
	const [status = cause === 'serverFault' ? 500 : undefined] =
		cause === 'timeout' ? [] : (errorRow(cause).statuses ?? []);
	return reject({
		...failureFor(cause, requestBy(method)),
		...(status ? { status } : {}),
		...(isRateLimit(cause) ? { remaining: 0 } : {}),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	});
}

const answered = (headers: Answer['headers']): Outcome => ok({ status: 200, headers, body: {} });

const done = answered({ 'x-ratelimit-remaining': '100000' });

/** All that requests of one run share. */
function shared(clock = new FakeClock()) {
	return {
		clock,
		inFlight: async <T>(send: () => Promise<T>) => await send(),
		limiter: new Limiter(clock, 10_000),
		breaker: new CircuitBreaker(),
		random: seeded(7),
		sentKeys: new Map<string, string>(),
		longestWaitMs: 0,
	};
}

const ATTEMPT_MS = 20;

/** Fails as told, then responds. Records how each attempt ended. */
async function run(
	method: Method,
	script: CauseName[],
	{
		given = shared(),
		limits = RETRY_LIMITS,
		headers,
		...more
	}: Partial<Dispatcher> & {
		given?: ReturnType<typeof shared>;
		limits?: RetryLimits;
		headers?: ApiRequest['headers'];
	} = {},
) {
	const { clock } = given;
	const ended: Array<CauseName | 'done'> = [];
	const started = clock.now();
	const sendOnce = async () => {
		const cause = script[ended.length];
		ended.push(cause ?? 'done');
		await clock.sleep(ATTEMPT_MS);
		return cause === undefined ? done : failed(cause, method);
	};
	const dispatcher = { sendOnce, ...given, ...more };
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

test('sends a POST with an idempotency key again where it would a PUT, and nowhere else', async () => {
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
			async (method, script) => {
				const { outcome, tookMs } = await run(method, script);
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
});

test('does not say that it was not sent where an attempt before may have gone through', async () => {
	const refused = Array<CauseName>(5).fill('connectFailed');
	const { outcome } = await run('PUT', ['connectionLost', ...refused]);
	expect(outcome).toMatchObject({ problem: { cause: 'connectionLost', attempts: 6 } });
	expect(outcome).not.toHaveProperty('problem.sent');
	const unsent = await run('PUT', refused);
	expect(unsent.outcome).toMatchObject({ problem: { cause: 'connectFailed', sent: false } });
});

describe('a DELETE that gets 404', () => {
	test.each<[CauseName[], boolean]>([
		[['connectionLost'], true],
		[['timeout', 'rateLimited'], true],
		[['badGateway'], true],
		[['gatewayTimeout'], true],
		[['interrupted'], true],
		[['unavailable'], false],
		[['rateLimited', 'connectFailed'], false],
		[[], false],
	])('after %j is done: %s', async (before, isDone) => {
		const { outcome } = await run('DELETE', [...before, 'notFound']);
		expect(outcome.ok).toBe(isDone);
	});

	test('is not found where a GET is, whatever came before', async () => {
		expect((await run('GET', ['timeout', 'notFound'])).outcome.ok).toBe(false);
	});
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

test.each([
	['the abort comes', 'cancelled'],
	['it is known that the service has stopped responding', 'stoppedResponding'],
] as const)(
	'is not sent where %s in the same moment as the permit, and gives that back',
	async (_, cause) => {
		const given = shared();
		const cancel = new AbortController();
		const release = jest.fn();
		const acquire = async () => {
			if (cause === 'cancelled') cancel.abort(new Error('canceled'));
			else jest.spyOn(given.breaker, 'canSend').mockReturnValue(false);
			return { waitedMs: 0, release };
		};
		const { signal } = cancel;
		const { outcome, ended } = await run('POST', [], { given, limiter: { acquire }, signal });
		expect(outcome).toMatchObject({ ok: false, problem: { cause } });
		expect(ended).toEqual([]);
		expect(release.mock.calls).toEqual([[{ kind: 'unused' }]]);
	},
);

test('releases its turn when sending throws, and hides no bug', async () => {
	const given = shared();
	const sendOnce = async () => await Promise.reject(new Error('a bug'));
	await expect(run('GET', [], { given, sendOnce })).rejects.toThrow('a bug');
	expect(given.limiter.idle).toBe(true);
});

test.each<[string, Outcome, object]>([
	['a response', done, { kind: 'answered', remaining: 100_000 }],
	[
		'a rejection by the rate limit',
		failed('rateLimited', 'POST', 400_000),
		{ kind: 'refused', remaining: 0, retryAfterMs: 400_000 },
	],
	['what never left', failed('connectFailed', 'POST'), { kind: 'unused' }],
	['what may have arrived', failed('connectionLost', 'POST'), { kind: 'lost' }],
	[
		'a rejection that says what is left',
		reject({ ...failureFor('notFound', requestBy('POST')), remaining: 7 }),
		{ kind: 'answered', remaining: 7 },
	],
])('tells the rate limit what became of a request: %s', async (_, outcome, usage) => {
	const release = jest.fn();
	const acquire = async () => await Promise.resolve({ waitedMs: 0, release });
	const limits = { ...RETRY_LIMITS, attempts: 1 };
	await run('POST', [], { limiter: { acquire }, limits, sendOnce: async () => outcome });
	expect(release.mock.calls[0]).toEqual([usage]);
	// The permit takes the first word.
	expect(release.mock.calls[1]).toEqual([{ kind: 'lost' }]);
});

/** A run of so many items, 32 at once. */
const outage: typeof runThrough = async (items, given, send) =>
	await given.clock.run(runThrough(items, given, send));

async function runThrough(
	items: number,
	given: ReturnType<typeof shared>,
	send: (timeout: number) => Promise<Outcome>,
) {
	const { clock } = given;
	const outcomes: Outcome[] = [];
	let sent = 0;
	let next = 0;
	const worker = async () => {
		while (next++ < items) {
			const sendOnce = async (_: unknown, timeout: number) => {
				sent++;
				return await send(timeout);
			};
			const settings = { timeout: 60_000, limits: RETRY_LIMITS };
			const outcome = await dispatch({ ...given, sendOnce }, requestBy('PUT'), settings);
			outcomes.push(outcome);
		}
	};
	const started = clock.now();
	await Promise.all(Array.from({ length: 32 }, worker));
	return { outcomes, sent, tookMs: clock.now() - started };
}

test.each<[CauseName, number, number | undefined]>([
	['connectFailed', 5, undefined],
	['connectionLost', 20, undefined],
	['unavailable', 20, undefined],
	['unavailable', 20, 30_000],
	['unavailable', 20, 3_600_000],
	['gatewayTimeout', 30_000, undefined],
	['timeout', 60_000, undefined],
])(
	'an outage (%s after %i ms, Retry-After %s ms) ends in seconds',
	async (cause, tookMs, after) => {
		const given = shared();
		const { clock, limiter } = given;
		let served = 0;
		const down = await outage(3_000, given, async (timeout) => {
			if (served++ < 200) {
				await clock.sleep(20);
				return done;
			}
			await clock.sleep(Math.min(tookMs, timeout));
			return failed(tookMs > timeout ? 'timeout' : cause, 'PUT', after);
		});
		expect(down.outcomes.filter(({ ok }) => ok)).toHaveLength(200);
		expect(down.outcomes.filter(({ ok }) => !ok)).toHaveLength(2_800);
		expect(down.sent).toBeLessThanOrEqual(3_000 + 150);
		expect(down.tookMs).toBeLessThan(75_000);

		// The next run starts with a circuit breaker of its own.
		const next = { ...given, breaker: new CircuitBreaker() };
		const back = await outage(1_000, next, async () => {
			await clock.sleep(20);
			return done;
		});
		expect(back.outcomes.every(({ ok }) => ok)).toBe(true);
		expect(back.sent).toBe(1_000);
		expect(limiter.idle).toBe(true);
	},
);

test.each<[CauseName, number]>([
	['connectFailed', 5],
	['unavailable', 20],
	['timeout', 60_000],
])('two runs in one outage (%s after %i ms) end in seconds, too', async (cause, tookMs) => {
	const given = shared();
	const { clock } = given;
	let served = 0;
	const runs = await clock.run(
		Promise.all(
			[1, 2].map(async () => {
				const own = { ...given, breaker: new CircuitBreaker() };
				return await runThrough(1_000, own, async (timeout) => {
					if (served++ < 200) {
						await clock.sleep(20);
						return done;
					}
					await clock.sleep(Math.min(tookMs, timeout));
					return failed(tookMs > timeout ? 'timeout' : cause, 'PUT');
				});
			}),
		),
	);
	for (const { sent, tookMs: took } of runs) {
		expect(sent).toBeLessThanOrEqual(1_000 + 150);
		expect(took).toBeLessThan(75_000);
	}
});

test.each<[string, number, number, number, number]>([
	['hangs for two seconds and then drops its connections', 2_000, 2_000, 1, 10_000],
	['drops every connection for a second', 20, 1_000, 1, 10_000],
	['drops one connection in ten for two seconds', 20, 2_000, 0.1, 1_000],
])('a service that %s loses no item of 500', async (_, tookMs, downMs, share, plan) => {
	const clock = new FakeClock();
	const given = { ...shared(clock), limiter: new Limiter(clock, plan) };
	const random = seeded(3);
	const from = clock.now() + 100;
	const { outcomes } = await outage(500, given, async () => {
		const down = clock.now() >= from && clock.now() < from + downMs && random() < share;
		await clock.sleep(down ? Math.min(tookMs, from + downMs - clock.now()) : 20);
		return down ? failed('connectionLost', 'PUT') : done;
	});
	expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
});

test.each<[CauseName, boolean]>([
	['connectFailed', false],
	['connectionLost', false],
	['unavailable', true],
])(
	'the smallest plan slows down neither an outage nor what follows (%s, header: %s)',
	async (cause, header) => {
		const clock = new FakeClock();
		const given = { ...shared(clock), limiter: new Limiter(clock, 1_000) };
		const response = answered(header ? { 'x-ratelimit-remaining': '700' } : {});
		let served = 0;
		const down = await outage(2_000, given, async () => {
			await clock.sleep(20);
			return served++ < 200 ? response : failed(cause, 'PUT');
		});
		expect(down.tookMs).toBeLessThan(10_000);
		const next = { ...given, breaker: new CircuitBreaker() };
		const back = await outage(100, next, async () => {
			await clock.sleep(20);
			return response;
		});
		expect(back.outcomes.filter(({ ok }) => ok)).toHaveLength(100);
		expect(back.tookMs).toBeLessThan(1_000);
	},
);

test('says of a request that it was not sent, where the service has stopped responding', async () => {
	const given = shared();
	const { outcomes, sent } = await outage(1_000, given, async (timeout) => {
		await given.clock.sleep(timeout);
		return failed('timeout', 'PUT');
	});
	const unsent = outcomes.filter((outcome) => !outcome.ok && outcome.problem.sent === false);
	expect(unsent.length).toBeGreaterThanOrEqual(1_000 - sent);
	expect(unsent[0]).toMatchObject({
		problem: {
			cause: 'stoppedResponding',
			message: 'The service stopped responding (PUT /tasks/1, not sent)',
		},
	});
});

test('in a run that continues, everything is sent again once a request in between gets a response', async () => {
	const given = shared();
	const { clock, breaker } = given;
	for (let i = 0; i < 5; i++) {
		breaker.recordFailure({ sentAt: clock.now() - 5_000, now: clock.now(), holdsUp: true });
	}
	expect((await run('PUT', [], { given })).ended).toEqual([]);
	await clock.run(clock.sleep(5_000));
	expect((await run('PUT', [], { given })).ended).toEqual(['done']);
	expect((await run('PUT', [], { given })).ended).toEqual(['done']);
});

test('waits for the rate limit do not count for the time in which a request is repeated', async () => {
	const given = shared();
	const { clock } = given;
	const waits = [0, 250_000, 0];
	const acquire = async () => {
		const waitedMs = waits.shift() ?? 0;
		await clock.sleep(waitedMs);
		return { waitedMs, release: () => {} };
	};
	const script: CauseName[] = ['rateLimited', 'connectionLost'];
	const limits = { ...RETRY_LIMITS, totalMs: 60_000 };
	const { ended } = await run('GET', script, { given, limiter: { acquire }, limits });
	expect(ended).toEqual([...script, 'done']);
});

test('adds up the waits for the rate limit, and tells the time from the first of them', async () => {
	const given = shared();
	const { clock } = given;
	const waits = [100, 200];
	const acquire = jest.fn(async () => {
		const waitedMs = waits.shift() ?? 0;
		await clock.sleep(waitedMs);
		return { waitedMs, release: () => {} };
	});
	const script: CauseName[] = ['rateLimited', 'notFound'];
	const { outcome, longestWaitMs } = await run('GET', script, { given, limiter: { acquire } });
	expect(longestWaitMs).toBe(100 + ATTEMPT_MS + 200);
	expect(acquire).toHaveBeenLastCalledWith(undefined, 300_000 - 100 - ATTEMPT_MS, 0);
	const elapsedMs = 100 + ATTEMPT_MS + 200 + ATTEMPT_MS;
	expect(outcome).toMatchObject({ problem: { attempts: 2, elapsedMs } });
});

test.each<[CauseName, 'recordResponse' | 'recordFailure', boolean | undefined]>([
	['rateLimited', 'recordResponse', undefined],
	['notFound', 'recordResponse', undefined],
	['serverFault', 'recordResponse', undefined],
	['badGateway', 'recordFailure', false],
	['connectionLost', 'recordFailure', false],
	['timeout', 'recordFailure', true],
])('%s counts as %s for the circuit breaker', async (cause, kind, holdsUp) => {
	const given = shared();
	const limits = { ...RETRY_LIMITS, attempts: 1, rateLimitMs: 0 };
	const told = (['recordResponse', 'recordFailure'] as const).map((name) => {
		const spy = jest.spyOn(given.breaker, name);
		return () => spy.mock.calls.map((args) => [name, ...args]);
	});
	const sentAt = given.clock.now();
	const { ended } = await run('POST', [cause], { given, limits });
	expect(ended).toEqual([cause]);
	const now = sentAt + ATTEMPT_MS;
	expect(told.flatMap((calls) => calls())).toEqual([
		[kind, kind === 'recordResponse' ? now : { sentAt, now, holdsUp }],
	]);
});

test('a rate limit that is reported with 503 is a response for the circuit breaker', async () => {
	const given = shared();
	const limits = { ...RETRY_LIMITS, rateLimitMs: 0 };
	const responded = jest.spyOn(given.breaker, 'recordResponse');
	const failure = failureFor('rateLimited', requestBy('GET'));
	const sendOnce = async (): Promise<Outcome> => reject({ ...failure, status: 503 });
	expect((await run('GET', [], { given, limits, sendOnce })).outcome).toMatchObject({ ok: false });
	expect(responded).toHaveBeenCalledTimes(1);
});

describe("where the rate limit keeps a request waiting longer than 'Max Rate Limit Wait'", () => {
	test('it says that it was not sent, and how long the wait would be', async () => {
		const acquire = jest.fn(async () => await Promise.reject(new WaitTooLong(3_600_000)));
		const { outcome, ended } = await run('POST', [], { limiter: { acquire } });
		expect(ended).toEqual([]);
		expect(acquire).toHaveBeenCalledWith(undefined, RETRY_LIMITS.rateLimitMs, 10_000);
		expect(outcome).toMatchObject({
			problem: {
				cause: 'waitTooLong',
				sent: false,
				message: expect.stringContaining('(POST /tasks/1, wait of 3600 s, not sent)'),
				description: expect.stringContaining("'Max Rate Limit Wait'"),
			},
		});
	});

	test('it reports the rejection if it was sent before', async () => {
		const given = shared();
		const { limiter } = given;
		const acquire = jest
			.fn<ReturnType<Limiter['acquire']>, []>(async () => await Promise.reject(new WaitTooLong()))
			.mockImplementationOnce(async () => await limiter.acquire());
		const { outcome } = await run('POST', ['rateLimited'], { given, limiter: { acquire } });
		expect(outcome).toMatchObject({ problem: { cause: 'rateLimited' } });
		expect(acquire.mock.calls).toEqual([
			[undefined, 300_000, 10_000],
			[undefined, 299_980, 0],
		]);
	});
});

test('10,000 requests with 20 % faults: no GET, PUT or DELETE is lost and no POST is acted on twice', async () => {
	const given = shared();
	const { clock } = given;
	const random = seeded(42);
	const methods = ['GET', 'PUT', 'DELETE', 'POST'] as const;
	const lost: string[] = [];
	const actedTwice: number[] = [];
	let next = 0;
	const worker = async () => {
		while (next < 10_000) {
			const item = next++;
			const method = methods[item % methods.length]!;
			let acted = 0;
			const sendOnce = async (): Promise<Outcome> => {
				await clock.sleep(20 + random() * 20);
				const fault = random() < 0.2;
				const cause = retried[Math.floor(random() * retried.length)]!;
				if (!fault) {
					acted++;
					return done;
				}
				if (!surelyNotActed(cause) && random() < 0.5) acted++;
				return failed(cause, method);
			};
			const settings = { timeout: 60_000, limits: RETRY_LIMITS };
			const outcome = await dispatch({ ...given, sendOnce }, requestBy(method), settings);
			if (!outcome.ok && method !== 'POST') lost.push(`${method} ${item}`);
			if (method === 'POST' && acted > 1) actedTwice.push(item);
		}
	};
	await clock.run(Promise.all(Array.from({ length: 32 }, worker)));
	expect(lost).toEqual([]);
	expect(actedTwice).toEqual([]);
});
