import { createGate } from '../../nodes/ProjectWorkspace/client/connect';

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
	const gate = createGate(2);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4].map((name) => gate(work(name)));
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
	const gate = createGate(1);
	await expect(gate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await gate(() => Promise.resolve('next'))).toBe('next');
});
