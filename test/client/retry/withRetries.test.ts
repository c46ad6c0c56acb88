import fc from 'fast-check';

import { Lane } from '../../../nodes/ProjectWorkspace/client/rateLimit/lane';
import {
	BOUNDS,
	FEWER_ATTEMPTS,
	type Cause,
	IN_THE_DARK,
	type Method,
	POLICY,
} from '../../../nodes/ProjectWorkspace/client/retry/policy';
import {
	type Outcome,
	withRetries,
} from '../../../nodes/ProjectWorkspace/client/retry/withRetries';
import { FakeClock } from '../rateLimit/simulation/fakeClock';
import { seeded } from '../rateLimit/simulation/services';

const mayHaveActed = (cause: Cause) => ([...IN_THE_DARK, 'other'] as Cause[]).includes(cause);
const causes = Object.keys(POLICY) as Cause[];
const faults = causes.filter((cause) => cause !== 'other');

/** Fails as told, then answers. Records what each attempt came to. */
async function run(
	method: Method,
	script: Cause[],
	{ signal, clock = new FakeClock() }: { signal?: AbortSignal; clock?: FakeClock } = {},
) {
	const lane = new Lane({ clock, requestsPerMinute: 1000 });
	const outcomes: Array<Cause | 'answered'> = [];
	const started = clock.now();
	const send = async (): Promise<Outcome<string, Cause>> => {
		const cause = script[outcomes.length];
		outcomes.push(cause ?? 'answered');
		await clock.sleep(20);
		if (cause === undefined) return { kind: 'answered', value: 'done', remaining: 100 };
		return {
			kind: 'failed',
			cause,
			failure: cause,
			remaining: cause === 'quotaRefused' ? 0 : undefined,
		};
	};
	const random = seeded(7);
	const work = withRetries({ method, send, lane, clock, random, signal });
	const final = await clock.run(work);
	return { final, outcomes, lane, tookMs: clock.now() - started };
}

test('never sends a POST again after an outcome in which the service may have acted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.constantFrom(...causes), { maxLength: 14 }), async (script) => {
			const { outcomes } = await run('POST', script);
			const dark = outcomes.findIndex((outcome) => outcome !== 'answered' && mayHaveActed(outcome));
			if (dark !== -1) expect(dark).toBe(outcomes.length - 1);
		}),
	);
});

test('loses no GET, PUT or DELETE unless a bound is reached', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom<Method>('GET', 'PUT', 'DELETE'),
			fc.array(fc.constantFrom(...faults), { maxLength: 14 }),
			async (method, script) => {
				const { final, tookMs } = await run(method, script);
				const failed = script.filter((cause) => cause !== 'quotaRefused');
				const tooOften = causes.some(
					(cause) =>
						failed.filter((other) => other === cause).length >= (FEWER_ATTEMPTS[cause] ?? Infinity),
				);
				expect(final.kind).toBe(
					failed.length < BOUNDS.attempts && !tooOften ? 'answered' : 'gaveUp',
				);
				if (final.kind === 'gaveUp') expect(final.reason).toBe('attempts');
				expect(tookMs).toBeLessThan(BOUNDS.totalMs + BOUNDS.quotaMs);
			},
		),
	);
});

test('tells what was tried, and why it stopped', async () => {
	const { final } = await run('POST', ['connectionRefused', 'quotaRefused', 'timeout']);
	expect(final).toMatchObject({ kind: 'gaveUp', reason: 'notRepeatable', failure: 'timeout' });
	expect(final.history.attempts.map(({ cause }) => cause)).toEqual([
		'connectionRefused',
		'quotaRefused',
		'timeout',
	]);
	expect(final.history.quotaWaitedMs).toBeGreaterThan(0);
});

test('ends at once when it is cancelled while it waits to try again', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(...faults), { minLength: 9, maxLength: 9 }),
			fc.nat(20_000),
			async (script, cancelAt) => {
				const clock = new FakeClock();
				const cancel = new AbortController();
				const started = clock.now();
				clock.at(started + cancelAt, () => cancel.abort(new Error('cancelled')));
				const work = run('GET', script, { signal: cancel.signal, clock });
				const error = await work.then(
					() => undefined,
					(reason: Error) => reason,
				);
				if (error === undefined) return;
				expect(error.message).toBe('cancelled');
				// At most the attempt under way is waited for: the request helper cancels that itself.
				expect(clock.now() - started).toBeLessThanOrEqual(cancelAt + 20);
			},
		),
	);
});

test('settles the turn when sending throws', async () => {
	const clock = new FakeClock();
	const lane = new Lane({ clock, requestsPerMinute: 10 });
	const send = async (): Promise<Outcome<string, string>> =>
		await Promise.reject(new Error('a bug'));
	await expect(withRetries({ method: 'GET', send, lane, clock, random: () => 0 })).rejects.toThrow(
		'a bug',
	);
	expect(lane.idle).toBe(true);
});

test('10,000 requests with 20 % faults: no GET, PUT or DELETE is lost and no POST is acted on twice', async () => {
	const clock = new FakeClock();
	const random = seeded(42);
	const lane = new Lane({ clock, requestsPerMinute: 10_000 });
	const methods = ['GET', 'PUT', 'DELETE', 'POST'] as const;
	const lost: string[] = [];
	const actedTwice: number[] = [];
	let next = 0;
	const worker = async () => {
		while (next < 10_000) {
			const item = next++;
			const method = methods[item % methods.length]!;
			let acted = 0;
			const send = async (): Promise<Outcome<true, Cause>> => {
				await clock.sleep(20 + random() * 20);
				const fault = random() < 0.2;
				const cause = faults[Math.floor(random() * faults.length)]!;
				if (!fault) {
					acted++;
					return { kind: 'answered', value: true, remaining: 100_000 };
				}
				if (mayHaveActed(cause) && random() < 0.5) acted++;
				return { kind: 'failed', cause, failure: cause, remaining: undefined };
			};
			const final = await withRetries({ method, send, lane, clock, random });
			if (final.kind === 'gaveUp' && method !== 'POST') lost.push(`${method} ${item}`);
			if (method === 'POST' && acted > 1) actedTwice.push(item);
		}
	};
	await clock.run(Promise.all(Array.from({ length: 32 }, worker)));
	expect(lost).toEqual([]);
	expect(actedTwice).toEqual([]);
});
