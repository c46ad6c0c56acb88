import { getEventListeners } from 'node:events';

import { ApiError } from '../../nodes/ProjectWorkspace/errors';
import type { HttpMethod } from '../../nodes/ProjectWorkspace/resources';
import type { Failure, Outcome } from '../../nodes/ProjectWorkspace/transport/failure';
import { Pace } from '../../nodes/ProjectWorkspace/transport/pace';
import type { Reply } from '../../nodes/ProjectWorkspace/transport/rateLimit';
import { Outage, Sender } from '../../nodes/ProjectWorkspace/transport/sender';
import type { ApiRequest } from '../../nodes/ProjectWorkspace/transport/types';
import { VirtualClock } from './virtualClock';

const OK: Outcome = { status: 200, headers: {}, body: {}, remaining: 500 };

const requestOf = (method: HttpMethod, more: Partial<ApiRequest> = {}): ApiRequest => ({
	method,
	path: '/tasks/7',
	query: {},
	...more,
});

interface Situation {
	/** What comes of each attempt; the last one is repeated. */
	outcomes: Outcome[];
	/** How long each attempt takes. */
	takesMs?: number;
	perMinute?: number;
	signal?: AbortSignal;
}

/** As many as the client lets run at once. Its own turns of the event loop take real time, of which there is none here. */
const AT_ONCE = 128;

function senderFor({ outcomes, takesMs = 0, perMinute = 10_000, signal }: Situation) {
	const clock = new VirtualClock();
	const pace = new Pace(perMinute, clock);
	const sent: Array<{ request: ApiRequest; at: number }> = [];
	const attempt = async (request: ApiRequest): Promise<Outcome> => {
		const outcome = outcomes[Math.min(sent.length, outcomes.length - 1)] ?? OK;
		sent.push({ request, at: clock.now() });
		await clock.sleep(takesMs);
		return outcome;
	};
	const sender = new Sender(attempt, pace, signal);
	const sendOne = async (request: ApiRequest) => await clock.run(sender.send(request));
	const sendMany = async (count: number, request: ApiRequest) => {
		const results: unknown[] = [];
		let next = 0;
		const worker = async () => {
			for (let index = next++; index < count; index = next++) {
				results[index] = await sender.send(request);
			}
		};
		await clock.run(Promise.all(Array.from({ length: AT_ONCE }, worker)));
		return results;
	};
	return { sendOne, sendMany, sender, sent, clock, pace };
}

/** The error of a request whose attempts all end so, and how many there were. */
async function failing(method: HttpMethod, failure: Failure, takesMs = 0) {
	const { sendOne, sent } = senderFor({ outcomes: [failure], takesMs });
	const error = await sendOne(requestOf(method));
	if (!(error instanceof ApiError)) throw new Error('It did not fail');
	return { error, attempts: sent.length };
}

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));

const ALL_METHODS = ['GET', 'PUT', 'DELETE', 'POST'] as const;

test.each<[string, Failure, attempts: [get: number, put: number, remove: number, post: number]]>([
	['the host is unknown', { cause: 'hostUnknown' }, [10, 10, 10, 10]],
	['the proxy does not respond', { cause: 'proxyFailed' }, [10, 10, 10, 10]],
	['the connection never stood', { cause: 'connectFailed' }, [10, 10, 10, 10]],
	['the connection was lost', { cause: 'connectionLost' }, [10, 10, 10, 1]],
	['there was no response in time', { cause: 'timeout' }, [10, 10, 10, 1]],
	['the service is not available', { cause: 'unavailable', status: 503 }, [10, 10, 10, 1]],
	['the service failed', { cause: 'serverFault', status: 500 }, [1, 1, 1, 1]],
	['the data is rejected', { cause: 'rejected', status: 400 }, [1, 1, 1, 1]],
	['the response is no JSON', { cause: 'notJson', status: 200 }, [1, 1, 1, 1]],
	['the certificate is not trusted', { cause: 'certificateUntrusted' }, [1, 1, 1, 1]],
	['the execution was cancelled', { cause: 'cancelled' }, [1, 1, 1, 1]],
	[
		'two waits of 110 seconds are asked for',
		{ cause: 'unavailable', retryAfterMs: 110_000 },
		[3, 3, 3, 1],
	],
	['a longer wait is asked for', { cause: 'unavailable', retryAfterMs: 121_000 }, [1, 1, 1, 1]],
	['a longer wait for the limit', { cause: 'rateLimited', retryAfterMs: 121_000 }, [1, 1, 1, 1]],
])('what is sent again if %s', async (_, failure, attempts) => {
	const counts = ALL_METHODS.map(async (method) => (await failing(method, failure)).attempts);
	expect(await Promise.all(counts)).toEqual(attempts);
});

