/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- counts listeners, and lets promises go on; tests never ship */
import type { IExecuteFunctions } from 'n8n-workflow';
import { getEventListeners } from 'node:events';

import type { Clock } from '../../nodes/ProjectWorkspace/client/clock';
import { connect, createGate, createTurns } from '../../nodes/ProjectWorkspace/client/connect';
import { requestsPerMinute } from '../../nodes/ProjectWorkspace/client/connection';
import { limiters } from '../../nodes/ProjectWorkspace/client/rateLimit/limiter';
import { BOUNDS } from '../../nodes/ProjectWorkspace/client/retryPolicy';
import { sendOnce } from '../../nodes/ProjectWorkspace/client/send';
import { until } from '../until';
import { FakeClock } from './rateLimit/simulation/fakeClock';

/** Work that ends when the test says so. */
function controlled() {
	const started: number[] = [];
	const ends: Array<() => void> = [];
	const work = (name: number) => async () => {
		started.push(name);
		await new Promise<void>((resolve) => ends.push(resolve));
		return name;
	};
	return { started, ends, work };
}

test('lets as many run as there are places, and the others in their order', async () => {
	const gate = createGate(() => 2);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4].map((name) => gate(work(name)));
	await Promise.resolve();
	expect(started).toEqual([1, 2]);
	ends[1]?.();
	await all[1];
	expect(started).toEqual([1, 2, 3]);
	ends[0]?.();
	await all[0];
	expect(started).toEqual([1, 2, 3, 4]);
	ends[2]?.();
	ends[3]?.();
	expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('gives the place on when the work fails', async () => {
	const gate = createGate(() => 1);
	await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await gate(() => Promise.resolve('next'))).toBe('next');
});

test('lets more run once more may, and starts none while too many run', async () => {
	let places = 1;
	const gate = createGate(() => places);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4, 5].map((name) => gate(work(name)));
	await Promise.resolve();
	expect(started).toEqual([1]);
	places = 3;
	ends[0]?.();
	await all[0];
	expect(started).toEqual([1, 2, 3, 4]);
	places = 2;
	ends[1]?.();
	await all[1];
	expect(started).toEqual([1, 2, 3, 4]);
	ends[2]?.();
	await all[2];
	expect(started).toEqual([1, 2, 3, 4, 5]);
	for (const end of ends) end();
	await Promise.all(all);
});

test('lets one go in each turn of the event loop, the first at once', async () => {
	const timers: Array<() => void> = [];
	const sleep = async () => await new Promise<void>((resolve) => timers.push(resolve));
	const nextTurn = createTurns({ now: () => 0, sleep });
	const gone: number[] = [];
	const all = [1, 2, 3].map(async (name) => {
		await nextTurn();
		gone.push(name);
	});
	await settled();
	expect(gone).toEqual([1]);
	timers.shift()?.();
	await settled();
	expect(gone).toEqual([1, 2]);
	timers.shift()?.();
	await Promise.all(all);
	expect(gone).toEqual([1, 2, 3]);
});

test('keeps as far from one to the next as wanted, also after a timer that rang late', async () => {
	const clock = new FakeClock(0);
	const late = { now: () => clock.now(), sleep: async (ms: number) => await clock.sleep(ms + 2) };
	const nextStart = createTurns(late, () => 5);
	const gone: number[] = [];
	const go = async () => {
		await nextStart();
		gone.push(clock.now());
	};
	await clock.run(Promise.all(Array.from({ length: 5 }, go)));
	expect(gone).toEqual([0, 7, 12, 17, 22]);
	await clock.run(clock.sleep(100));
	await clock.run(Promise.all([go(), go(), go()]));
	// A pause is made up for by one, not by a burst.
	expect(gone.slice(5)).toEqual([122, 124, 129]);
});

type Helper = (this: IExecuteFunctions) => Promise<unknown>;

