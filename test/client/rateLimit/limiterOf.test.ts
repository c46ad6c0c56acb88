import { limiterOf } from '../../../nodes/ProjectWorkspace/old/client/rateLimit/limiter';

test('executions with one key and address share a limiter', () => {
	const limiter = limiterOf('a', 1_000);
	expect(limiterOf('a', 1_000)).toBe(limiter);
	expect(limiterOf('b', 1_000)).not.toBe(limiter);
	expect(limiterOf('a', 10_000)).not.toBe(limiter);
});

test('of more than a hundred limiters, the one unused for longest is dropped', () => {
	const [first, second] = [limiterOf('first', 1_000), limiterOf('second', 1_000)];
	for (let number = 0; number < 97; number++) limiterOf(`key ${number}`, 1_000);
	expect(limiterOf('first', 1_000)).toBe(first);
	for (const name of ['one more', 'another']) limiterOf(name, 1_000);
	expect(limiterOf('first', 1_000)).toBe(first);
	expect(limiterOf('second', 1_000)).not.toBe(second);
});

test('a limiter in use is never dropped', async () => {
	jest.useFakeTimers({ doNotFake: ['performance'] });
	const limiter = limiterOf('a', 1_000);
	const expectKept = () => {
		for (let number = 0; number < 500; number++) limiterOf(`key ${number}`, 1_000);
		expect(limiterOf('a', 1_000)).toBe(limiter);
	};
	const permit = await limiter.acquire();
	expectKept();
	if (permit.ok) permit.value.release({ kind: 'refused', retryAfterMs: 60_000 });
	void limiter.acquire();
	expectKept();
	jest.useRealTimers();
});