test('after a rejection by the rate limit, everything is sent again for two minutes', async () => {
	const rejected: Failure = { cause: 'rateLimited', status: 429, code: 'slow_down' };
	const { sendOne, sent } = senderFor({ outcomes: [rejected] });
	const error = await sendOne(requestOf('POST'));
	expect(error).toMatchObject({
		details: { code: 'slow_down', status: 429, attempts: sent.length },
	});
	const waitedMs = (sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0);
	expect(waitedMs).toBeGreaterThan(90_000);
	expect(waitedMs).toBeLessThanOrEqual(120_000);

	const served = senderFor({ outcomes: [rejected, rejected, OK] });
	expect(await served.sendOne(requestOf('POST'))).toBe(OK);
	expect(served.sent).toHaveLength(3);
});

test('the pauses double up to five seconds, or are as long as the service asks for', async () => {
	const pausesAfter = async (failure: Failure) => {
		const { sendOne, sent } = senderFor({ outcomes: [failure] });
		await sendOne(requestOf('GET'));
		return sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
	};
	expect(await pausesAfter({ cause: 'unavailable' })).toEqual([
		188, 375, 750, 1_500, 3_000, 3_750, 3_750, 3_750, 3_750,
	]);
	const asked = await pausesAfter({ cause: 'unavailable', retryAfterMs: 20_000 });
	expect(new Set(asked)).toEqual(new Set([20_000]));
});

test('slow attempts end after five minutes', async () => {
	const { attempts } = await failing('GET', { cause: 'timeout' }, 60_000);
	expect(attempts).toBe(5);
});

test('the five minutes begin with the first attempt, not with the wait for the rate limit', async () => {
	const outcomes: Outcome[] = [...Array<Outcome>(6).fill(OK), { cause: 'connectionLost' }, OK];
	const { sendMany } = senderFor({ outcomes, perMinute: 1 });
	expect(new Set(await sendMany(7, requestOf('GET')))).toEqual(new Set([OK]));
});

test('an earlier attempt that may have made the change is reported', async () => {
	const conflict: Failure = { cause: 'rejected', status: 409 };
	const { sendOne } = senderFor({ outcomes: [{ cause: 'connectionLost' }, conflict] });
	expect(await sendOne(requestOf('PUT'))).toMatchObject({
		description: expect.stringMatching(/^Check whether the change was made/),
		details: { status: 409, attempts: 2, mayHaveBeenMade: true },
	});
});

test.each<[HttpMethod, Failure, boolean]>([
	['POST', { cause: 'timeout' }, true],
	['POST', { cause: 'serverFault', status: 500 }, true],
	['POST', { cause: 'notJson', status: 200 }, true],
	['POST', { cause: 'rejected', status: 400 }, false],
	['POST', { cause: 'connectFailed' }, false],
	['GET', { cause: 'timeout' }, false],
])('%s, %j: it may have been made: %p', async (method, failure, isPossible) => {
	const { error } = await failing(method, failure);
	expect(error.details.mayHaveBeenMade).toBe(isPossible);
	expect(error.description.includes('before you try again')).toBe(isPossible);
});

test.each<[string, Partial<ApiRequest>]>([
	['path', { path: `/tasks/${encodeURIComponent('[API key hidden]')}` }],
	['query', { query: { q: 'x[signing secret hidden]' } }],
	['body', { body: '{"a":"[header X-Key hidden]"}' }],
])('a placeholder in the %s is never sent', async (_, part) => {
	const { sendOne, sent } = senderFor({ outcomes: [OK] });
	expect(await sendOne(requestOf('PUT', part))).toMatchObject({ details: { code: 'placeholder' } });
	expect(sent).toEqual([]);
});

test.each<[string, Failure, Reply['kind']]>([
	['a gateway', { cause: 'unavailable', status: 503 }, 'none'],
	['a service in maintenance', { cause: 'unavailable', status: 503, remaining: 5 }, 'served'],
	['a lost connection', { cause: 'connectionLost' }, 'none'],
	['an error of the service', { cause: 'serverFault', status: 500 }, 'served'],
	['the rate limit', { cause: 'rateLimited', status: 429 }, 'rejected'],
])('what %s says about the rate limit', async (_, failure, kind) => {
	const { pace, sendOne } = senderFor({ outcomes: [failure, OK] });
	const record = jest.spyOn(pace, 'record');
	await sendOne(requestOf('GET'));
	expect(record.mock.calls[0]?.[1]).toMatchObject({ kind, remaining: failure.remaining });
});