/** A context of n8n as far as requests need it. */
const contextWith = (
	httpRequestWithAuthentication: Helper,
	{ signal, apiKey = 'ac_test_made_up' }: { signal?: AbortSignal; apiKey?: string } = {},
) =>
	({
		getCredentials: async () => ({ apiKey, baseUrl: 'https://api.example.com' }),
		getExecutionCancelSignal: () => signal,
		helpers: { httpRequestWithAuthentication },
	}) as unknown as IExecuteFunctions; // no more than this is used

async function clientOf(context: IExecuteFunctions, parallel?: number, clock?: Clock) {
	const connected = await connect(context, parallel, clock);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	const settings = { timeout: 60_000, bounds: { ...BOUNDS, attempts: 1 } };
	return async () =>
		await connected.client.send({ method: 'GET', path: '/users', query: {} }, settings);
}

const send = async (context: IExecuteFunctions) => await (await clientOf(context))();

/** Lets every promise that can go on do so. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

test('a run starts with the round trip of the run before', async () => {
	const answered = async () => ({ statusCode: 200, headers: {}, body: '{}' });
	const context = contextWith(answered, { apiKey: 'ac_test_round_trip' });
	const atOnce = async () => {
		const connected = await connect(context);
		return connected.ok ? connected.client.atOnce() : NaN;
	};
	expect(await atOnce()).toBe(32);
	const connected = await connect(context);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	const limiter = limiters.get(connected.client.fingerprint, requestsPerMinute({}));
	limiter.roundTrip = 10_000;
	expect(await atOnce()).toBe(128);
	await send(context);
	expect(limiter.roundTrip).toBeLessThan(10_000);
});

test('requests are spread over the round trip once it is known', async () => {
	const clock = new FakeClock(0);
	const startedAt: number[] = [];
	const helper = async () => {
		startedAt.push(clock.now());
		await clock.sleep(100);
		return { statusCode: 200, headers: { 'x-ratelimit-remaining': '1000' }, body: '{}' };
	};
	const context = contextWith(helper, { apiKey: 'ac_test_made_up_spread' });
	const sendOne = await clientOf(context, 10, clock);
	await clock.run(Promise.all(Array.from({ length: 30 }, sendOne)));
	// The first alone; those that have waited for its response; then one each 8 ms, and one more after a pause.
	const first = [0, ...Array<number>(10).fill(100)];
	const round = [0, 0, 8, 16, 24, 32, 40, 48, 56, 64];
	expect(startedAt.slice(0, 21)).toEqual([...first, ...round.map((ms) => 200 + ms)]);
	expect(startedAt.slice(21)).toEqual(round.slice(0, 9).map((ms) => 300 + ms));
});

test('what the service refuses says nothing of the round trip', async () => {
	const clock = new FakeClock(0);
	const served = { statusCode: 200, headers: {}, body: '{}' };
	let [answer, tookMs] = [served, 500];
	const helper = async () => {
		await clock.sleep(tookMs);
		return answer;
	};
	const context = contextWith(helper, { apiKey: 'ac_test_made_up_refused' });
	const connected = await connect(context, undefined, clock);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	const { send, atOnce } = connected.client;
	const settings = { timeout: 60_000, bounds: { ...BOUNDS, attempts: 1 } };
	const sendOne = async () =>
		await clock.run(send({ method: 'GET', path: '/users/1', query: {} }, settings));
	await sendOne();
	expect(atOnce()).toBe(128);
	[answer, tookMs] = [{ ...served, statusCode: 404 }, 1];
	await sendOne();
	expect(atOnce()).toBe(128);
	// A fault of the service does.
	answer = { ...served, statusCode: 500 };
	await sendOne();
	expect(atOnce()).toBeLessThan(128);
});

test('a request is sent so that the key goes nowhere else, and every response comes back', async () => {
	const calls: unknown[][] = [];
	const helper = async (...given: unknown[]) => {
		calls.push(given);
		return { statusCode: 200, headers: {}, body: '{}' };
	};
	await send(contextWith(helper));
	expect(calls).toEqual([
		[
			'projectWorkspaceApi',
			expect.objectContaining({
				method: 'GET',
				url: 'https://api.example.com/v1/users',
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				ignoreHttpStatusErrors: true,
				returnFullResponse: true,
				// While n8n is busy, this one counts all of the time.
				timeout: 120_000,
			}),
			{ credentialsDecrypted: expect.objectContaining({ name: 'projectWorkspaceApi' }) },
		],
	]);
});

test.each([
	[1, 1],
	[4, 4],
	[undefined, 32],
])(
	"with 'Parallel Requests' %s, %i pages of a list may be asked for at once",
	async (set, most) => {
		const connected = await connect(
			contextWith(async () => ({})),
			set,
		);
		expect(connected).toMatchObject({ ok: true, client: { parallel: most } });
	},
);

test('the longest wait for the rate limit is kept, also where a later request does not wait', async () => {
	const answers = [
		{ statusCode: 429, headers: { 'retry-after': '1' }, body: '' },
		{ statusCode: 200, headers: {}, body: '{}' },
		{ statusCode: 200, headers: {}, body: '{}' },
	];
	const context = contextWith(async () => answers.shift(), { apiKey: 'ac_test_made_up_waits' });
	const connected = await connect(context, 1);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	const { send: sendWith, longestWait } = connected.client;
	const waits: boolean[] = [];
	for (let n = 0; n < 2; n++) {
		const request = { method: 'GET', path: '/users', query: {} } as const;
		await sendWith(request, { timeout: 60_000, bounds: BOUNDS });
		waits.push(longestWait() >= 1_000);
	}
	expect(waits).toEqual([true, true]);
	expect(answers).toEqual([]);
});

test.each([undefined, null, ''])('a body that is %j is none', async (body) => {
	const helper = async () => ({ statusCode: 200, headers: {}, body });
	expect(await send(contextWith(helper))).toMatchObject({ ok: true, body: undefined });
});

test('what a request fails with is told by its cause alone, as its error holds the key', async () => {
	const apiKey = 'ac_test_made_up_thrown';
	const helper = async () => {
		throw Object.assign(new Error(`Bearer ${apiKey}`), { code: 'ECONNRESET', extra: apiKey });
	};
	const outcome = await send(contextWith(helper, { apiKey }));
	expect(outcome).toMatchObject({ failure: { cause: 'connectionLost' } });
	expect(JSON.stringify(outcome)).not.toMatch(/ac_test|Bearer|hidden/);
});

test('tells a fault of the node from a canceled execution', async () => {
	const nonsense = async () => ({ statusCode: 200, headers: null, body: 'ac_test_made_up' });
	expect(await send(contextWith(nonsense))).toMatchObject({
		failure: { cause: 'unexpected', message: expect.stringContaining('TypeError') },
	});
	const signal = AbortSignal.abort();
	expect(await send(contextWith(nonsense, { signal }))).toMatchObject({
		failure: { cause: 'cancelled', message: expect.stringContaining('canceled') },
	});
});

test('a message about a fault of the node does not contain the key', async () => {
	const apiKey = 'ac_test_made_up_fault';
	const faulty = async () => ({
		statusCode: 200,
		body: '',
		get headers(): never {
			throw new TypeError(`${apiKey} is not iterable`);
		},
	});
	expect(await send(contextWith(faulty, { apiKey }))).toMatchObject({
		failure: { message: expect.stringContaining('[API key hidden] is not iterable') },
	});
});

test.each([
	[1, 1, 1],
	[4, 4, 4],
	[undefined, 32, 49],
])(
	"with 'Parallel Requests' %s, from %i to %i of 50 requests are under way at once",
	async (set, least, most) => {
		const waiting: Array<(answer: unknown) => void> = [];
		let atOnce = 0;
		let serving = false;
		const helper = async () =>
			await new Promise((resolve) => {
				atOnce = Math.max(atOnce, waiting.push(resolve));
				if (serving) setImmediate(answer);
			});
		const answer = () => {
			const headers = { 'x-ratelimit-remaining': '1000' };
			waiting.shift()?.({ statusCode: 200, headers, body: '{}' });
		};
		const sendOne = await clientOf(contextWith(helper, { apiKey: `ac_test_made_up_${most}` }), set);
		const all = Array.from({ length: 50 }, sendOne);
		await settled();
		// Until the first response shows what is left of the quota.
		expect(waiting).toHaveLength(1);
		answer();
		await until(() => waiting.length >= least, `${least} under way`);
		serving = true;
		while (waiting.length > 0) answer();
		expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true);
		// If it is not set, a slow machine adds some, as it takes for a service that is farther away.
		expect(atOnce).toBeLessThanOrEqual(most);
	},
);

describe("the execution's cancel signal", () => {
	test('ends the request under way, and nothing listens to it afterwards', async () => {
		const cancel = new AbortController();
		const helper: Helper = async function () {
			const own = this.getExecutionCancelSignal();
			await new Promise((_, reject) => {
				own?.addEventListener('abort', () => reject({ code: 'ERR_CANCELED' }));
				cancel.abort();
			});
		};
		const context = contextWith(helper, { signal: cancel.signal, apiKey: 'ac_test_made_up_abort' });
		expect(await send(context)).toMatchObject({ ok: false, failure: { cause: 'cancelled' } });
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});

	test('is not listened to any more once a request has its response', async () => {
		const { signal } = new AbortController();
		const helper = async () => ({ statusCode: 200, headers: {}, body: '{}' });
		const context = contextWith(helper, { signal, apiKey: 'ac_test_made_up_listeners' });
		const clock = new FakeClock();
		const timers: AbortSignal[] = [];
		const sleep = async (ms: number, ends?: AbortSignal) => {
			if (ends) timers.push(ends);
			await clock.sleep(ms, ends);
		};
		const sendOne = await clientOf(context, 1, { now: () => clock.now(), sleep });
		expect(await clock.run(sendOne())).toMatchObject({ ok: true });
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		// Nor does the time for the response run on.
		expect(timers.map(({ aborted }) => aborted)).toEqual([true]);
	});

	test('ends a request that begins after it', async () => {
		const cancel = new AbortController();
		const helper: Helper = async function () {
			this.getExecutionCancelSignal()?.throwIfAborted();
			return { statusCode: 200, headers: {}, body: '{}' };
		};
		const context = contextWith(helper, { signal: cancel.signal });
		cancel.abort();
		const { ok } = await sendOnce(
			{
				...{ context, credential: {}, baseUrl: 'https://api.example.com/v1', redact: String },
				clock: new FakeClock(),
			},
			{ method: 'GET', path: '/users', query: {} },
			60_000,
		);
		expect(ok).toBe(false);
	});

	test('ends the wait for the rate limit', async () => {
		const cancel = new AbortController();
		let sent = 0;
		const helper = async () => {
			sent++;
			await Promise.resolve();
			return { statusCode: 429, headers: { 'retry-after': '60' }, body: '' };
		};
		const context = contextWith(helper, { signal: cancel.signal, apiKey: 'ac_test_made_up_wait' });
		const outcome = send(context);
		await settled();
		cancel.abort();
		expect(await outcome).toMatchObject({ ok: false, failure: { cause: 'cancelled' } });
		expect(sent).toBe(1);
	});
});

test.each([
	['key', { apiKey: 'ac_test_made_up_other', baseUrl: 'https://api.example.com' }],
	['address', { apiKey: 'ac_test_made_up', baseUrl: 'https://other.example.com' }],
])('another %s has another fingerprint, and so a limiter of its own', async (_, credential) => {
	const fingerprintOf = async (given: object) => {
		const connected = await connect({
			...contextWith(async () => ({})),
			getCredentials: async () => given,
		} as unknown as IExecuteFunctions); // no more than this is used
		return connected.ok ? connected.client.fingerprint : undefined;
	};
	const one = { apiKey: 'ac_test_made_up', baseUrl: 'https://api.example.com' };
	expect(await fingerprintOf(one)).toMatch(/^[\da-f]{64}$/);
	expect(await fingerprintOf(one)).toBe(await fingerprintOf({ ...one }));
	expect(await fingerprintOf(credential)).not.toBe(await fingerprintOf(one));
});
