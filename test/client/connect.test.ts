import type { IExecuteFunctions } from 'n8n-workflow';
import { getEventListeners } from 'node:events';

import type { Clock } from '../../nodes/ProjectWorkspace/old/client/clock';
import { connect } from '../../nodes/ProjectWorkspace/old/client/connect';
import { readConnection } from '../../nodes/ProjectWorkspace/old/client/connection';
import { limiterOf } from '../../nodes/ProjectWorkspace/old/client/rateLimit/limiter';
import { redactorOf } from '../../nodes/ProjectWorkspace/old/client/redact';
import { RETRY_LIMITS } from '../../nodes/ProjectWorkspace/old/client/retryPolicy';
import { sendOnceWith } from '../../nodes/ProjectWorkspace/old/client/send';
import { FakeClock } from './rateLimit/simulation/fakeClock';

jest.mock<object>('../../nodes/ProjectWorkspace/old/client/rateLimit/limiter', () => {
	const actual = jest.requireActual<{ limiterOf: typeof limiterOf }>(
		'../../nodes/ProjectWorkspace/old/client/rateLimit/limiter',
	);
	return { ...actual, limiterOf: jest.fn(actual.limiterOf) };
});

const CREDENTIAL = { apiKey: 'ac_test_made_up', baseUrl: 'https://api.example.com' };

type Helper = (this: IExecuteFunctions) => Promise<unknown>;

/** A context of n8n as far as requests need it. */
const contextWith = (
	httpRequestWithAuthentication: Helper,
	{ signal, ...given }: { signal?: AbortSignal; apiKey?: string; requestsPerMinute?: number } = {},
) =>
	({
		getCredentials: async () => ({ ...CREDENTIAL, plan: 'custom', ...given }),
		getExecutionCancelSignal: () => signal,
		helpers: { httpRequestWithAuthentication },
	}) as unknown as IExecuteFunctions; // no more than this is used

async function clientOf(context: IExecuteFunctions, parallel?: number) {
	const connected = await connect(context, parallel);
	if (!connected.ok) throw new TypeError('This credential is fine.');
	const settings = { timeout: 60_000, limits: { ...RETRY_LIMITS, attempts: 1 } };
	return async () =>
		await connected.value.send({ method: 'GET', path: '/users', query: {} }, settings);
}

const sendOne = async (context: IExecuteFunctions, clock: Clock) => {
	const connection = readConnection(CREDENTIAL);
	if (!connection.ok) throw new TypeError('This credential is fine.');
	const { inRecords } = redactorOf(connection.value);
	const send = sendOnceWith(context, {}, connection.value, inRecords, clock);
	return await send({ method: 'GET', path: '/users', query: {} }, 60_000);
};

const send = async (context: IExecuteFunctions) => await (await clientOf(context))();

test('a request does not send the key anywhere else, and every response is returned', async () => {
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
	[4, undefined, 4, 4],
	[undefined, undefined, 32, 144],
	[undefined, 10, 32, 10],
])(
	"with 'Parallel Requests' %s and 'Requests per Minute' %s, %i pages and %i requests may be in flight",
	async (set, requestsPerMinute, pagesAhead, maxInFlight) => {
		const context = contextWith(async () => ({}), { requestsPerMinute });
		const connected = await connect(context, set);
		expect(connected).toMatchObject({ ok: true, value: { pagesAhead, maxInFlight } });
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
	const { send: sendWith, longestWait } = connected.value;
	const waits: boolean[] = [];
	for (let n = 0; n < 2; n++) {
		const request = { method: 'GET', path: '/users', query: {} } as const;
		await sendWith(request, { timeout: 60_000, limits: RETRY_LIMITS });
		// Half of the second: a busy process starts to wait late, and a timer may be a little early.
		waits.push(longestWait() >= 500);
	}
	expect(waits).toEqual([true, true]);
	expect(answers).toEqual([]);
});

test.each([undefined, null, ''])('a body that is %j counts as empty', async (body) => {
	const helper = async () => ({ statusCode: 200, headers: {}, body });
	expect(await send(contextWith(helper))).toMatchObject({ ok: true, value: { body: undefined } });
});

