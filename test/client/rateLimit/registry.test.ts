import { Registry } from '../../../nodes/ProjectWorkspace/client/rateLimit/limiter';
import { FakeClock } from './simulation/fakeClock';

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

test('a limiter in use is never dropped', async () => {
	const registry = new Registry(new FakeClock());
	const limiter = registry.get('a', 1_000);
	await limiter.acquire();
	for (let number = 0; number < 500; number++) registry.get(`key ${number}`, 1_000);
	expect(registry.get('a', 1_000)).toBe(limiter);
});
