import { CircuitBreaker, isAway } from '../../nodes/ProjectWorkspace/old/client/circuitBreaker';

const START = 1_795_310_523_000;

/** Records so many failures; times are in milliseconds from the start. */
function fail(breaker: CircuitBreaker, count: number, from: number, to: number, isSlow = true) {
	const failure = { cause: isSlow ? 'timeout' : 'connectionLost' } as const;
	for (let i = 0; i < count; i++) breaker.record(failure, START + from, START + to);
	return breaker.isOpen;
}

function opened() {
	const breaker = new CircuitBreaker();
	fail(breaker, 10, 0, 60_000);
	return breaker;
}

test.each<[string, number, isSlow: boolean, from: number, to: number]>([
	['that time out', 10, true, 0, 60_000],
	['that time out soon', 10, true, 4_999, 5_000],
	['that take a second', 10, false, 4_000, 5_000],
	['that end at once', 100, false, 4_001, 5_000],
])('opens after requests %s: %i of them', (_, count, isSlow, from, to) => {
	const breaker = new CircuitBreaker();
	// The service has been silent for long enough.
	fail(breaker, 1, 0, 5_000, isSlow);
	const before = count - (count === 10 ? 1 : 10);
	fail(breaker, before - 1, from, to, isSlow);
	expect(breaker.canSend(START + to)).toBe(true);
	expect(fail(breaker, 1, from, to, isSlow)).toBe(true);
	expect(breaker.canSend(START + to)).toBe(false);
});

test('does not open if the service responded to other requests, but shortens the timeout', () => {
	const breaker = new CircuitBreaker(START + 1_000);
	expect(fail(breaker, 10, 999, 60_000)).toBe(false);
	expect(breaker.timeoutWithin(60_000)).toBe(5_000);
	expect(breaker.timeoutWithin(100)).toBe(100);
	expect(fail(breaker, 10, 60_000, 65_000)).toBe(true);
});

test('a request sent at the moment of a response counts as sent after it', () => {
	expect(fail(new CircuitBreaker(START + 1_000), 10, 1_000, 7_000)).toBe(true);
});

test('only opens after five seconds without a response, so that a restart costs no item', () => {
	const breaker = new CircuitBreaker(START - 1_000);
	// Failures before its last response do not count.
	fail(breaker, 1, -9_000, -9_000);
	expect(fail(breaker, 32, 0, 2_000)).toBe(false);
	expect(fail(breaker, 1, 2_000, 4_999)).toBe(false);
	expect(fail(breaker, 1, 2_000, 5_000)).toBe(true);
});

test('lets one request through every five seconds while it is open, whatever fails meanwhile', () => {
	const breaker = opened();
	fail(breaker, 1, 60_000, 64_000);
	expect(breaker.canSend(START + 64_999)).toBe(false);
	expect(breaker.canSend(START + 65_000)).toBe(true);
	breaker.recordSent(START + 65_000);
	expect(breaker.canSend(START + 65_000)).toBe(false);
	expect(breaker.canSend(START + 70_000)).toBe(true);
});

test('a request sent while it is closed delays no other request', () => {
	const breaker = new CircuitBreaker();
	breaker.recordSent(START + 59_000);
	fail(breaker, 10, 0, 60_000);
	expect(breaker.canSend(START + 65_000)).toBe(true);
});

test('a service whose response is too large to be read is not away', () => {
	expect(isAway({ cause: 'tooLarge', status: 200 })).toBe(false);
	expect(isAway({ cause: 'connectionLost' })).toBe(true);
});
