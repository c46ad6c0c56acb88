import { limitConcurrency } from '../../nodes/ProjectWorkspace/transport/concurrency';

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

/** Lets the event loop turn as often as `count` calls need. */
async function turns(count: number) {
	for (let turn = 0; turn < count; turn++) {
		await new Promise<void>((resolve) => setImmediate(resolve));
	}
}

test('lets as many run at once as allowed, and the others in their order', async () => {
	const limit = limitConcurrency(2);
	const { started, ends, work } = controlled();
	const all = [1, 2, 3, 4].map((name) => limit(work(name)));
	await turns(10);
	expect(started).toEqual([1, 2]);
	for (const [end, running] of [
		[1, [1, 2, 3]],
		[0, [1, 2, 3, 4]],
		[2, [1, 2, 3, 4, 5]],
	] as const) {
		ends[end]?.();
		await turns(10);
		if (end === 1) all.push(limit(work(5)));
		await turns(10);
		expect(started).toEqual(running);
	}
	for (const end of ends) end();
	expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
});

test('lets the next one run when one fails', async () => {
	const limit = limitConcurrency(1);
	await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await limit(() => Promise.resolve('next'))).toBe('next');
});

afterEach(() => jest.restoreAllMocks());

test.each([
	['a start takes a millisecond or longer', 1, 100],
	['four starts take a millisecond', 0.25, 26],
	['all starts take no time', 0, 2],
])(
	'starts the first at once, and others in a turn of the event loop until it has lasted a millisecond: %s',
	async (_, startMs, most) => {
		let now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => (now += startMs));
		const limit = limitConcurrency(100);
		let turn = 0;
		let isOver = false;
		const count = async () => {
			for (; !isOver; turn++) await turns(1);
		};
		const counting = count();
		const startedIn = await Promise.all(
			Array.from({ length: 100 }, async () => await limit(async () => await Promise.resolve(turn))),
		);
		isOver = true;
		await counting;
		expect(startedIn[0]).toBe(0);
		// The first turn may be over before it is counted.
		expect([most - 1, most]).toContain(new Set(startedIn).size);
	},
);
