import { FallbackLimiter } from '../../../nodes/ProjectWorkspace/client/rateLimit/fallbackLimiter';

function sent(requestsPerMinute: number, ...times: number[]) {
	const limiter = new FallbackLimiter(requestsPerMinute);
	for (const time of times) limiter.send(time);
	return limiter;
}

test('the next goes a minute after the first of as many as the plan has', () => {
	expect(sent(2).nextAt()).toBe(Number.NEGATIVE_INFINITY);
	expect(sent(2, 10).nextAt()).toBe(Number.NEGATIVE_INFINITY);
	expect(sent(2, 10, 20).nextAt()).toBe(60_010);
	expect(sent(2, 10, 20, 30).nextAt()).toBe(60_020);
	expect(sent(2, 10, 20, 30, 40, 50, 60).nextAt()).toBe(60_050);
});

test('a plan is rounded down, and allows one request at least', () => {
	expect(sent(2.9, 10, 20).nextAt()).toBe(60_010);
	expect(sent(0, 10).nextAt()).toBe(60_010);
	expect(sent(-5, 10, 20).nextAt()).toBe(60_020);
});

test('requests without a response do not count, and of two at the same moment only one does', () => {
	const limiter = sent(2, 10, 20, 20);
	limiter.lose(20);
	expect(limiter.nextAt()).toBe(60_010);
	limiter.lose(15);
	expect(limiter.nextAt()).toBe(60_010);
	limiter.lose(10);
	expect(limiter.nextAt()).toBe(Number.NEGATIVE_INFINITY);
});

test('after a rejection it is one at a time, and one more with each request that is served', () => {
	const limiter = new FallbackLimiter(100);
	const answers = [false, true, false, false, true].map((refused) => {
		limiter.answer(refused);
		return [limiter.denied, limiter.atOnce];
	});
	expect(answers).toEqual([
		[false, Number.POSITIVE_INFINITY],
		[true, 1],
		[false, 2],
		[false, 3],
		[true, 1],
	]);
});
