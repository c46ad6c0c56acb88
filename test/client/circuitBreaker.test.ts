import { CircuitBreaker } from '../../nodes/ProjectWorkspace/client/circuitBreaker';

const timeoutOf = (sentAt: number, now: number) => ({ sentAt, now, timedOut: true });

function opened() {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 5; i++) breaker.noResponse(timeoutOf(0, 60_000));
	return breaker;
}

test('opens after five timeouts without any response', () => {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 4; i++) breaker.noResponse(timeoutOf(0, 60_000));
	expect(breaker.admits(60_000)).toBe(true);
	breaker.noResponse(timeoutOf(0, 60_000));
	expect(breaker.admits(60_000)).toBe(false);
});

test('shortens the timeout, and does not open, where the service responded to others meanwhile', () => {
	const breaker = new CircuitBreaker();
	breaker.responded(1_000);
	for (let i = 0; i < 20; i++) breaker.noResponse(timeoutOf(900, 60_000));
	expect(breaker.isOpen).toBe(false);
	expect(breaker.sending(60_000, 60_000)).toBe(5_000);
	expect(breaker.sending(100, 60_000)).toBe(100);
	for (let i = 0; i < 5; i++) breaker.noResponse(timeoutOf(60_000, 65_000));
	expect(breaker.isOpen).toBe(true);
});

test('counts what is slow as silence, and not what is lost at once', () => {
	const slow = new CircuitBreaker();
	const fast = new CircuitBreaker();
	for (let i = 0; i < 100; i++) {
		slow.noResponse({ sentAt: 0, now: 30_000, timedOut: false });
		fast.noResponse({ sentAt: 0, now: 20, timedOut: false });
	}
	expect([slow.isOpen, fast.isOpen]).toEqual([true, false]);
});

test('does not open before the service has been silent for five seconds: a restart costs no item', () => {
	const breaker = new CircuitBreaker();
	const from = 1_795_310_523_000;
	for (let i = 0; i < 32; i++) breaker.noResponse(timeoutOf(from, from + 2_000));
	expect(breaker.isOpen).toBe(false);
	breaker.noResponse(timeoutOf(from + 2_000, from + 4_999));
	expect(breaker.isOpen).toBe(false);
	breaker.noResponse(timeoutOf(from + 2_000, from + 5_000));
	expect(breaker.isOpen).toBe(true);
});

test('lets one request through every five seconds while it is open', () => {
	const breaker = opened();
	expect(breaker.admits(64_999)).toBe(false);
	expect(breaker.admits(65_000)).toBe(true);
	breaker.sending(60_000, 65_000);
	expect(breaker.admits(65_000)).toBe(false);
	expect(breaker.admits(70_000)).toBe(true);
});

test('closes with any response', () => {
	const breaker = opened();
	breaker.responded(66_000);
	expect([breaker.isOpen, breaker.admits(66_000), breaker.sending(60_000, 66_000)]).toEqual([
		false,
		true,
		60_000,
	]);
});

test('what took a second counts as slow, and a timeout does however short it was', () => {
	const opens = (loss: Parameters<CircuitBreaker['noResponse']>[0]) => {
		const breaker = new CircuitBreaker();
		breaker.noResponse({ sentAt: 0, now: 5_000, timedOut: true });
		for (let i = 0; i < 4; i++) breaker.noResponse(loss);
		return breaker.isOpen;
	};
	expect(opens({ sentAt: 4_001, now: 5_000, timedOut: false })).toBe(false);
	expect(opens({ sentAt: 4_000, now: 5_000, timedOut: false })).toBe(true);
	expect(opens({ sentAt: 4_999, now: 5_000, timedOut: true })).toBe(true);
});

test('what was sent in the moment of a response counts as sent after it', () => {
	const breaker = new CircuitBreaker();
	breaker.responded(1_000);
	for (let i = 0; i < 5; i++) breaker.noResponse(timeoutOf(1_000, 7_000));
	expect(breaker.isOpen).toBe(true);
});

test('a response between losses starts the count over', () => {
	const breaker = new CircuitBreaker();
	for (let i = 0; i < 4; i++) breaker.noResponse(timeoutOf(0, 60_000));
	breaker.responded(60_000);
	for (let i = 0; i < 4; i++) breaker.noResponse(timeoutOf(60_000, 120_000));
	expect([breaker.isOpen, breaker.sending(60_000, 120_000)]).toEqual([false, 60_000]);
	breaker.noResponse(timeoutOf(119_000, 120_000));
	expect([breaker.isOpen, breaker.sending(60_000, 120_000)]).toEqual([true, 5_000]);
});

test('a loss while it is open does not put off the next request', () => {
	const breaker = opened();
	breaker.noResponse(timeoutOf(60_000, 64_000));
	expect(breaker.admits(65_000)).toBe(true);
});

test('a request while it is closed puts off nothing', () => {
	const breaker = new CircuitBreaker();
	breaker.sending(60_000, 59_000);
	for (let i = 0; i < 5; i++) breaker.noResponse(timeoutOf(0, 60_000));
	expect(breaker.admits(65_000)).toBe(true);
});
