import { CircuitBreaker } from '../../nodes/ProjectWorkspace/client/circuitBreaker';

const timeoutOf = (sentAt: number, now: number) => ({ sentAt, now, holdsUp: true });

function opened() {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 5; i++) breaker.recordFailure(timeoutOf(0, 60_000));
	return breaker;
}

test('opens after five timeouts without any response', () => {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 4; i++) breaker.recordFailure(timeoutOf(0, 60_000));
	expect(breaker.canSend(60_000)).toBe(true);
	breaker.recordFailure(timeoutOf(0, 60_000));
	expect(breaker.canSend(60_000)).toBe(false);
});

test('shortens the timeout, and does not open, where the service responded to others meanwhile', () => {
	const breaker = new CircuitBreaker();
	breaker.recordResponse(1_000);
	for (let i = 0; i < 20; i++) breaker.recordFailure(timeoutOf(900, 60_000));
	expect(breaker.isOpen).toBe(false);
	expect(breaker.recordSent(60_000, 60_000)).toBe(5_000);
	expect(breaker.recordSent(100, 60_000)).toBe(100);
	for (let i = 0; i < 5; i++) breaker.recordFailure(timeoutOf(60_000, 65_000));
	expect(breaker.isOpen).toBe(true);
});

test('opens after five slow requests, or a hundred that failed at once', () => {
	const slow = new CircuitBreaker();
	const fast = new CircuitBreaker();
	for (let i = 0; i < 100; i++) {
		slow.recordFailure({ sentAt: 0, now: 30_000, holdsUp: false });
		fast.recordFailure({ sentAt: 0, now: 20, holdsUp: false });
	}
	expect([slow.isOpen, fast.isOpen]).toEqual([true, false]);
});

test('does not open before the service has been silent for five seconds: a restart costs no item', () => {
	const breaker = new CircuitBreaker();
	const from = 1_795_310_523_000;
	for (let i = 0; i < 32; i++) breaker.recordFailure(timeoutOf(from, from + 2_000));
	expect(breaker.isOpen).toBe(false);
	breaker.recordFailure(timeoutOf(from + 2_000, from + 4_999));
	expect(breaker.isOpen).toBe(false);
	breaker.recordFailure(timeoutOf(from + 2_000, from + 5_000));
	expect(breaker.isOpen).toBe(true);
});

test('lets one request through every five seconds while it is open', () => {
	const breaker = opened();
	expect(breaker.canSend(64_999)).toBe(false);
	expect(breaker.canSend(65_000)).toBe(true);
	breaker.recordSent(60_000, 65_000);
	expect(breaker.canSend(65_000)).toBe(false);
	expect(breaker.canSend(70_000)).toBe(true);
});

test('closes with any response', () => {
	const breaker = opened();
	breaker.recordResponse(66_000);
	expect([breaker.isOpen, breaker.canSend(66_000), breaker.recordSent(60_000, 66_000)]).toEqual([
		false,
		true,
		60_000,
	]);
});

test('what took a second counts as slow, and a timeout does however short it was', () => {
	const opens = (loss: Parameters<CircuitBreaker['recordFailure']>[0]) => {
		const breaker = new CircuitBreaker();
		breaker.recordFailure({ sentAt: 0, now: 5_000, holdsUp: true });
		for (let i = 0; i < 4; i++) breaker.recordFailure(loss);
		return breaker.isOpen;
	};
	expect(opens({ sentAt: 4_001, now: 5_000, holdsUp: false })).toBe(false);
	expect(opens({ sentAt: 4_000, now: 5_000, holdsUp: false })).toBe(true);
	expect(opens({ sentAt: 4_999, now: 5_000, holdsUp: true })).toBe(true);
});

test('what was sent in the moment of a response counts as sent after it', () => {
	const breaker = new CircuitBreaker();
	breaker.recordResponse(1_000);
	for (let i = 0; i < 5; i++) breaker.recordFailure(timeoutOf(1_000, 7_000));
	expect(breaker.isOpen).toBe(true);
});

test('a response between losses starts the count over', () => {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 4; i++) breaker.recordFailure(timeoutOf(0, 60_000));
	breaker.recordResponse(60_000);
	for (let i = 0; i < 4; i++) breaker.recordFailure(timeoutOf(60_000, 120_000));
	expect([breaker.isOpen, breaker.recordSent(60_000, 120_000)]).toEqual([false, 60_000]);
	breaker.recordFailure(timeoutOf(119_000, 120_000));
	expect([breaker.isOpen, breaker.recordSent(60_000, 120_000)]).toEqual([true, 5_000]);
});

test('a loss while it is open does not put off the next request', () => {
	const breaker = opened();
	breaker.recordFailure(timeoutOf(60_000, 64_000));
	expect(breaker.canSend(65_000)).toBe(true);
});

test('a request while it is closed puts off nothing', () => {
	const breaker = new CircuitBreaker();
	breaker.recordSent(60_000, 59_000);
	for (let i = 0; i < 5; i++) breaker.recordFailure(timeoutOf(0, 60_000));
	expect(breaker.canSend(65_000)).toBe(true);
});
