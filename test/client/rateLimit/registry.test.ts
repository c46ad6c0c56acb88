import { Registry } from '../../../nodes/ProjectWorkspace/client/rateLimit/registry';
import { FakeClock } from './simulation/fakeClock';

const HOUR_MS = 3_600_000;

test('executions with one key and address share a limiter', () => {
	const registry = new Registry(new FakeClock());
	const limiter = registry.get('a', 1_000);
	expect(registry.get('a', 1_000)).toBe(limiter);
	expect(registry.get('b', 1_000)).not.toBe(limiter);
	expect(registry.get('a', 10_000)).not.toBe(limiter);
});

test('of more than a hundred, the longest unused goes', () => {
	const registry = new Registry(new FakeClock());
	const [first, second] = [registry.get('first', 1_000), registry.get('second', 1_000)];
	for (let number = 0; number < 98; number++) registry.get(`key ${number}`, 1_000);
	expect(registry.get('first', 1_000)).toBe(first);
	registry.get('one more', 1_000);
	expect(registry.get('first', 1_000)).toBe(first);
	expect(registry.get('second', 1_000)).not.toBe(second);
});

test('what was learned is kept for an hour', async () => {
	const clock = new FakeClock();
	const registry = new Registry(clock);
	const limiter = registry.get('a', 1_000);
	await clock.run(clock.sleep(HOUR_MS));
	registry.get('b', 1_000);
	expect(registry.get('a', 1_000)).toBe(limiter);
	await clock.run(clock.sleep(HOUR_MS + 1));
	registry.get('b', 1_000);
	expect(registry.get('a', 1_000)).not.toBe(limiter);
});

test('a limiter in use is never dropped', async () => {
	const clock = new FakeClock();
	const registry = new Registry(clock);
	const limiter = registry.get('a', 1_000);
	await limiter.acquire();
	await clock.run(clock.sleep(2 * HOUR_MS));
	for (let number = 0; number < 500; number++) registry.get(`key ${number}`, 1_000);
	expect(registry.get('a', 1_000)).toBe(limiter);
});