describe('an outage', () => {
	const lost: Failure = { cause: 'connectFailed', networkCode: 'ECONNREFUSED' };

	test.each<[string, Failure]>([
		['no connection', lost],
		['no response', { cause: 'connectionLost' }],
		['a gateway without the service', { cause: 'unavailable', status: 502 }],
		['a service in maintenance', { cause: 'unavailable', status: 503, remaining: 700 }],
		['a gateway that waits too long', { cause: 'unavailable', status: 504 }],
	])('ends the run after 20 attempts and 10 seconds of nothing but %s', async (_, failure) => {
		const outcomes: Outcome[] = [...Array<Outcome>(200).fill(OK), failure];
		const { sendMany, sent, clock } = senderFor({ outcomes, takesMs: 20 });
		const downAt = clock.now();
		const results = (await sendMany(2_000, requestOf('PUT'))) as ApiError[];
		expect(clock.now() - downAt).toBeLessThan(15_000);
		expect(sent.length).toBeLessThan(1_500);
		expect(results.filter((result) => result === (OK as unknown))).toHaveLength(200);
		expect(results.find((result) => result instanceof ApiError)?.details.status).toBe(
			failure.status,
		);
		expect(results.at(-1)).toMatchObject({
			message: expect.stringContaining('stopped responding'),
			details: { code: 'stoppedResponding', mayHaveBeenMade: false },
		});
	});

	test.each<[string, Failure]>([
		['rejects the data', { cause: 'rejected', status: 400 }],
		['has reached the rate limit', { cause: 'rateLimited', status: 429, remaining: 0 }],
		['fails', { cause: 'serverFault', status: 500 }],
	])('is none if the service responds that it %s', (_, failure) => {
		const { sender, clock } = senderFor({ outcomes: [failure] });
		for (let count = 0; count < 30; count++) void sender.send(requestOf('POST'));
		return clock.run(clock.sleep(60_000)).then(() => expect(sender.outage.hasBegun).toBe(false));
	});

	test('with a service that hangs ends when 20 attempts have taken too long', async () => {
		const outcomes: Outcome[] = [OK, { cause: 'timeout' }];
		const { sendMany, sent } = senderFor({ outcomes, takesMs: 60_000 });
		await sendMany(2_000, requestOf('GET'));
		expect(sent.length).toBeLessThan(300);
		expect((sent.at(-1)?.at ?? 0) - (sent[0]?.at ?? 0)).toBeLessThanOrEqual(130_000);
	});

	test('ends small runs as well', async () => {
		const { sendOne, sent } = senderFor({ outcomes: [lost], takesMs: 1_000 });
		for (let request = 0; request < 3; request++) await sendOne(requestOf('GET'));
		expect(sent).toHaveLength(20);
	});

	test('leaves nothing in flight, so that the next run is not held up', async () => {
		const { sendMany, pace, clock } = senderFor({ outcomes: [lost], takesMs: 1_000 });
		await sendMany(300, requestOf('GET'));
		const endedAt = clock.now();
		const nextRun = new Sender(async () => OK, pace);
		expect(await clock.run(nextRun.send(requestOf('GET')))).toBe(OK);
		expect(clock.now()).toBe(endedAt);
	});

	test('has not begun if another request was answered a moment ago', () => {
		const outage = new Outage();
		outage.record(false, 59_000, 59_000);
		for (let attempt = 0; attempt < 20; attempt++) outage.record(true, 0, 60_000);
		expect(outage.hasBegun).toBe(false);
		outage.record(true, 60_000, 69_000);
		expect(outage.hasBegun).toBe(true);
	});

	test('of a few seconds costs nothing', async () => {
		const outcomes: Outcome[] = [...Array<Outcome>(25).fill(lost), OK];
		const { sendMany } = senderFor({ outcomes });
		expect(new Set(await sendMany(50, requestOf('POST')))).toEqual(new Set([OK]));
	});
});

test('a change that was cancelled before it was sent was not made', async () => {
	const { sender, sent } = senderFor({ outcomes: [], signal: AbortSignal.abort() });
	expect(await sender.send(requestOf('POST'))).toMatchObject({
		message: expect.stringMatching(/not sent\)$/),
		details: { code: 'cancelled', mayHaveBeenMade: false },
	});
	expect(sent).toEqual([]);
});

test('cancelling ends those that wait, and their pauses', async () => {
	const abort = new AbortController();
	const { sender, sent, clock } = senderFor({
		outcomes: [{ cause: 'unavailable', status: 503, retryAfterMs: 60_000 }],
		signal: abort.signal,
	});
	const sending = sender.send(requestOf('GET'));
	await clock.run(clock.sleep(100));
	const cancelledAt = clock.now();
	abort.abort();
	expect(await clock.run(sending)).toMatchObject({ details: { code: 'cancelled' } });
	expect(clock.now()).toBe(cancelledAt);
	expect(sent).toHaveLength(1);
});

test('however many wait, one listener hears the end of the run', async () => {
	const { signal } = new AbortController();
	const { sender, sent, clock } = senderFor({ outcomes: [OK], takesMs: 500, signal });
	for (let count = 0; count < 50; count++) void sender.send(requestOf('GET'));
	await clock.run(clock.sleep(100));
	expect(sent).toHaveLength(1);
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
});