test('a failed request is reported by its cause alone, as its error contains the API key', async () => {
	const apiKey = 'ac_test_made_up_thrown';
	const helper = async () => {
		throw Object.assign(new Error(`Bearer ${apiKey}`), { code: 'ECONNRESET', extra: apiKey });
	};
	const outcome = await send(contextWith(helper, { apiKey }));
	expect(outcome).toMatchObject({ problem: { cause: 'connectionLost' } });
	expect(JSON.stringify(outcome)).not.toMatch(/ac_test|Bearer|hidden/);
});

test('a bug of the node is distinguished from a canceled execution', async () => {
	const faulty = async () => ({
		statusCode: 200,
		body: '',
		get headers(): never {
			throw new TypeError('headers is not iterable');
		},
	});
	const message = expect.stringContaining('TypeError: headers is not iterable');
	expect(await send(contextWith(faulty))).toMatchObject({
		problem: { cause: 'unexpected', message },
	});
	const signal = AbortSignal.abort();
	expect(await send(contextWith(faulty, { signal }))).toMatchObject({
		problem: { cause: 'cancelled', message: expect.stringContaining('canceled') },
	});
});

describe("the execution's cancel signal", () => {
	test('ends the request in flight, and has no listener afterwards', async () => {
		const cancel = new AbortController();
		const helper: Helper = async function () {
			const own = this.getExecutionCancelSignal();
			await new Promise((_, reject) => {
				own?.addEventListener('abort', () => reject({ code: 'ERR_CANCELED' }));
				cancel.abort();
			});
		};
		const context = contextWith(helper, { signal: cancel.signal, apiKey: 'ac_test_made_up_abort' });
		expect(await send(context)).toMatchObject({ ok: false, problem: { cause: 'cancelled' } });
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});

	test('has no listener after the response', async () => {
		const { signal } = new AbortController();
		const helper = async () => ({ statusCode: 200, headers: {}, body: '{}' });
		const context = contextWith(helper, { signal, apiKey: 'ac_test_made_up_listeners' });
		const clock = new FakeClock();
		const timers: AbortSignal[] = [];
		const sleep = async (ms: number, ends?: AbortSignal) => {
			if (ends) timers.push(ends);
			await clock.sleep(ms, ends);
		};
		expect(await sendOne(context, { now: () => clock.now(), sleep })).toMatchObject({ ok: true });
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
		expect(await sendOne(context, new FakeClock())).toMatchObject({ ok: false });
	});
});

const tenant = (...names: string[]) => ({
	headers: { header: names.map((name) => ({ name, value: 'acme' })) },
});

test.each<[string, object, object, fingerprint: boolean, limiter: boolean]>([
	['nothing else', {}, {}, true, true],
	['another key', { apiKey: 'ac_test_made_up_other' }, {}, false, false],
	['another address', { baseUrl: 'https://other.example.com' }, {}, false, false],
	['no headers', { headers: {} }, {}, true, true],
	['headers', tenant('X-Tenant'), {}, false, true],
	['other headers', tenant('X-Tenant'), tenant('X-Plan'), false, true],
	['another order of headers', tenant('X-A', 'X-B'), tenant('X-B', 'X-A'), true, true],
])('%s: the same fingerprint and limiter?', async (_, one, other, fingerprint, limiter) => {
	const { mock } = jest.mocked(limiterOf).mockClear();
	const found = [];
	for (const more of [one, other]) {
		const getCredentials = async () => ({ ...CREDENTIAL, ...more });
		const context = { ...contextWith(async () => ({})), getCredentials };
		const connected = await connect(context as unknown as IExecuteFunctions); // no more is used
		found.push(connected.ok ? connected.value.fingerprint : 'none');
	}
	for (const each of found) expect(each).toMatch(/^[\w-]{43}$/);
	expect(found[0] === found[1]).toBe(fingerprint);
	expect(mock.results[0]?.value === mock.results[1]?.value).toBe(limiter);
});
